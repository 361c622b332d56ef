import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { listChecks } from '../../harness/cli/list-checks.js'

/** What both kinds of relying party are asked for is declared once, with the ids of either. */
const ofBoth = 'relying-party/both.spec.js'

test('each check lies in the folder that its id begins with', async () => {
  const checks = await listChecks()
  assert.ok(checks.length > 1_000, `${checks.length} checks`)
  assert.deepEqual(
    checks
      .filter(({ file, check }) => file !== ofBoth && file.split('/')[0] !== check.id.split('.')[0])
      .map(({ file, check }) => `${check.id} in suites/${file}`),
    [],
  )
})

test('each id of a check stands whole and quoted in the sources of the suites, so that a search finds it', async () => {
  const sources = readdirSync('suites', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join('suites', name), 'utf8'))
  const quoted = new Set(sources.flatMap((text) => [...text.matchAll(/'([^'\n]+)'/g)].map(([, inside]) => inside)))
  const ids = new Set((await listChecks()).map(({ check }) => check.id))
  assert.deepEqual(
    [...ids].filter((id) => !quoted.has(id)),
    [],
  )
})
