import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { signCertificate } from './certificate.js'
import { tlsDraft } from './drafts.js'
import type { Issuer } from './issuer.js'
import { detached } from './keys/detached-key.js'
import type { CertifiedKey } from './types.js'

/** A server certificate for host names and addresses; its EC key keeps handshakes cheap. */
export const issueTls = async (hosts: readonly string[], issuer: Issuer): Promise<CertifiedKey> => {
  const key = detached((await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })).privateKey)
  const certificate = await signCertificate(tlsDraft(hosts, { key, issuer }), issuer.key)
  return { key, chain: [certificate, ...issuer.chain] }
}
