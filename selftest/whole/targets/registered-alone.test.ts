import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { referenceDocument } from '../../../harness/target/reference-target.js'
import type { Role } from '../../../requirements/types.js'
import { compiled, resultsOf, sandbox, targetFile } from '../../stage/assay-command.js'
import { howEnded } from '../../stage/command-ends.js'
import { drawnChecks } from '../../stage/drawn.js'

// A provider that takes the relying parties of its kit alone: it breaks the text by that, and is judged all the same.

const box = sandbox()
after(() => box.remove())

const configOf = (role: Role, name: string, login: object, env: object = {}, look = 'registered-alone'): string =>
  targetFile(box, `${name}.json`, {
    target: { name, roles: [role] },
    launch: {
      command: `exec ${process.execPath} ${compiled('selftest/targets/disguise.js')} ${look} ${role}`,
      env,
    },
    login: { ...referenceDocument(role).login, ...login },
  })

const registered = { registered: true }

test('preflight finds that out, and proposes the line', async () => {
  const config = configOf('IdentityProvider', 'unsaid', {})
  const { code, stderr } = await box.start(['certify', '--config', config, '--profile', 'quick']).ended
  assert.equal(code, 3)
  assert.match(stderr, /It takes a relying party that its kit lists, and none that it has not seen.*\(L283\)/)
  assert.match(stderr, /add to the target file: `login: \{ registered: true \}`/)
})

/** Checks that pass there, and such as need a party that it has not seen. */
const known = ['audience.two', 'signature.bit-flipped', 'replay.at-once', 'login.code-again', 'chain.untrusted-root']
const ofNewParties = ['positive.party-ids', 'login.redirect-of-another']

for (const role of ['IdentityProvider', 'IdentityBroker'] as const)
  test(`at an ${role} only the first contact fails, and what needs a new party is not testable`, async (context) => {
    const out = join(box.folder, role)
    const config = configOf(role, role, registered)
    const only = ['login.first-contact', ...known, ...ofNewParties, await drawnChecks(context, 'quick', role)].join()
    const ended = await box.start(['certify', '--config', config, '--only', only, '--out', out]).ended
    const { checks, targets } = resultsOf(ended, out)
    const played = checks.filter(({ verdict }) => verdict !== 'disabled')
    const of = (verdict: string) => played.filter((check) => check.verdict === verdict).map(({ id }) => id)
    assert.deepEqual(of('fail'), ['login.first-contact'], howEnded(ended))
    assert.ok(of('pass').length > 30, `${of('pass').length} pass`)
    for (const id of known) assert.ok(of('pass').includes(id), id)
    for (const id of ofNewParties) assert.ok(of('not-testable').includes(id), id)
    const others = played.filter(({ verdict }) => !['pass', 'fail', 'not-testable', 'not-applicable'].includes(verdict))
    assert.deepEqual(others, [])
    assert.deepEqual(
      targets.flatMap(({ roles }) => roles.map(({ verdict }) => verdict)),
      ['not-certified'],
    )
    assert.equal(ended.code, 1)
  })

const broken = {
  'skips-signature': 'signature.bit-flipped',
  'accepts-alg-none': 'algorithm.none',
  'accepts-expired-leaf': 'certificate.expired',
  'trusts-any-root': 'chain.untrusted-root',
}

for (const [fault, id] of Object.entries(broken))
  test(`${id} notices ${fault} there`, async () => {
    const out = join(box.folder, fault)
    const config = configOf('IdentityProvider', fault, registered, { ASSAY_FAULT: fault })
    const ended = await box.start(['certify', '--config', config, '--only', id, '--out', out]).ended
    const check = resultsOf(ended, out).checks.find((one) => one.id === id)
    assert.equal(check?.verdict, 'fail', howEnded(ended))
  })

test('a relying party with a defect that it has not registered leaves what it is for open', async () => {
  const out = join(box.folder, 'sound')
  const only = ['certificate.expired', 'audience.two']
  const config = configOf('IdentityProvider', 'sound', registered, {}, 'registered-sound-alone')
  const ended = await box.start(['certify', '--config', config, '--only', only.join(), '--out', out]).ended
  const checks = resultsOf(ended, out).checks.filter(({ id }) => only.includes(id))
  assert.deepEqual(
    checks.map(({ id, verdict }) => [id, verdict]),
    [
      ['audience.two', 'pass'],
      ['certificate.expired', 'not-testable'],
    ],
    howEnded(ended),
  )
  assert.match(checks[1]?.reason ?? '', /register all of them/)
})

test('beside participants, or at another role, the setting is refused with a sentence', async () => {
  const at = (role: Role, more: object) =>
    box.start([
      'certify',
      '--config',
      targetFile(box, 'wrong.json', {
        target: { name: 'wrong', roles: [role], partyId: 'did:example:wrong', baseUrl: 'http://127.0.0.1:1' },
        login: { start: '/login', success: { text: 'Hello' }, ...registered },
        ...more,
      }),
    ]).ended
  const elsewhere = await at('ServiceProvider', {})
  assert.equal(elsewhere.code, 3)
  assert.match(
    elsewhere.stderr,
    /login\.registered concerns an IdentityProvider or IdentityBroker, and the target is none/,
  )
})
