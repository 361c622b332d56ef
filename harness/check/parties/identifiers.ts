import { createHmac } from 'node:crypto'
import { type Role, roles } from '../../../requirements/types.js'
import { HarnessError } from '../../contracts/errors.js'
import type { InterfaceSettings } from '../../contracts/interface.js'
import { drawForCheck, drawFrom, startForCheck } from '../../contracts/party-draw.js'
import { readPartyForm } from '../../contracts/party-form.js'
import type { RunOrder } from '../../contracts/run.js'
import type { PartyNames } from '../../mutations/types.js'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** Random-looking names that follow from the seed of the run, so that a run can be repeated and nobody can special-case them. */
export interface Identifiers {
  /** The names of a party. No other party of the run has one of them. */
  party(): PartyNames
  /** A fresh `jti` in the form of a UUID, which the most narrow-minded receiver takes; all of one check start alike. */
  jti(): string
}

/** Who is named: a check at a target in a role. */
export interface Named {
  readonly target: { readonly name: string; readonly role: Role; readonly partyId: string }
  readonly settings: Pick<InterfaceSettings, 'partyId'>
}

/** What tries a target before the checks. */
const preflights = [
  'preflight',
  'preflight delegation',
  'preflight login',
  'preflight look-up',
  'preflight of guises',
  'preflight personal page',
  'preflight plain',
  'preflight relatives',
  'preflight relying party',
  'preflight service',
  'preflight tokens',
  'preflight of logins in guises',
  'preflight of token answers',
  'preflight of evidence in guises',
  'preflight of forwarding',
  'preflight of requests for evidence in guises',
  'preflight of authorization requests in guises',
  'preflight of look-ups in guises',
  'preflight lock-out',
] as const

/** Numbers that are kept for them at each role, so that another one changes the names of no check. */
const mostPreflights = 32

/** Names of the parties of a preflight. @param seed Seed of the run. */
export const preflightIdentifiers = (seed: number, named: Named, preflight: (typeof preflights)[number]): Identifiers =>
  namesOf(seed, named, preflight, roles.indexOf(named.target.role) * mostPreflights + preflights.indexOf(preflight))

/** What the names of a check follow from beside its target. */
export type Naming = Pick<RunOrder, 'seed' | 'checks'>

/**
 * Names of the parties of a check.
 * @param variant What is added to its id where it is carried out in another way.
 * @param taken Party Identifiers that none of its parties is to have; those that it draws are added.
 * @param turn How often it was carried out before. The names are others then, and begin as before: a fault of its
 * parties is on in each turn.
 */
export const identifiers = (
  run: Naming,
  named: Named,
  id: string,
  variant: string,
  taken: Set<string>,
  turn = 0,
): Identifiers => namesOf(run.seed, named, `${id}${variant}`, numberOf(run, named.target.role, id), taken, turn)

/** Names of parties that are made by hand, beside a run. @param seed Another one each time. */
export function handIdentifiers(seed: number, { settings }: Pick<Named, 'settings'>, name: string): Identifiers {
  const form = readPartyForm(settings.partyId.form)
  const taken = new Set<string>()
  const bytes = (text: string) => createHmac('sha512', `assay ${seed}`).update(text).digest()
  const draw = (own: string) => drawFrom(form, 'hand', (attempt) => bytes(`${own} ${attempt}`), taken)
  return naming(seed, name, draw)
}

function namesOf(
  seed: number,
  { target, settings }: Named,
  check: string,
  number: number,
  taken = new Set([target.partyId]),
  turn = 0,
): Identifiers {
  const names = { form: readPartyForm(settings.partyId.form), seed, number, taken }
  const name = `${target.name} ${target.role} ${check}`
  return naming(seed, name, (own) => drawForCheck(names, name, own), turn === 0 ? '' : ` again ${turn}`)
}

function naming(seed: number, name: string, draw: (own: string) => string, again = ''): Identifiers {
  const prefix = uniquePrefix(seed, name)
  const jtiStart = jtiPrefix(seed, name)
  let parties = 0
  let jtis = 0
  return {
    party() {
      const own = `${name}${again} party ${parties++}`
      return { partyId: draw(own), unique: `${prefix}${base32(digest(seed, own), 6)}` }
    },
    jti: () => uuid(`${jtiStart}${digest(seed, `${name}${again} jti ${jtis++}`).toString('hex')}`),
  }
}

/** How a check is called in the list of all. */
export const checkName = (role: Role, id: string): string => `${role} ${id}`

function numberOf({ checks }: Naming, role: Role, id: string): number {
  const place = checks.indexOf(checkName(role, id))
  if (place < 0) throw new HarnessError(`The check ${id} is not in the list of the run.`)
  return roles.length * mostPreflights + place
}

/** How the Party Identifiers of a check begin, and the part of that which is drawn. */
export const partyStart = (run: Naming, { target, settings }: Named, id: string, variant = '') =>
  startForCheck(
    { form: readPartyForm(settings.partyId.form), seed: run.seed, number: numberOf(run, target.role, id) },
    `${target.name} ${target.role} ${id}${variant}`,
  )

/** How what is unique about each party of a check begins, which human users have in their names. @param name As for `jtiPrefix`. */
export const uniquePrefix = (seed: number, name: string): string => base32(digest(seed, name), 10)

/** The first eight characters of every `jti` of a check. @param name Target, role, check id and variant, in one string. */
export const jtiPrefix = (seed: number, name: string): string => digest(seed, `${name} jti`).toString('hex').slice(0, 8)

const digest = (seed: number, text: string): Buffer => createHmac('sha256', `assay ${seed}`).update(text).digest()

const base32 = (bytes: Buffer, length: number): string =>
  [...bytes.subarray(0, length)].map((byte) => alphabet[byte % 32]).join('')

const uuid = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
