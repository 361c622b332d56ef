import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Policy, Results } from '../../harness/contracts/results.js'
import { readEvidence } from '../../harness/evidence/store.js'
import { reread } from '../../harness/judge/reread.js'
import { referenceDocument } from '../../harness/target/reference-target.js'
import { type Reading, readings } from '../../requirements/readings.js'
import { resultsOf, type Sandbox, sandbox } from '../stage/assay-command.js'

const ids = Object.keys(readings)
let box: Sandbox
before(() => {
  box = sandbox()
})
after(() => box.remove())

/** Certifies by the checks of the ambiguous requirements alone. */
async function certified(name: string, ...target: readonly string[]): Promise<readonly [folder: string, Results]> {
  const out = join(box.folder, name)
  const args = ['certify', '--guises', 'none', ...ids.flatMap((id) => ['--only', id]), '--out', out, ...target]
  return [out, resultsOf(await box.start(args).ended, out)]
}

test('what a run of the references records tells the readings of ten requirements apart, and lacks nothing that one wants', async () => {
  const references = ['ServiceProvider', 'ParticipantRegistry', 'AuthorisationRegistry']
  const plain = await certified('plain', '--reference', ...references)
  const signing = referenceDocument('AuthorisationRegistry', {
    ASSAY_REFERENCE_VARIANT: 'signs-evidence',
    ASSAY_FAULT: 'forward-ignores-sub',
  })
  const signed = await certified('signed', '--config', box.write('signing.json', JSON.stringify(signing)))
  const apart = new Set<string>()
  for (const [id, named] of Object.entries<Readonly<Record<string, Reading>>>(readings)) {
    const seen = new Set<string>()
    for (const reading of Object.keys(named)) {
      const policy: Policy = { name: reading, digest: '', requirements: [{ id, level: 'must', reading, reason: 'r' }] }
      const verdicts = [plain, signed].flatMap(([out, results]) => {
        const { checks } = reread(results, policy, (path) => readEvidence(out, path)).results
        const own = checks.filter(({ requirements, evidence }) => evidence !== undefined && requirements.includes(id))
        for (const check of own)
          assert.ok(
            !/did not record|nothing is known/.test(check.reason ?? ''),
            `${check.role} ${check.id}: ${check.reason}`,
          )
        return own.map(({ role, id: check, verdict }) => `${role} ${check} ${verdict}`)
      })
      assert.ok(verdicts.length > 0, id)
      seen.add(verdicts.join())
    }
    if (seen.size > 1) apart.add(id)
  }
  // The references take every form of a registered certificate and of its fingerprint, as each of these readings wants.
  assert.deepEqual(
    ids.filter((id) => !apart.has(id)),
    ['REGISTRY-FINGERPRINT', 'REGISTRY-X5C-FORM'],
  )
})
