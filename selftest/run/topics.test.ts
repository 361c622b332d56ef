import assert from 'node:assert/strict'
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
