import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { FaultName } from '../../../harness/faults/faults.js'
import { passwordPage } from '../../../harness/target/reference-target.js'
import type { Role } from '../../../requirements/types.js'
import { compiled, resultsOf, sandbox, targetFile } from '../../stage/assay-command.js'
import { howEnded } from '../../stage/command-ends.js'

// Targets whose access tokens and codes end sooner, or in another way, than those of the references do by themselves.

const box = sandbox()
after(() => box.remove())

/** A reference with a variant of `harness/reference/token-endpoint/token-variants.ts`. */
const reference = (role: Role, variant: string, fault?: FaultName) => ({
  target: { name: fault ?? role, roles: [role] },
  launch: {
    command: `exec ${process.execPath} ${compiled('harness/reference/main.js')} ${role}`,
    env: { ASSAY_REFERENCE_VARIANT: variant, ...(fault && { ASSAY_FAULT: fault }) },
  },
  ...(role === 'ServiceProvider' && { service: { path: '/service' } }),
  ...(role === 'ParticipantRegistry' && { write: [{ method: 'POST', path: '/claims' }] }),
})

test('an access token that lives two seconds is not taken after its end, or that is a finding', async () => {
  const faults: readonly (readonly [Role, FaultName])[] = [
    ['AuthorisationRegistry', 'takes-expired-token'],
    ['ParticipantRegistry', 'answers-look-up-with-expired-token'],
    ['ServiceProvider', 'serves-expired-token'],
  ]
  const short = (role: Role, fault?: FaultName) => reference(role, 'tokens-live-two-seconds', fault)
  const targets = faults.flatMap(([role, fault]) => [short(role), short(role, fault)])
  const only = ['delegation.expired-token', 'lookup.expired-token', 'service.expired-token']
  const out = join(box.folder, 'short')
  const config = targetFile(box, 'short.json', ...targets)
  // Each check waits for 12 s, so all at the same time.
  const options = ['--only', only.join(), '--workers', String(targets.length)]
  const ended = await box.start(['certify', '--config', config, '--out', out, ...options]).ended
  const judged = resultsOf(ended, out).checks.filter(({ verdict }) => verdict === 'pass' || verdict === 'finding')
  assert.deepEqual(
    Object.fromEntries(judged.map(({ target, verdict }) => [target, verdict])),
    Object.fromEntries(faults.flatMap(([role, fault]) => [[role, 'pass'] as const, [fault, 'finding'] as const])),
    howEnded(ended),
  )
})

test('an authorization code that lives two seconds is not taken after its end, or that is a finding', async () => {
  const fault = 'accepts-expired-code'
  const short = (one?: FaultName) => ({
    ...reference('IdentityProvider', 'codes-live-two-seconds', one),
    login: { steps: passwordPage },
    clock: { codeLifetimeSeconds: 2 },
  })
  const out = join(box.folder, 'codes')
  const config = targetFile(box, 'codes.json', short(), short(fault))
  const options = ['--profile', 'deep', '--only', 'login.code-lifetime', '--workers', '2']
  const ended = await box.start(['certify', '--config', config, '--out', out, ...options]).ended
  const judged = resultsOf(ended, out).checks.filter(({ id }) => id === 'login.code-lifetime')
  assert.deepEqual(
    judged.map(({ target, verdict }) => `${target}: ${verdict}`).sort(),
    ['IdentityProvider: pass', `${fault}: finding`],
    howEnded(ended),
  )
})

test('a target that takes a token once, and lets a client have one, is failed by no check that shares its clients', async () => {
  const roles = ['AuthorisationRegistry', 'EntitledParty', 'ParticipantRegistry'] as const
  const config = targetFile(
    box,
    'one.json',
    ...roles.map((role) => reference(role, 'takes-tokens-once,one-live-token')),
  )
  const rules = ['CONTEXT', 'ANY-OF', 'ALL-OF'].map((rule) => `DELEGATION-${rule}`)
  const only = [...rules, 'FORWARD-ACCEPTED', 'FORWARD-AUD', 'PRG-03', 'PRG-05', 'documents.write-further-members']
  const out = join(box.folder, 'one')
  const options = ['--only', only.join(), '--workers', '6']
  const ended = await box.start(['certify', '--config', config, '--out', out, ...options]).ended
  const judged = resultsOf(ended, out).checks.filter(
    ({ verdict }) => verdict !== 'disabled' && verdict !== 'not-applicable',
  )
  assert.ok(judged.length > 40, `${judged.length} checks. ${howEnded(ended)}`)
  assert.deepEqual(
    judged.filter(({ verdict }) => verdict !== 'pass').map(({ id, target, reason }) => `${target} ${id}: ${reason}`),
    [],
  )
})

test('a target that lets each client in once is judged, and blamed for it', async () => {
  const out = join(box.folder, 'once')
  const faulty = ['--reference', 'AuthorisationRegistry', '--fault', 'refuses-second-authentication']
  const ended = await box.start(['certify', ...faulty, '--only', 'positive.again', '--out', out]).ended
  assert.equal(ended.code, 1, howEnded(ended))
  assert.equal(resultsOf(ended, out).checks.find(({ id }) => id === 'positive.again')?.verdict, 'fail')
})
