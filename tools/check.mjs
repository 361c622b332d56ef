// Every check of the project, fast to slow; the last line counts them: `N passed, N failed`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Fewest modules that the boundary check has to have read: a tool that reads nothing finds nothing. */
const fewestModules = 250
/** Most milliseconds of one file of the self-test; a process that hangs is ended and fails, and the run goes on. */
const fileTimeout = 900_000
/** Files of the self-test that run at a time: three keep two cores busy, and more make each of them dearer. */
const atATime = 3
const folders = ['requirements', 'ca', 'harness', 'suites', 'reports', 'selftest', 'bench']
const bin = (name) => join('node_modules', '.bin', name)
const say = (line) => process.stdout.write(`${line}\n`)

const run = (command, args, options = {}) =>
  spawnSync(command, args, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, ...options })
const succeeds = (command, args) => {
  const { status, stdout, stderr } = run(command, args)
  return { ok: status === 0, output: `${stdout}${stderr}` }
}

function boundaries() {
  const { ok, output } = succeeds(bin('depcruise'), ['--config', '.dependency-cruiser.cjs', ...folders])
  const modules = Number(/(\d+) modules/.exec(output)?.[1] ?? 0)
  return modules < fewestModules
    ? { ok: false, output: `${output}\nOnly ${modules} modules were read.` }
    : { ok, output }
}

const steps = {
  'format and lint': () => succeeds(bin('biome'), ['check', '--error-on-warnings', '.']),
  types: () => succeeds(bin('tsc'), ['--noEmit', '-p', '.']),
  boundaries,
  'unused code and dependencies': () => succeeds(bin('knip'), []),
}

/** Runs the compiled self-test and counts from its TAP summary. */
function selfTest() {
  const folder = mkdtempSync(join(tmpdir(), 'assay-tap-'))
  const tap = join(folder, 'out.tap')
  const files = readdirSync('dist/selftest')
    .filter((name) => name.endsWith('.test.js'))
    .map((name) => join('dist/selftest', name))
  const { status } = run(
    process.execPath,
    [
      '--test',
      `--test-concurrency=${atATime}`,
      `--test-timeout=${fileTimeout}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      '--test-reporter=tap',
      `--test-reporter-destination=${tap}`,
      ...files,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const text = readFileSync(tap, 'utf8')
  rmSync(folder, { recursive: true })
  const count = (word) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
  const failed = count('fail') + count('cancelled')
  return {
    passed: count('pass'),
    failed: status !== 0 && failed === 0 ? 1 : failed,
    skipped: count('skipped') + count('todo'),
  }
}

const total = { passed: 0, failed: 0, skipped: 0 }
for (const [name, step] of Object.entries(steps)) {
  const started = Date.now()
  const { ok, output } = step()
  say(`${ok ? 'ok' : 'FAILED'}  ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  if (!ok) say(output)
  total[ok ? 'passed' : 'failed'] += 1
}
const tests = selfTest()
for (const key of Object.keys(total)) total[key] += tests[key]
process.exitCode = total.failed === 0 ? 0 : 1
say(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
