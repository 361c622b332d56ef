import type { Service } from '../../harness/check/service/types.js'
import type { Sent } from '../../harness/check/types.js'
import { conditions, type Tree } from '../../harness/mutations/conditions.js'
import type { Fixtures } from '../support/test.js'

/** Which tree is to be shown for the one at an index that was decided wrongly. */
export type Example = (service: Service, index: number) => Promise<Tree | undefined>

/**
 * The service is granted exactly when the conditions hold: tries every tree, and judges the first that goes wrong by a
 * call of a new consumer.
 * @param exampleFor Finds a simpler tree that goes wrong as well.
 */
export async function judgeTrees(
  { service, judge }: Pick<Fixtures, 'service' | 'judge'>,
  trees: readonly Tree[],
  exampleFor: Example,
): Promise<void> {
  await judge.grants(await service.message())
  const [wrong] = await service.misjudged(trees)
  const example = wrong && ((await exampleFor(service, wrong.index)) ?? trees[wrong.index])
  const shown = example && (await showing(example, { service, judge }))
  const tried = wrong ? trees.slice(0, wrong.index + 1) : trees
  judge.observes('condition trees tried', tried.length)
  judge.observes('of which the conditions hold', tried.filter((tree) => service.holds(tree)).length)
  // Where a call that has to be granted is not, its own judgement knows whether strangers fare better.
  if (example && service.holds(example) && shown?.outcome.kind !== 'granted') return
  judge.rule(`Serves exactly when the conditions hold (${trees.length} trees)`, wrong === undefined, {
    expected: 'each tree decided as it says',
    got: example ? `another decision on ${example.label}` : 'so',
  })
}

/** The call of a new consumer under those conditions, judged. */
const showing = async (tree: Tree, { service, judge }: Pick<Fixtures, 'service' | 'judge'>): Promise<Sent> => {
  const message = await service.message({ mutate: conditions(tree) })
  return service.holds(tree) ? judge.accepts(message) : judge.refuses(message)
}
