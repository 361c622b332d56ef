import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listChecks } from '../../harness/cli/list-checks.js'

test('each check lies in the folder that its id begins with', async () => {
  const checks = await listChecks()
  assert.ok(checks.length > 1_000, `${checks.length} checks`)
  assert.deepEqual(
    checks
      .filter(({ file, check }) => file.split('/')[0] !== check.id.split('.')[0])
      .map(({ file, check }) => `${check.id} in suites/${file}`),
    [],
  )
})
