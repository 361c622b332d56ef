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

const rate = 20

/** The most of them that came within a second. */
function mostInASecond(requests: readonly Counted[]): number {
  return Math.max(...requests.map(({ at }) => requests.filter((one) => one.at >= at && one.at < at + 1000).length))
}

test('a safe run sends one message at a time, none above 64 KB, and no more in a second than it may', async () => {
  const file = join(box.folder, 'requests')
  const config = targetFile(box, 'counting.json', {
    target: { name: 'Counting', roles: ['ServiceProvider'] },
    launch: { command: `exec ${process.execPath} ${compiled('selftest/targets/counting.js')} ${file}` },
    service: { path: '/service' },
  })
  const topics = ['audience', 'replay', 'http', 'chain', 'positive', 'service']
  const only = topics.map((topic) => `${topic}.*`).join()
  const args = ['certify', '--config', config, '--only', only, '--safe', '--rate', `${rate}`, '--out', 'safe']
  const ended = await box.start([...args, '--profile', 'standard']).ended
  assert.equal(ended.code, 2, ended.stderr)
  const requests = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Counted)
    // Before the target was ready it was asked whether it is.
    .slice(1)
  assert.ok(requests.length > 200, `${requests.length} requests`)
  assert.deepEqual(
    requests.filter(({ open }) => open > 1),
    [],
  )
  assert.ok(Math.max(...requests.map(({ bytes }) => bytes)) <= mostSafeBytes)
  // The clock of the target is read after the way to it.
  assert.ok(mostInASecond(requests) <= rate + 1, `${mostInASecond(requests)} in a second`)
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
