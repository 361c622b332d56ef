import { ConfigError } from '../errors.js'
import { type FaultName, faults } from '../faults/faults.js'

interface Entry {
  readonly name: FaultName
  /** Whether the fault is on for a Party Identifier; absent = for every request. */
  readonly concerns?: (partyId: string) => boolean
}

/** Which faults are on, as `ASSAY_FAULT` says. */
export interface FaultPlan {
  /** Faults of the participant as a whole. */
  readonly everywhere: ReadonlySet<FaultName>
  /** Whether `for` depends on the party at all. */
  readonly perParty: boolean
  /** Faults of a request that names these parties. */
  readonly for: (partyIds: ReadonlySet<string>) => ReadonlySet<FaultName>
}

/**
 * Reads `name` and `name@party-id` entries, separated by commas; `*` at either end of the party id stands for anything.
 * Throws a `ConfigError` on a name that no fault has, and on a fault of the whole participant that is asked for one party.
 */
export function readFaultPlan(text: string | undefined): FaultPlan {
  const entries = (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(readEntry)
  const everywhere = new Set(entries.filter(({ concerns }) => !concerns).map(({ name }) => name))
  const scoped = entries.filter(({ concerns }) => concerns)
  return {
    everywhere,
    perParty: scoped.length > 0,
    for: (partyIds) => {
      const hit = scoped.filter(({ concerns }) => [...partyIds].some((id) => concerns?.(id)))
      return hit.length === 0 ? everywhere : new Set([...everywhere, ...hit.map(({ name }) => name)])
    },
  }
}

function readEntry(entry: string): Entry {
  const at = entry.indexOf('@')
  const name = at < 0 ? entry : entry.slice(0, at)
  if (!isFaultName(name))
    throw new ConfigError(`ASSAY_FAULT names "${name}", which is no fault; harness/faults/faults.ts lists them.`)
  if (at < 0) return { name }
  if (faults[name].scope === 'global')
    throw new ConfigError(
      `ASSAY_FAULT asks for "${entry}", but ${name} concerns the participant as a whole: leave out the @.`,
    )
  return { name, concerns: matcher(entry.slice(at + 1)) }
}

function matcher(pattern: string): (partyId: string) => boolean {
  if (pattern === '' || pattern === '*')
    throw new ConfigError('ASSAY_FAULT has an @ without a Party Identifier behind it.')
  const bare = pattern.replace(/^\*|\*$/g, '')
  if (pattern.startsWith('*') && pattern.endsWith('*')) return (id) => id.includes(bare)
  if (pattern.endsWith('*')) return (id) => id.startsWith(bare)
  return pattern.startsWith('*') ? (id) => id.endsWith(bare) : (id) => id === pattern
}

const isFaultName = (name: string): name is FaultName => Object.hasOwn(faults, name)
