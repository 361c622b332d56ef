import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Results } from '../../harness/contracts/results.js'
import { assertNothingLeft, type Ended, resultsIn, type Sandbox, sandbox } from '../stage/assay-command.js'

const verdictOf = ({ results }: { readonly results: Results }) => results.targets[0]?.roles[0]?.verdict

describe('a run on four machines', () => {
  let box: Sandbox
  before(() => {
    box = sandbox()
  })
  after(() => box.remove())

  const certify = (out: string, more: readonly string[]): Promise<Ended> =>
    box.start([
      'certify',
      ...['--reference', 'ServiceConsumer', '--fault', 'follows-told-audience'],
      ...['--profile', 'quick', '--workers', '1', '--out', out, ...more],
    ]).ended

  test('comes to the verdict that one machine comes to', async () => {
    const numbers = [1, 2, 3, 4]
    const [alone, ...shards] = await Promise.all([
      certify('alone', []),
      ...numbers.map((number) => certify(`shard-${number}`, ['--shard', `${number}/4`])),
    ])
    const report = await box.start(['report', ...numbers.map((number) => `shard-${number}`), '--out', 'merged']).ended
    await assertNothingLeft(box)
    assert.equal(alone?.code, 1, alone?.stderr)
    assert.equal(report.code, 1, report.stderr)
    const [one, merged] = ['alone', 'merged'].map((out) => resultsIn(join(box.folder, out)))
    // The order of the checks follows from the seed.
    const told = (results: Results | undefined) =>
      [...(results?.checks ?? []), ...(results?.requirements ?? [])].map(({ id, verdict }) => `${id} ${verdict}`).sort()
    assert.deepEqual(told(merged), told(one))
    assert.ok(told(one).length > 600)
    assert.equal(verdictOf({ results: merged as Results }), 'not-certified')
    for (const number of numbers) {
      const results = resultsIn(join(box.folder, `shard-${number}`)) as Results
      const fails = results.checks.some(({ verdict }) => verdict === 'fail')
      assert.equal(verdictOf({ results }), fails ? 'not-certified' : 'not-fully-verified')
      assert.equal(shards[number - 1]?.code, fails ? 1 : 0)
    }
    const verified = await box.start(['verify', 'merged']).ended
    assert.equal(verified.code, 0, `${verified.stdout}${verified.stderr}`)
  })
})
