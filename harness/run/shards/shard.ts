import type { PlannedCheck, Shard } from '../../contracts/plan.js'

/** `I/N`, as on the command line. */
export const shardName = ({ index, count }: Shard): string => `${index}/${count}`

/** The shard that `I/N` names; `undefined` where it names none. */
export function readShard(text: string): Shard | undefined {
  const [index, count] = /^\d{1,4}\/\d{1,4}$/.test(text) ? text.split('/').map(Number) : []
  return index !== undefined && count !== undefined && index >= 1 && index <= count ? { index, count } : undefined
}

/**
 * Leaves to other shards what is theirs. Every machine comes to the same parts by itself: the checks are dealt out in
 * turn, in the order of their names, so that each shard gets its part of every topic and role.
 */
export function share(plan: readonly PlannedCheck[], shard: Shard): readonly PlannedCheck[] {
  const dealt = plan.filter(({ selected }) => selected.run).sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  const owners = new Map(dealt.map((planned, index) => [planned, (index % shard.count) + 1]))
  return plan.map((planned): PlannedCheck => {
    const owner = owners.get(planned)
    if (owner === undefined) return planned
    return { ...planned, selected: owner === shard.index ? { run: true, shard: owner } : leftTo(owner, shard.count) }
  })
}

const leftTo = (owner: number, count: number): PlannedCheck['selected'] => ({
  run: false,
  verdict: 'disabled',
  reason: `Left to shard ${shardName({ index: owner, count })}.`,
  shard: owner,
})

const nameOf = ({ target, role, check }: PlannedCheck): string => JSON.stringify([target, role, check.id])
