import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Results } from '../../harness/contracts/results.js'
import { needs } from '../stage/needs.js'
import { ownFolder } from '../stage/own-folder.js'

// Packs the project, installs the package into an empty folder beside another Playwright, and uses it there.

const folder = ownFolder()

const home = join(folder, 'home of a user')
mkdirSync(home)

const run = (command: string, args: readonly string[], cwd: string) => {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  return spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...env, NO_COLOR: '1' },
    maxBuffer: 64 * 1024 * 1024,
  })
}
const done = (command: string, args: readonly string[], cwd: string): string => {
  const { status, stdout, stderr } = run(command, args, cwd)
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${stderr}${stdout}`)
  return stdout
}

/** A Playwright that is not the one of the project. */
const otherPlaywright = '@playwright/test@1.64.1'

/** Makes every start of a process an error. */
const denying = `
  const processes = require('node:child_process')
  for (const name of ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'])
    processes[name] = () => { throw new Error('A process was to be started.') }
  require('node:module').syncBuiltinESMExports()
`

test('the package works in an empty folder, also beside another Playwright', { skip: needs('registry') }, () => {
  done('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], process.cwd())
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  writeFileSync(join(home, 'package.json'), '{"private":true,"type":"module"}')
  const quietly = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts']
  done('npm', ['install', ...quietly, join(folder, tarball), otherPlaywright, 'typescript@6.0.3'], home)

  const installed = join(home, 'node_modules/trust-assay')
  for (const name of ['dist/selftest', 'dist/bench', 'suites', 'harness'])
    assert.ok(!existsSync(join(installed, name)), name)
  const assay = join(installed, 'dist/harness/cli/main.js')
  assert.match(done('npx', ['playwright', '--version'], home), /1\.64\.1/)

  // The package brings its list of checks along, and nothing has to be started for it.
  const deny = join(folder, 'deny.cjs')
  writeFileSync(deny, denying)
  for (const _ of ['once', 'again']) {
    const { status, stdout, stderr } = run(process.execPath, ['--require', deny, assay, 'list', '--json'], home)
    assert.equal(status, 0, stderr)
    assert.ok((JSON.parse(stdout) as { checks: unknown[] }).checks.length > 1_000)
  }

  const { status, stderr } = run(
    'npx',
    ['assay', 'certify', '--reference', 'ServiceProvider', '--only', 'AUD-01'],
    home,
  )
  // One check alone leaves the role not fully verified.
  assert.equal(status, 2, stderr)
  const results = JSON.parse(readFileSync(join(home, 'assay-report-only/results.json'), 'utf8')) as Results
  assert.deepEqual(
    results.checks.map(({ verdict }) => verdict).filter((verdict) => !['disabled', 'not-applicable'].includes(verdict)),
    ['pass'],
  )
  assert.ok(existsSync(join(home, 'assay-report-only/index.html')))

  // Playwright is the runner here, and Allure's reporter has to find the same one.
  const byAllure = ['certify', '--reference', 'ServiceProvider', '--only', 'AUD-01', '--allure', '--out', 'by-allure']
  const allure = run('npx', ['assay', ...byAllure], home)
  assert.equal(allure.status, 2, allure.stderr)
  const written = join(home, 'by-allure/allure-results')
  const [shown = ''] = readdirSync(written).filter((name) => name.endsWith('-result.json'))
  assert.match(readFileSync(join(written, shown), 'utf8'), /"status":"passed"/)

  writeFileSync(
    join(home, 'acme.ts'),
    "import { defineTarget } from 'trust-assay'\n\nexport default defineTarget({\n  target: { name: 'Acme', roles: ['ServiceProvider'] },\n  launch: { command: 'exit 7' },\n})\n",
  )
  done('npx', ['tsc', '--noEmit', '--strict', '--module', 'nodenext', '--skipLibCheck', 'acme.ts'], home)
  const launched = run('npx', ['assay', 'certify', '--config', 'acme.ts'], home)
  assert.equal(launched.status, 3)
  assert.match(launched.stderr, /Acme/)
})
