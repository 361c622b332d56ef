import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { usualWorkers } from '../../harness/run/options.js'
import { assertNothingLeft, compiled, type Ended, grantingSandbox, resultsIn } from '../stage/assay-command.js'

// Playwright's own reporters have to report failing checks truly, however they are called; prove it anew at each
// upgrade.

const { box, grants: config } = grantingSandbox()

const playwright = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  box.startNode(
    [
      join(process.cwd(), 'node_modules/@playwright/test/cli.js'),
      'test',
      '-c',
      compiled('harness/cli/playwright.config.js'),
      ...args,
    ],
    { env: { ASSAY_CONFIG: config, ...env } },
  ).ended

interface JsonReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number }
}

/** What the runner counts as failed: what was violated, and what could not be judged. */
const failsRunner = ({ verdict }: { readonly verdict: string }): boolean =>
  verdict === 'fail' || verdict === 'inconclusive'

/** How often a text occurs. */
const count = (text: string, what: RegExp): number => [...text.matchAll(what)].length

test('npx playwright test alone does what assay certify does', async () => {
  const { code, stdout } = await playwright(['-g', 'alg'])
  await assertNothingLeft(box)
  assert.equal(code, 1)
  const results = resultsIn(join(box.folder, 'assay-report'))
  assert.ok(results)
  assert.equal(results.complete, true)
  assert.ok(existsSync(join(box.folder, 'assay-report', 'index.html')))
  const failed = results.checks.filter(failsRunner).length
  assert.ok(failed > 3)
  assert.match(stdout, new RegExp(`^  ${failed} failed$`, 'm'))
})

test('another reporter in place of ours still fails the run', async () => {
  const { code, stdout } = await playwright(['--reporter=line', '-g', 'alg none'])
  await assertNothingLeft(box)
  assert.equal(code, 1)
  assert.match(stdout, /^ {2}3 failed$/m)
  assert.doesNotMatch(stdout, /passed/)
})

test('reporters after ours count every failing check, and see no expected failure', async () => {
  const reporters = `${compiled('harness/cli/reporter.js')},json,junit,list`
  const { code, stdout } = await playwright([`--reporter=${reporters}`, '-g', 'alg'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(box.folder, 'report.json'),
    PLAYWRIGHT_JUNIT_OUTPUT_NAME: join(box.folder, 'report.xml'),
  })
  await assertNothingLeft(box)
  assert.equal(code, 1)
  const results = resultsIn(join(box.folder, 'assay-report'))
  assert.ok(results)
  const failed = results.checks.filter(failsRunner).length
  const passed = results.checks.filter(({ verdict }) => verdict === 'pass' || verdict === 'finding').length
  assert.ok(failed > 3 && passed > 0)
  const json = readFileSync(join(box.folder, 'report.json'), 'utf8')
  const { stats } = JSON.parse(json) as JsonReport
  assert.deepEqual([stats.unexpected, stats.expected, stats.flaky], [failed, passed, 0])
  assert.equal(count(json, /"expectedStatus": "failed"/g), 0)
  assert.equal(count(json, /"type": "fail"/g), 0)
  assert.equal(count(json, /"attachments": \[\s*\{/g), 0)
  // No failing check cost its worker: there are no more of them than run side by side.
  assert.ok(
    new Set([...json.matchAll(/"workerIndex": (\d+)/g)].map(([, index]) => index)).size <=
      usualWorkers([{ roles: ['ServiceProvider'] }]),
  )
  const junit = readFileSync(join(box.folder, 'report.xml'), 'utf8')
  assert.equal(count(junit, /<\/(failure|error)>/g), failed)
  assert.doesNotMatch(junit, /attachment .* is missing/)
  assert.match(stdout, new RegExp(`^  ${failed} failed$`, 'm'))
})
