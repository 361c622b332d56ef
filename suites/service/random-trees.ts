import fc from 'fast-check'
import type { Service } from '../../harness/check/service/types.js'
import { allOf, anyOf, F, nearly, T, type Tree } from '../../harness/mutations/conditions.js'

const leaf = fc.constantFrom(T, F, nearly)

/** Condition trees of what the text states: `anyOf`, `allOf`, `equal` and `serviceProvider` (L185, L186). */
const { tree } = fc.letrec<{ tree: Tree }>((tie) => {
  const children = fc.array(tie('tree'), { minLength: 1, maxLength: 4 })
  return {
    tree: fc.oneof(
      { maxDepth: 6, depthSize: 'medium', withCrossShrink: true },
      fc.oneof(fc.constant(T), leaf),
      children.map((all) => anyOf(...all)),
      children.map((all) => allOf(...all)),
    ),
  }
})

/** The trees that follow from a seed. */
export const randomTrees = (seed: number, count: number): readonly Tree[] => fc.sample(tree, { seed, numRuns: count })

/** Time for making a tree simpler, milliseconds. */
const shrinkingMs = 5000

/** The simplest tree that the target decides wrongly, found from the random tree of that index. */
export async function shrunk(service: Service, index: number): Promise<Tree | undefined> {
  const decidedRightly = fc.asyncProperty(tree, async (one) => (await service.misjudged([one])).length === 0)
  const once = { seed: service.seed, path: String(index), numRuns: 1, interruptAfterTimeLimit: shrinkingMs }
  const { counterexample } = await fc.check(decidedRightly, once)
  return counterexample?.[0]
}
