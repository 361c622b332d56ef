import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Results } from '../../harness/contracts/results.js'
import {
  assertNothingLeft,
  compiled,
  type Ended,
  hostileTarget,
  resultsOf,
  sandbox,
  targetFile,
} from '../stage/assay-command.js'

// A target that ends at one message, a claims set of `null`: what it is sent beside and afterwards is judged all the
// same, by whatever it is started again, and the message is named.

const box = sandbox()
after(() => box.remove())

const killing = 'jws-form.payload-no-object'
const only = ['jws-form.*', 'audience.*', 'replay.*', 'survival.messages'].join()

async function certified(name: string, target: object): Promise<{ readonly results: Results; readonly ended: Ended }> {
  const config = targetFile(box, `${name}.json`, target)
  const ended = await box.start(['certify', '--config', config, '--only', only, '--profile', 'standard', '--out', name])
    .ended
  await assertNothingLeft(box)
  return { results: resultsOf(ended, join(box.folder, name)), ended }
}

const viewOf = (name: string, file: string): string => readFileSync(join(box.folder, name, file), 'utf8')

/** One check is not judged, one tells of it, and all others are judged as if nothing had been. */
function assertJudged({ checks, targets }: Results, how: string): void {
  const judged = checks.filter(({ evidence }) => evidence !== undefined)
  assert.ok(judged.length > 40, `${judged.length} checks`)
  const outages = targets[0]?.outages ?? []
  const times = `${outages.length} times that it was: ${how}, when it was sent: payload null (${killing})`
  assert.deepEqual(
    judged.filter(({ verdict }) => verdict !== 'pass').map(({ id, verdict, reason }) => ({ id, verdict, reason })),
    [
      { id: killing, verdict: 'inconclusive', reason: `The target ended (${how}) when it was sent: payload null.` },
      {
        id: 'survival.messages',
        verdict: 'finding',
        reason: `It lives on whatever it is sent: expected that it was never gone in this run, got ${times}.`,
      },
    ],
  )
  // In the midst of others, and once more alone.
  assert.deepEqual(
    outages.map(({ killer }) => killer),
    [undefined, { check: killing, message: 'payload null' }],
  )
}

test('a launched target that ends is started again, and the message that ended it is named', async () => {
  const { results, ended } = await certified('launched', hostileTarget('dies-of-null'))
  assertJudged(results, 'exit code 7')
  const { outages = [] } = results.targets[0] ?? {}
  assert.ok(outages.every(({ startedAgain, durationMs = 0 }) => startedAgain && durationMs > 0))
  assert.match(outages[0]?.lastOutput ?? '', /^TypeError: cannot read properties of null of .*‹\d+ characters, sha256 /)
  const said = /ended each time that it was sent: payload null/
  for (const view of ['index.html', 'summary.md', 'junit.xml']) {
    assert.match(viewOf('launched', view), said, view)
    assert.match(viewOf('launched', view), /cannot read properties of null/, view)
  }
  assert.match(ended.stdout.replace(/\s+/g, ' '), said)
})

test('a target that its supervisor starts again within two seconds is waited for', async () => {
  const command = `exec ${process.execPath} ${compiled('selftest/targets/supervised.js')} dies-of-null`
  const target = { target: { name: 'supervised', roles: ['ServiceProvider'] }, launch: { command } }
  const { results } = await certified('supervised', { ...target, service: { path: '/service' } })
  assertJudged(results, 'nobody accepted a connection')
  assert.ok(results.targets[0]?.outages?.every(({ startedAgain }) => startedAgain === undefined))
})
