import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { packageFile } from '../harness/run/version.js'

// Failing checks keep their worker by telling Playwright that they were expected to fail (docs/adr): no reporter may believe it.

const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli')
const topic = 'suites/audience/audience.spec'

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-truth-'))
  const document = {
    target: { name: 'faulty', roles: ['ServiceProvider'] },
    launch: {
      command: `exec '${process.execPath}' '${packageFile('harness/reference/main.js')}' ServiceProvider`,
      env: { ASSAY_FAULT: 'accepts-two-audiences' },
    },
  }
  writeFileSync(join(folder, 'faulty.json'), JSON.stringify(document))
})
after(() => rmSync(folder, { recursive: true }))

interface JsonReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly skipped: number }
}

/** Runs one topic against a target with one fault, with Playwright's JSON reporter behind the named ones. */
function run(...reporters: readonly string[]) {
  const report = join(folder, 'report.json')
  const args = [playwright, 'test', '-c', packageFile('harness/cli/playwright.config.js'), topic, '--workers=1']
  const { status } = spawnSync(process.execPath, [...args, `--reporter=${[...reporters, 'json'].join(',')}`], {
    cwd: folder,
    env: { ...process.env, ASSAY_CONFIG: join(folder, 'faulty.json'), PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    stdio: 'ignore',
  })
  const text = readFileSync(report, 'utf8')
  const { stats } = JSON.parse(text) as JsonReport
  const workers = new Set([...text.matchAll(/"workerIndex": (\d+)/g)].map(([, index]) => index))
  return { status, stats, workers }
}

test('a failing check is a failure to every reporter behind ours, and keeps its worker', () => {
  const { status, stats, workers } = run(packageFile('harness/cli/reporter.js'))
  assert.equal(status, 1)
  assert.equal(stats.unexpected, 1)
  assert.ok(stats.expected > 10)
  assert.deepEqual([...workers], ['0'])
})

test('a failing check is a failure without our reporter too', () => {
  const { status, stats } = run()
  assert.equal(status, 1)
  assert.equal(stats.unexpected, 1)
  assert.ok(stats.expected > 10)
})
