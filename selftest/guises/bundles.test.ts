import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bundlesOf } from '../../harness/guises/bundles.js'
import { readGuises } from '../../harness/guises/read.js'
import { guiseValue, guiseValues } from '../../harness/guises/values.js'

const dimensionsIn = (names: readonly string[]): readonly string[] => names.map((name) => guiseValue(name).dimension)

describe('the bundles of a run', () => {
  it('hold each value but the dear ones once in the standard profile, and one of a dimension at most', () => {
    const bundles = bundlesOf('standard')
    const usual = guiseValues.filter(({ deep }) => !deep)
    assert.ok(usual.length < guiseValues.length)
    assert.deepEqual(bundles.flat().sort(), usual.map(({ name }) => name).sort())
    for (const names of bundles) assert.equal(new Set(dimensionsIn(names)).size, names.length)
  })

  it('hold the other digests alone in the quick profile', () => {
    assert.deepEqual(bundlesOf('quick'), [
      ['alg=RS384', 'answer=RS384'],
      ['alg=RS512', 'answer=RS512'],
    ])
  })

  it('hold every pair of values of two dimensions in the deep profile', () => {
    const bundles = bundlesOf('deep').map((names) => new Set(names))
    for (const one of guiseValues)
      for (const other of guiseValues)
        if (one.dimension !== other.dimension)
          assert.ok(
            bundles.some((names) => names.has(one.name) && names.has(other.name)),
            `${one.name} with ${other.name}`,
          )
  })
})

describe('--guises', () => {
  it('takes names of values, one of a dimension, or none', () => {
    assert.deepEqual(readGuises('alg=RS512, key=4096'), [['alg=RS512', 'key=4096']])
    assert.deepEqual(readGuises('none'), [])
    assert.equal(readGuises('usual'), undefined)
    assert.throws(
      () => readGuises('alg=HS256'),
      /"alg=HS256", which there is not; take `usual`, `none` or some of these: alg=/,
    )
    assert.throws(() => readGuises('alg=RS384,alg=RS512'), /only one alg/)
  })
})
