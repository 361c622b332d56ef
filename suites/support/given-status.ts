import { setTimeout as sleep } from 'node:timers/promises'
import type { Lab } from '../../harness/check/types.js'
import { isBinding, statusInWords } from '../../harness/contracts/given-status.js'
import type { LedgerEntry } from '../../harness/contracts/lab-protocol.js'

/** Whom a target asks for the status of a certificate: a scope is part of each address, of those behind a redirect, too. */
export interface Asked {
  readonly kinds: readonly ('crl' | 'ocsp')[]
  readonly scopes: readonly string[]
  /** What nobody asked for, where nobody did. */
  readonly words: string
}

const inWords = ({ status, given }: LedgerEntry): string => (given ? statusInWords(given) : `status ${status}`)

/**
 * Why a target that takes a revoked certificate breaks no rule: it never asked, or was not given a complete, current
 * and sound answer that says so (ruling 29). Nothing where it was.
 */
export async function whyNotGiven(
  lab: Lab,
  { kinds, scopes, words }: Asked,
  serial: string,
): Promise<string | undefined> {
  const hits = await lab.ledger({ kinds, subjects: [...scopes] })
  if (hits.length === 0) return `No revocation check was observed: nobody asked ${words}.`
  if (hits.some(({ given }) => given && isBinding(given) && given.revoked.includes(serial))) return undefined
  return `It asked ${words}, and was given no complete, current and sound answer that revokes it (${hits.map(inWords).join('; ')}).`
}

/** What each source gave about a certificate, as an observation says it. */
export async function givenInWords(lab: Lab, scope: string): Promise<string> {
  const hits = await lab.ledger({ kinds: ['crl', 'ocsp'], subjects: [scope] })
  return hits.map((hit) => `${hit.kind}: ${inWords(hit)}`).join('; ') || 'nobody was asked'
}

/** Longest time for which an answer is waited for to run out, and after which it is over, by a clock that is a little behind, seconds. */
const longestWait = 70
const behind = 6

/**
 * Waits until what a target was given before about certificates has run out, so that who goes by that has to ask again: a
 * ParticipantRegistry may have asked when it registered them.
 * @returns whether it has run out; not where that takes too long, or nothing was given.
 */
export async function outlived(lab: Lab, { kinds, scopes }: Omit<Asked, 'words'>): Promise<boolean> {
  const ends = (await lab.ledger({ kinds, subjects: [...scopes] })).flatMap(({ given }) => given?.until ?? [])
  const left = Math.max(...ends) + behind * 1000 - Date.now()
  if (ends.length === 0 || left > longestWait * 1000) return false
  if (left > 0) await sleep(left)
  return true
}

/** How often a target asked since a time, milliseconds since epoch, or before that, once what it was given had run out. */
export async function askedAnew(lab: Lab, { kinds, scopes }: Omit<Asked, 'words'>, since: number): Promise<number> {
  const hits = await lab.ledger({ kinds, subjects: [...scopes] })
  const firstEnd = Math.min(...hits.flatMap(({ given }) => given?.until ?? []))
  return hits.filter(({ at }) => at >= since || at > firstEnd).length
}
