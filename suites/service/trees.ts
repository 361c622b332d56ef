import type { Service } from '../../harness/check/service/types.js'
import type { Sent } from '../../harness/check/types.js'
import { conditions, type Tree } from '../../harness/mutations/conditions.js'
import type { Fixtures } from '../support/test.js'

/** Which tree is to be shown for the one at an index that was decided wrongly. */
export type Example = (service: Service, index: number) => Promise<Tree | undefined>

/** A tree that was decided wrongly, by its index, and what came of the simplest such tree at the call of a new consumer. */
interface Wrong {
  readonly index: number
  readonly example: Tree
  readonly isGranted: boolean
}

type Tools = Pick<Fixtures, 'service' | 'judge'>

/**
 * The service is granted exactly when the conditions hold: tries every tree, and judges the first that goes wrong by a
 * call of a new consumer.
 * @param exampleFor Finds a simpler tree that goes wrong as well.
 */
export async function judgeTrees(
  { service, judge }: Tools,
  trees: readonly Tree[],
  exampleFor: Example,
): Promise<void> {
  await judge.grants(await service.message())
  const wrongFrom = async (start: number): Promise<Wrong | undefined> => {
    const [wrong] = await service.misjudged(trees.slice(start))
    if (!wrong) return undefined
    const index = start + wrong.index
    const example = (await exampleFor(service, index)) ?? (trees[index] as Tree)
    const { outcome } = await showing(example, { service, judge })
    return { index, example, isGranted: outcome.kind === 'granted' }
  }
  const isHeldInVain = ({ example, isGranted }: Wrong): boolean => service.holds(example) && isGranted
  const first = await wrongFrom(0)
  // A target that spares its registry for a while refuses whatever holds, until the judge has waited for that to be over.
  const wrong = first && isHeldInVain(first) ? await wrongFrom(first.index) : first
  const tried = wrong ? trees.slice(0, wrong.index + 1) : trees
  judge.observes('condition trees tried', tried.length)
  judge.observes('of which the conditions hold', tried.filter((tree) => service.holds(tree)).length)
  // Where a call that has to be granted is not, its own judgement knows whether strangers fare better.
  if (wrong && service.holds(wrong.example) && !wrong.isGranted) return
  judge.rule(`Serves exactly when the conditions hold (${trees.length} trees)`, wrong === undefined, {
    expected: 'each tree decided as it says',
    got: wrong ? `another decision on ${wrong.example.label}` : 'so',
  })
}

/** The call of a new consumer under those conditions, judged. */
const showing = async (tree: Tree, { service, judge }: Tools): Promise<Sent> => {
  const message = await service.message({ mutate: conditions(tree) })
  return service.holds(tree) ? judge.accepts(message) : judge.refuses(message)
}
