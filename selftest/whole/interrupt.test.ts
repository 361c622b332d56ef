import assert from 'node:assert/strict'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Results } from '../../harness/contracts/results.js'
import {
  assertNothingLeft,
  assertPlain,
  type Ended,
  grantingSandbox,
  hostileTarget,
  type RunningCommand,
  resultsOf,
  targetFile,
  until,
} from '../stage/assay-command.js'
import { howEnded } from '../stage/command-ends.js'

const { box, grants } = grantingSandbox()

const start = (out: string, what: readonly string[]): RunningCommand =>
  box.start(['certify', ...what, '--profile', 'quick', '--out', out])

/** Ended with results and a report that tells so. */
async function concluded(command: RunningCommand, out: string): Promise<Ended & { readonly results: Results }> {
  const ended = await command.ended
  await assertNothingLeft(box)
  assertPlain(ended.stderr)
  const results = resultsOf(ended, join(box.folder, out))
  for (const name of ['index.html', 'junit.xml']) assert.ok(existsSync(join(box.folder, out, name)), name)
  return { ...ended, results }
}

/** Waits until a process of the run whose command line holds the text lives, and returns its id. */
async function processWith(text: string, { child, ended }: RunningCommand): Promise<number> {
  for (;;) {
    const found = box.processes().find(({ command }) => command.includes(text))
    if (found) return found.pid
    if (child.exitCode !== null || child.signalCode !== null)
      assert.fail(`No process with ${text} was seen. ${howEnded(await ended)}`)
    await sleep(10)
  }
}

const moments: Readonly<Record<string, (command: RunningCommand) => Promise<unknown>>> = {
  'while the lab is started': (command) => processWith('harness/lab/main.js', command),
  'when it is set up': (command) => command.says('grants-everything as'),
  'while the runner starts': (command) => processWith('runner/workplace-main.js', command),
  'in the middle': (command) => command.says('100 of '),
}

for (const [index, [title, moment]] of Object.entries(moments).entries())
  test(`an interrupt ${title} leaves a readable report marked incomplete`, async () => {
    const out = `moment-${index}`
    const command = start(out, ['--config', grants])
    await moment(command)
    command.child.kill('SIGINT')
    const { code, results } = await concluded(command, out)
    assert.equal(code, 130)
    assert.equal(results.complete, false)
    assert.equal(results.gate, 'fail')
    assert.ok(results.targets.every(({ roles }) => roles.every(({ verdict }) => !verdict.startsWith('certified'))))
  })

test('an interrupt in the middle of a check leaves it undecided, whatever had held by then', async () => {
  const config = targetFile(box, 'long.json', hostileTarget('impatient'))
  const reasons = new Set<string | undefined>()
  // The check waits for 23 seconds before it presents an assertion again; when it begins is up to the machine.
  for (const waitMs of [8_000, 20_000, 40_000, 60_000, 80_000]) {
    const command = start('long', ['--config', config, '--only', 'replay.before-expiry'])
    await command.says('impatient as')
    await sleep(waitMs)
    command.child.kill('SIGINT')
    const { results } = await concluded(command, 'long')
    const [check] = results.checks.filter(({ id }) => id === 'replay.before-expiry')
    assert.equal(check?.verdict, 'inconclusive')
    reasons.add(check.reason)
    if (check.reason !== 'The run was cut short before this check.') break
  }
  assert.ok(reasons.has('The run was cut short in the middle of this check.'), [...reasons].join())
})

test('interrupts in a row end at once what is under way, and still leave the report', async () => {
  const command = start('twice', ['--config', grants])
  await command.says('100 of ')
  for (let times = 0; times < 3; times += 1) {
    command.child.kill(times === 1 ? 'SIGTERM' : 'SIGINT')
    await sleep(30)
  }
  const { code, results } = await concluded(command, 'twice')
  assert.equal(code, 130)
  assert.equal(results.complete, false)
  assert.ok(
    results.checks.some(({ verdict }) => verdict === 'fail'),
    'what was judged is kept',
  )
})

test('an interrupt while the report is written never leaves results that say otherwise than the exit code', async () => {
  const command = start('report', ['--config', grants, '--only', 'JWT-JTI'])
  await command.says(' checks, ')
  command.child.kill('SIGINT')
  const { code, results } = await concluded(command, 'report')
  assert.equal(code, results.complete ? 1 : 130)
})

test('a runner that is killed is our failure at the checks under way, and the others are judged all the same', async () => {
  const command = start('runner', ['--reference', 'ServiceProvider'])
  await command.says('100 of ')
  process.kill(await processWith('runner/workplace-main.js', command), 'SIGKILL')
  const { code, results, stderr } = await concluded(command, 'runner')
  assert.equal(code, 4)
  assert.match(stderr, /^assay: a process of checks ended before its time \(SIGKILL\); another one goes on\.$/m)
  const broken = results.checks.filter(({ verdict }) => verdict === 'harness-error')
  assert.ok(broken.length > 0 && broken.length < 10, `${broken.length} harness errors`)
  assert.match(broken[0]?.reason ?? '', /ended during this one \(SIGKILL\)/)
  assert.ok(results.checks.filter(({ verdict }) => verdict === 'pass').length > 150)
})

test('a command that is killed before the run is set up leaves no process behind', async () => {
  const command = start('killed', ['--config', grants])
  await processWith('runner/workplace-main.js', command)
  command.child.kill('SIGKILL')
  await command.ended
  await until(() => box.processes().length === 0, 20_000)
  assert.deepEqual(box.processes(), [])
  // The run's folder is beyond what a command that was killed can see to.
  for (const name of box.temporary()) rmSync(join(box.folder, 'tmp', name), { recursive: true })
})

test('a lab that is killed in the middle is our failure, and no check after it says anything of the target', async () => {
  const command = start('lab', ['--reference', 'ServiceProvider'])
  await command.says('100 of ')
  process.kill(await processWith('harness/lab/main.js', command), 'SIGKILL')
  const { code, results, stderr } = await concluded(command, 'lab')
  assert.equal(code, 4)
  assert.match(stderr, /^assay: the lab ended in the middle of the run \(SIGKILL\)\./m)
  const broken = results.checks.filter(({ verdict }) => verdict === 'harness-error')
  assert.ok(broken.length > 10, `${broken.length} harness errors`)
  assert.ok(results.checks.every(({ verdict }) => verdict !== 'fail'))
})

test('a target that is killed in the middle is said, started again, and judged further', async () => {
  const command = start('target', ['--config', targetFile(box, 'line.json', hostileTarget('impatient'))])
  await command.says('100 of ')
  process.kill(await processWith('targets/hostile.js', command), 'SIGKILL')
  const { results, stderr } = await concluded(command, 'target')
  assert.match(stderr, /^assay: "impatient" ended in the middle of the run \(SIGKILL\)\./m)
  assert.equal(results.complete, true)
  const [outage, ...others] = results.targets[0]?.outages ?? []
  assert.deepEqual(others, [])
  assert.equal(outage?.how, 'SIGKILL')
  assert.equal(outage?.startedAgain, true)
  assert.equal(outage?.killer, undefined)
  // No message has done it, so all are judged in the end.
  assert.deepEqual(
    results.checks.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'fail').map(({ id }) => id),
    [],
  )
})
