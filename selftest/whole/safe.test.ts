import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { mostSafeBytes } from '../../harness/check/safe.js'
import { assertNothingLeft, compiled, resultsOf, sandbox, targetFile } from '../stage/assay-command.js'

const box = sandbox()
after(() => box.remove())

/** A request as the target counted it. */
interface Counted {
  readonly at: number
  readonly open: number
  readonly bytes: number
}

/** Below what a safe run keeps to by itself, so that the flag is seen to count. */
const rate = 5
/** By so much a request may come later than it was sent. */
const lateSeconds = 0.5

/** The most of them that came within a second. */
function mostInASecond(requests: readonly Counted[]): number {
  return Math.max(...requests.map(({ at }) => requests.filter((one) => one.at >= at && one.at < at + 1000).length))
}

test('a safe run sends one message at a time, none above 64 KB, and no more in a second than it may', async () => {
  const file = join(box.folder, 'requests')
  const config = targetFile(box, 'counting.json', {
    target: { name: 'Counting', roles: ['ServiceProvider'] },
    launch: { command: `exec ${process.execPath} ${compiled('selftest/targets/counting.js')} ${file}` },
  })
  const only = 'audience.*,replay.*,http.large-body,positive.burst,chain.long'
  const args = ['certify', '--config', config, '--only', only, '--safe', '--rate', `${rate}`, '--out', 'safe']
  const ended = await box.start([...args, '--profile', 'standard']).ended
  assert.equal(ended.code, 2, ended.stderr)
  const requests = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Counted)
    // Before the target was ready it was asked whether it is.
    .slice(1)
  assert.ok(requests.length > 100, `${requests.length} requests`)
  assert.deepEqual(
    requests.filter(({ open }) => open > 1),
    [],
  )
  assert.ok(Math.max(...requests.map(({ bytes }) => bytes)) <= mostSafeBytes)
  // A busy machine may bring some of them late, and then they stand closer together than they were sent.
  const most = rate + Math.ceil(rate * lateSeconds) + 1
  assert.ok(mostInASecond(requests) <= most, `${mostInASecond(requests)} in a second`)
  const { checks, run } = resultsOf(ended, join(box.folder, 'safe'))
  assert.equal(run.safe, true)
  const verdictOf = (id: string) => checks.find((check) => check.id === id)
  for (const id of ['replay.race-of-20', 'http.large-body', 'positive.burst', 'chain.long', 'replay.after-restart']) {
    assert.equal(verdictOf(id)?.verdict, 'disabled', id)
    assert.match(verdictOf(id)?.reason ?? '', /^Left out by --safe: /, id)
  }
  assert.equal(verdictOf('audience.two')?.verdict, 'pass')
  // What has to be left out is known beforehand: no check finds it out by sending.
  const found = checks.filter(({ verdict, reason = '' }) => verdict !== 'disabled' && reason.includes('--safe'))
  assert.deepEqual(
    found.map(({ id, reason }) => ({ id, reason })),
    [],
  )
  const wrong = checks.filter(({ verdict }) => ['fail', 'inconclusive', 'harness-error'].includes(verdict))
  assert.deepEqual(
    wrong.map(({ id, reason }) => ({ id, reason })),
    [],
  )
  await assertNothingLeft(box)
})
