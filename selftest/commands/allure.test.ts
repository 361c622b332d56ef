import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { ownSuite } from '../../harness/attestation/suite.js'
import { verifyAttestation } from '../../harness/attestation/verify.js'
import { listChecks } from '../../harness/cli/list-checks.js'
import { viewsOf } from '../../reports/index.js'
import { assertNothingLeft, type Sandbox, sandbox } from '../stage/assay-command.js'

let box: Sandbox
before(() => {
  box = sandbox()
})
after(() => box.remove())

it('--allure writes the true outcome of each check, and says that the pages made of them call out', async () => {
  const certify = ['certify', '--reference', 'ServiceProvider', '--only', 'audience.two', '--allure', '--out', 'out']
  const { code, stderr } = await box.start([...certify, '--fault', 'accepts-two-audiences']).ended
  assert.equal(code, 1)
  assert.match(stderr, /mind that the pages which Allure makes of them call out/)
  const out = join(box.folder, 'out')
  const results = readdirSync(join(out, 'allure-results')).filter((name) => name.endsWith('-result.json'))
  assert.equal(results.length, 1)
  const result = JSON.parse(readFileSync(join(out, 'allure-results', results[0] ?? ''), 'utf8')) as Result
  assert.deepEqual(
    [result.name, result.status, result.statusDetails.message],
    [
      'refuses an assertion for itself and another participant',
      'failed',
      'Error: fail: Expected a refusal, got an access token.',
    ],
  )
  const { problems, unverified, added } = verifyAttestation(out, { suite: ownSuite(await listChecks(), viewsOf) })
  assert.deepEqual(
    [problems, unverified, added],
    [[], ['not made of the results alone: that allure-results/ says what the results say was not verified'], []],
  )
  await assertNothingLeft(box)
})

/** Of a result of Allure. */
interface Result {
  readonly name: string
  readonly status: string
  readonly statusDetails: { readonly message: string }
}
