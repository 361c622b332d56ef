import type { KeyObject } from 'node:crypto'
import { daysFromNow } from '../drafts.js'
import { type RevocationReason, revocationReasons } from '../encoding/extensions.js'
import { PkiError } from '../errors.js'
import type { Issuer } from '../issuer.js'
import { type RevocationAnswer, type RevocationMisbehaviour, revocationMisbehaviours } from './revocation.js'

/** An answer with its misbehaviour resolved into what a CRL and an OCSP response have in common. */
export interface ResolvedAnswer {
  readonly misbehaviour: RevocationMisbehaviour | undefined
  /** Lower-case hex without leading zero octets. */
  readonly revoked: ReadonlySet<string>
  /** Why they are revoked; nothing is said of it when absent. */
  readonly reason: RevocationReason | undefined
  readonly thisUpdate: Date
  /** Until when it holds; absent where it does not say. */
  readonly nextUpdate?: Date
  /** The moment of revocation that is written beside each serial number. */
  readonly revokedAt: Date
  readonly signer: KeyObject
  /** Key of the participant that signs in the place of a responder. */
  readonly participant?: KeyObject
  /** How many certificates of others a CRL lists first. */
  readonly others: number
}

const secondsOfDay = 86_400

/** How an answer of a source stands, whatever becomes of it on its way. */
export interface Standing {
  /** It holds now, by its own words. */
  readonly current: boolean
  /** The issuer signed it, and each client has to understand its form. */
  readonly sound: boolean
  /** Until when it holds by its own words, milliseconds since epoch; nothing where it does not, or does not say. */
  readonly until?: number
  /** Serial numbers that it calls revoked, lower-case hex without leading zero octets. */
  readonly revoked: readonly string[]
}

const isOld = (name: string | undefined): boolean => name === 'stale' || name === 'replayed'

/** How the answer of a source to everybody stands. A responder may say less, where it is asked about another certificate. */
export const standingOf = (answer: RevocationAnswer, source: 'crl' | 'ocsp'): Standing => {
  const { misbehaviour: name } = answer
  const row = revocationMisbehaviours.find((one) => one.name === name)
  return {
    current: !isOld(name),
    ...(!isOld(name) &&
      name !== 'no-next-update' && { until: Date.now() + (answer.validSeconds ?? secondsOfDay) * 1000 }),
    sound: row === undefined || isOld(name) || !['both', source].includes(row.spoils),
    revoked: [...revokedIn(answer)],
  }
}

const revokedIn = ({ misbehaviour, revoked }: RevocationAnswer): ReadonlySet<string> =>
  new Set(misbehaviour === 'replayed' ? [] : revoked.map((hex) => serialHex(Buffer.from(hex, 'hex'))))

const isMisbehaviour = (name: string): name is RevocationMisbehaviour =>
  revocationMisbehaviours.some((row) => row.name === name)

/** Hex of a serial number as `RevocationAnswer` spells it. */
export const serialHex = (octets: Buffer): string => octets.toString('hex').replace(/^(00)+(?=..)/, '')

function reasonNamed(name: string | undefined): RevocationReason | undefined {
  if (name === undefined || Object.hasOwn(revocationReasons, name)) return name as RevocationReason | undefined
  throw new PkiError(`Unknown reason of a revocation: ${name}.`)
}

/** Resolves an answer; `unrelated` signs where the misbehaviour says so. Throws `PkiError` for an unknown name. */
export const resolveAnswer = (answer: RevocationAnswer, issuer: Issuer, unrelated: KeyObject): ResolvedAnswer => {
  const name = answer.misbehaviour
  if (name !== undefined && !isMisbehaviour(name))
    throw new PkiError(`Unknown misbehaviour of a revocation source: ${name}.`)
  const old = isOld(name)
  return {
    misbehaviour: name,
    revoked: revokedIn(answer),
    reason: reasonNamed(answer.reason),
    thisUpdate: daysFromNow(old ? -10 : -1 / 24),
    ...(name !== 'no-next-update' && {
      nextUpdate: daysFromNow(old ? -2 : (answer.validSeconds ?? secondsOfDay) / secondsOfDay),
    }),
    revokedAt: daysFromNow(old ? -11 : -1 / 12),
    signer: name === 'wrong-signer' ? unrelated : issuer.key,
    ...(name === 'by-participant' && { participant: unrelated }),
    others: answer.others ?? 0,
  }
}
