import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { signCertificate } from './certificate.js'
import { tlsDraft } from './drafts.js'
import type { Issuer } from './issuer.js'
import { detached } from './keys/detached-key.js'
import type { AuthorityName, Turn } from './kind.js'
import { validity } from './turns.js'
import type { CertifiedKey } from './types.js'

/** A way to make a server certificate that is not to be trusted. */
interface TlsDefect {
  readonly below?: AuthorityName | 'itself'
  readonly turn?: Turn
}

/** Server certificates that nobody should trust whose only root for TLS is `tls-root`; each has one thing wrong. */
export const tlsDefects = {
  'of an untrusted root': { below: 'untrusted-tls-root' },
  "of a participants' root": { below: 'root-a' },
  'self-signed': { below: 'itself' },
  expired: { turn: validity(-30, -1) },
  'not yet valid': { turn: validity(1, 30) },
} as const satisfies Readonly<Record<string, TlsDefect>>
export type TlsDefectName = keyof typeof tlsDefects

/** A server certificate for host names and addresses; its EC key keeps handshakes cheap. */
export const issueTls = async (
  hosts: readonly string[],
  defect: TlsDefect,
  authority: (name: AuthorityName) => Promise<Issuer>,
): Promise<CertifiedKey> => {
  const { below = 'tls-root' } = defect
  const issuer = below === 'itself' ? undefined : await authority(below)
  const key = detached((await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })).privateKey)
  const draft = tlsDraft(hosts, { key, ...(issuer && { issuer }) })
  const certificate = await signCertificate(defect.turn?.(draft) ?? draft, issuer?.key ?? key)
  return { key, chain: [certificate, ...(issuer?.chain ?? [])] }
}
