import { ConfigError } from '../../contracts/errors.js'
import { type FaultName, faults } from '../../faults/faults.js'
import { traits } from './traits.js'

interface Entry {
  readonly names: readonly FaultName[]
  /** Whether the faults are on for a request with these names; absent = for every request. */
  readonly concerns?: (names: ReadonlySet<string>) => boolean
  /** Traits, in brackets, that the request has to show. */
  readonly confined?: readonly string[]
}

/** Which faults are on, as `ASSAY_FAULT` says. */
export interface FaultPlan {
  /** Faults of the participant as a whole. */
  readonly everywhere: ReadonlySet<FaultName>
  /** Whether `for` depends on the party at all. */
  readonly perParty: boolean
  /** Traits that `for` asks about, in brackets: to read them all from every request takes long. */
  readonly traits: readonly string[]
  /** Faults of a request that has these names: Party Identifiers, the `jti` of its assertion, its traits in brackets. */
  readonly for: (names: ReadonlySet<string>) => ReadonlySet<FaultName>
}

/**
 * Reads `name` and `name@party-id` entries, separated by commas. `*` at either end of the party id stands for
 * anything, and the `jti` of an assertion may stand for its party. `+` joins several names, `|` several ids. A trait of
 * the request in brackets confines it further: `name@[alg=RS512]`, `name@[alg=RS512]party-id`.
 * @throws ConfigError on a name that no fault has, on a trait that no request shows, and on a fault of the whole
 * participant that names one party.
 */
export function readFaultPlan(text: string | undefined): FaultPlan {
  const entries = (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(readEntry)
  const everywhere = new Set(entries.filter(({ concerns }) => !concerns).flatMap((entry) => entry.names))
  const scoped = entries.filter(({ concerns }) => concerns)
  return {
    everywhere,
    perParty: scoped.length > 0,
    traits: [...new Set(scoped.flatMap(({ confined = [] }) => confined))],
    for: (names) => {
      const hit = scoped.filter(({ concerns }) => concerns?.(names))
      return hit.length === 0 ? everywhere : new Set([...everywhere, ...hit.flatMap((entry) => entry.names)])
    },
  }
}

function readEntry(entry: string): Entry {
  const at = entry.indexOf('@')
  const names = (at < 0 ? entry : entry.slice(0, at)).split('+').map(readName)
  if (at < 0) return { names }
  const whole = names.find((name) => faults[name].scope === 'global')
  if (whole !== undefined)
    throw new ConfigError(
      `ASSAY_FAULT asks for "${entry}", but ${whole} concerns the participant as a whole: leave out the @.`,
    )
  const { confined, parties } = readConfinement(entry.slice(at + 1))
  const matchers = parties === '' && confined.length > 0 ? [] : parties.split('|').map(matcher)
  return {
    names,
    confined,
    concerns: (known) =>
      confined.every((trait) => known.has(trait)) &&
      (matchers.length === 0 || [...known].some((name) => matchers.some((matches) => matches(name)))),
  }
}

/** Traits in brackets, then the parties. */
function readConfinement(text: string): { readonly confined: readonly string[]; readonly parties: string } {
  const [, brackets = '', parties = text] = /^((?:\[[^\]]*\])+)(.*)$/.exec(text) ?? []
  const confined = brackets.match(/\[[^\]]*\]/g) ?? []
  const unknown = confined.find((trait) => !Object.hasOwn(traits, trait.slice(1, -1)))
  if (unknown !== undefined)
    throw new ConfigError(
      `ASSAY_FAULT confines a fault to ${unknown}, which no request shows; one of these can be told: ${Object.keys(traits).join(', ')}.`,
    )
  return { confined, parties }
}

function readName(name: string): FaultName {
  if (isFaultName(name)) return name
  throw new ConfigError(`ASSAY_FAULT names "${name}", which is no fault; the rules in harness/reference name them.`)
}

function matcher(pattern: string): (name: string) => boolean {
  if (pattern === '' || pattern === '*')
    throw new ConfigError('ASSAY_FAULT has an @ without a Party Identifier behind it.')
  const bare = pattern.replace(/^\*|\*$/g, '')
  if (pattern.startsWith('*') && pattern.endsWith('*')) return (id) => id.includes(bare)
  if (pattern.endsWith('*')) return (id) => id.startsWith(bare)
  return pattern.startsWith('*') ? (id) => id.endsWith(bare) : (id) => id === pattern
}

const isFaultName = (name: string): name is FaultName => Object.hasOwn(faults, name)
