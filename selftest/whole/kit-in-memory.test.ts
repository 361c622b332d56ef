import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ownBaseUrl } from '../../harness/contracts/target-file/fields.js'
import { referenceDocument } from '../../harness/target/reference-target.js'
import type { Role } from '../../requirements/types.js'
import { assertNothingLeft, resultsOf, sandbox, targetFile } from '../stage/assay-command.js'

// A target that keeps its kit in memory alone is given it once more after a restart, so that the check that had it
// restarted, and all that come later, are judged.

const box = sandbox()
after(() => box.remove())

/** What needs what `provision` has loaded, and what has the target restarted before it. */
const asked: Partial<Record<Role, readonly string[]>> = {
  ParticipantRegistry: ['replay.after-restart', 'token.recurring-after-restart', 'lookup.status'],
  AuthorisationRegistry: ['replay.after-restart', 'delegation.response', 'forwarding.effect'],
  IdentityProvider: ['login.subject-after-restart', 'login.code-after-restart', 'login.state'],
}

for (const [role, only] of Object.entries(asked) as [Role, readonly string[]][])
  test(`an ${role} that forgets its kit is given it again`, async () => {
    const document = referenceDocument(role, { ASSAY_REFERENCE_VARIANT: 'keeps-kit-in-memory' })
    const target = { ...document, provision: { url: `${ownBaseUrl}/kit` } }
    const config = targetFile(box, `${role}.json`, target)
    const args = ['certify', '--config', config, '--only', only.join(), '--guises', 'none', '--out', role]
    const { checks } = resultsOf(await box.start(args).ended, join(box.folder, role))
    const judged = checks.filter(({ id }) => only.includes(id))
    assert.deepEqual(
      judged.map(({ id, verdict, reason }) => ({ id, verdict, reason })).filter(({ verdict }) => verdict !== 'pass'),
      [],
    )
    assert.equal(judged.length, only.length)
    await assertNothingLeft(box)
  })
