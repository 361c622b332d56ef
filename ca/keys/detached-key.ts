import { createPrivateKey, type KeyObject } from 'node:crypto'

/**
 * The same private key, read anew from its encoding. Every key of `generateKeyPair` goes through here: in Node 20 such
 * a key shares a lock with the job that made it. If the garbage collector takes that job while somebody reads the key
 * as a JWK or asks for `asymmetricKeyDetails`, the reader waits forever.
 */
export const detached = (key: KeyObject): KeyObject =>
  createPrivateKey({ key: key.export({ type: 'pkcs8', format: 'der' }), type: 'pkcs8', format: 'der' })
