import { createPrivateKey, type KeyObject } from 'node:crypto'

/**
 * The same private key, read anew from its encoding. Every key that `generateKeyPair` made goes through here: in Node 20 such a key
 * shares a lock with the job that made it, and whoever reads it as a JWK or asks for `asymmetricKeyDetails` waits forever if the
 * garbage collector takes the job meanwhile.
 */
export const detached = (key: KeyObject): KeyObject =>
  createPrivateKey({ key: key.export({ type: 'pkcs8', format: 'der' }), type: 'pkcs8', format: 'der' })
