import { isDeepStrictEqual } from 'node:util'
import { ConfigError } from '../../contracts/errors.js'
import type { Shard } from '../../contracts/plan.js'
import type { Results } from '../../contracts/results.js'
import { keyOf } from '../../evidence/compare.js'
import type { KeptResults } from '../../evidence/read-results.js'
import { readShard } from './shard.js'

/** The results of one shard of a run. */
export interface KeptShard extends KeptResults {
  readonly shard: Shard
}

/** Shards of one run start within this time of each other, milliseconds: last night's must not complete today's. */
const oneRunMs = 12 * 3_600_000

/** Results as those of a shard; `undefined` for those of a whole run. @throws ConfigError for a shard that cannot be. */
export function asShard(kept: KeptResults): KeptShard | undefined {
  const name = kept.results.run.shard
  if (name === undefined) return undefined
  const shard = readShard(name)
  if (!shard) throw new ConfigError(`${kept.file} calls itself shard ${name}, which there cannot be.`)
  return { ...kept, shard }
}

/** Shards by the targets that they are about; each group is to be one run. */
export function groupShards(shards: readonly KeptShard[]): readonly (readonly KeptShard[])[] {
  const groups = new Map<string, KeptShard[]>()
  for (const one of shards) {
    const key = JSON.stringify(one.results.targets.map(({ name }) => name))
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].map((group) => group.sort((a, b) => a.shard.index - b.shard.index))
}

/** What all shards of a run have in common; the word completes "they differ in …". */
const common: Readonly<Record<string, (results: Results) => unknown>> = {
  'the version of Assay': ({ suite }) => [suite.version, suite.requirementsDigest],
  'their profile': ({ run }) => run.profile,
  '--strict': ({ run }) => run.strict,
  '--safe': ({ run }) => run.safe ?? false,
  '--policy': ({ policy }) => policy?.digest,
  '--only': ({ run }) => run.only,
  'the target file': ({ targets }) =>
    targets.map(({ name, version, configDigest, roles }) => [
      name,
      version,
      configDigest,
      roles.map(({ role }) => role),
    ]),
  'the settings of the interface': ({ assumptions }) => assumptions.filter(({ source }) => source !== 'observed'),
  'their waivers': ({ waivers = [] }) => waivers.map(({ state: _, ...waiver }) => waiver),
  'their baseline': ({ baseline }) => baseline?.run,
  '--seed': ({ run }) => (run.seedChosen === true ? run.seed : undefined),
}

/** @throws ConfigError where shards are of different runs. */
export function requireOneRun(group: readonly KeptShard[]): void {
  const [first, ...others] = group as readonly [KeptShard, ...KeptShard[]]
  for (const [position, one] of others.entries()) {
    const refuse = (what: string) =>
      new ConfigError(`${first.file} and ${one.file} are no shards of one run: ${what}. Merge those of one run only.`)
    if (one.shard.count !== first.shard.count)
      throw refuse(`one is shard ${first.results.run.shard}, the other ${one.results.run.shard}`)
    const twin = group[position]
    if (twin?.shard.index === one.shard.index)
      throw new ConfigError(`${twin.file} and ${one.file} are both shard ${one.results.run.shard}: name one of them.`)
    const apart = Object.keys(common).find(
      (what) => !isDeepStrictEqual(common[what]?.(first.results), common[what]?.(one.results)),
    )
    if (apart !== undefined) throw refuse(`they differ in ${apart}`)
    if (!sharedAlike(first.results, one.results)) throw refuse('they shared the checks out differently')
  }
  const starts = group.map(({ results }) => Date.parse(results.run.startedAt))
  if (Math.max(...starts) - Math.min(...starts) > oneRunMs)
    throw new ConfigError(
      `${group.map(({ file }) => file).join(', ')} were started more than 12 hours apart: merge the shards of one run only.`,
    )
}

/** Whether both know the same checks and who of them has which; a shard that was cut short early knows none. */
function sharedAlike(one: Results, other: Results): boolean {
  if (one.checks.length === 0 || other.checks.length === 0) return true
  const owners = new Map(one.checks.map((check) => [keyOf(check), check.shard]))
  return (
    other.checks.length === one.checks.length &&
    other.checks.every((check) => owners.has(keyOf(check)) && owners.get(keyOf(check)) === check.shard)
  )
}
