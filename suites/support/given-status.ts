import type { Lab } from '../../harness/check/types.js'
import type { GivenStatus, LedgerEntry } from '../../harness/contracts/lab-protocol.js'

/** Whom a target asks for the status of a certificate: the scope is part of the address. */
export interface Asked {
  readonly kinds: readonly ('crl' | 'ocsp')[]
  readonly scope: string
  /** What nobody asked for, where nobody did. */
  readonly words: string
}

const isBinding = ({ complete, current, sound }: GivenStatus): boolean => complete && current && sound

const inWords = ({ status, given }: LedgerEntry): string => {
  if (!given) return `status ${status}`
  const { complete, current, sound } = given
  return [complete ? 'complete' : 'incomplete', current ? 'current' : 'out of date', sound ? 'sound' : 'unsound'].join(
    ', ',
  )
}

/**
 * Why a target that takes a revoked certificate breaks no rule: it never asked, or was not given a complete, current
 * and sound answer that says so (ruling 29). Nothing where it was.
 */
export async function whyNotGiven(
  lab: Lab,
  { kinds, scope, words }: Asked,
  serial: string,
): Promise<string | undefined> {
  const hits = await lab.ledger({ kinds, subjects: [scope] })
  if (hits.length === 0) return `No revocation check was observed: nobody asked ${words}.`
  if (hits.some(({ given }) => given && isBinding(given) && given.revoked.includes(serial))) return undefined
  return `It asked ${words}, and was given no complete, current and sound answer that revokes it (${hits.map(inWords).join('; ')}).`
}
