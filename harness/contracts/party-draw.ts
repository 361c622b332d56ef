import { createHmac, randomBytes } from 'node:crypto'
import { ConfigError, HarnessError } from './errors.js'
import type { PartyForm } from './party-form.js'

/**
 * Who draws Party Identifiers at random: the lab for its counterparties, a kit for the target and its fixture parties,
 * and whatever is done by hand beside a run. Their identifiers stay between runs, so that they have beginnings of their own.
 */
const owners = ['lab', 'kit', 'hand'] as const
export type Owner = (typeof owners)[number]

/** Beginnings are dealt out in turn: one of so many to each owner, the others to checks. */
const turn = 16
const ofChecks = turn - owners.length

/** How often a draw is made again where its identifier is taken. */
const attempts = 1000

/** Nearer to each other than so many characters, two parties of a kit might be taken for a near miss of one another. */
const apart = 3

/**
 * Draws identifiers at random, none twice and none like another.
 * @param taken Those that are drawn already; each new one is added.
 * @throws ConfigError where the form has none left.
 */
export const drawAtRandom = (form: PartyForm, owner: Owner, taken: Set<string>): string =>
  drawFrom(form, owner, () => randomBytes(64), taken)

/**
 * The same from bytes that follow from something, by the number of the attempt.
 * @throws ConfigError where the form has none left.
 */
export const drawFrom = (
  form: PartyForm,
  owner: Owner,
  bytes: (attempt: number) => Buffer,
  taken: Set<string>,
): string =>
  untilNew(form, taken, (attempt) => {
    const drawn = bytes(attempt)
    const beginning = turn * (drawn.readUInt32BE(60) % turns(form)) + owners.indexOf(owner)
    const id = form.write(beginning, drawn, drawn)
    return [...taken].some((other) => distance(id, other) < apart) ? undefined : id
  })

/** How the identifiers of one check are drawn. */
export interface CheckNames {
  readonly form: PartyForm
  readonly seed: number
  /** Number of the check among all; no other has it. */
  readonly number: number
  /** Those of the check that are drawn already; each new one is added. */
  readonly taken: Set<string>
}

/**
 * An identifier of a check, which follows from the seed and from two names.
 * @throws ConfigError where the form has none left.
 */
export const drawForCheck = ({ form, seed, number, taken }: CheckNames, name: string, own: string): string =>
  untilNew(form, taken, (attempt) =>
    form.write(beginningOf(form, seed, number), hash(seed, name), hash(seed, `${own} ${attempt}`)),
  )

/** How the identifiers of a check start that follow from that name, and the part of it that is drawn. */
export const startForCheck = ({ form, seed, number }: Omit<CheckNames, 'taken'>, name: string) =>
  form.start(beginningOf(form, seed, number), hash(seed, name))

const untilNew = (
  { template }: PartyForm,
  taken: Set<string>,
  draw: (attempt: number) => string | undefined,
): string => {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const id = draw(attempt)
    if (id === undefined || taken.has(id)) continue
    taken.add(id)
    return id
  }
  throw new ConfigError(
    `interface.partyId.form ${template} makes too few identifiers for this run: give its placeholders more characters.`,
  )
}

const turns = ({ beginnings }: PartyForm): number => Math.floor(beginnings / turn)

/** Another one for each number, in an order that follows from the seed. */
const beginningOf = (form: PartyForm, seed: number, number: number): number => {
  const all = turns(form) * ofChecks
  if (number >= all) throw new HarnessError(`There are more checks than beginnings of Party Identifiers (${all}).`)
  const drawn = hash(seed, 'beginnings')
  let step = drawn.readUInt32BE(0) % all
  while (commonDivisor(step, all) !== 1) step++
  const place = (number * step + (drawn.readUInt32BE(4) % all)) % all
  return turn * Math.floor(place / ofChecks) + owners.length + (place % ofChecks)
}

const commonDivisor = (one: number, other: number): number => (other === 0 ? one : commonDivisor(other, one % other))

const hash = (seed: number, text: string): Buffer => createHmac('sha512', `assay ${seed}`).update(text).digest()

const distance = (one: string, other: string): number =>
  one.length === other.length
    ? [...one].filter((character, index) => character !== other[index]).length
    : Number.POSITIVE_INFINITY
