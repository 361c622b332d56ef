import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { referenceDocument } from '../../../harness/target/reference-target.js'
import type { Role } from '../../../requirements/types.js'
import { compiled, resultsOf, sandbox, targetFile } from '../../stage/assay-command.js'
import { howEnded } from '../../stage/command-ends.js'
import { drawnChecks } from '../../stage/drawn.js'

// A provider that takes the parameters of a login only in a JWT that the relying party has signed and posts.

const box = sandbox()
after(() => box.remove())

const configOf = (role: Role, name: string, more: object, env: object = {}, look = 'signed-logins'): string => {
  const command = `exec ${process.execPath} ${compiled('selftest/targets/disguise.js')} ${look} ${role}`
  const { login } = referenceDocument(role)
  return targetFile(box, `${name}.json`, { target: { name, roles: [role] }, launch: { command, env }, login, ...more })
}

const signed = { interface: { login: { request: 'signed' } } }

test('preflight finds that out, and proposes the line', async () => {
  const config = configOf('IdentityProvider', 'unsaid', {})
  const { code, stderr } = await box.start(['certify', '--config', config, '--profile', 'quick']).ended
  assert.equal(code, 3)
  assert.match(stderr, /add to the target file: `interface: \{ login: \{ request: signed \} \}`/)
})

// The browser that posts keeps the cookies of the answer, and goes on with them.
const conforming = { IdentityProvider: 'signed-logins', IdentityBroker: 'signed-logins-tied' } as const

for (const [role, look] of Object.entries(conforming) as [keyof typeof conforming, string][])
  test(`a conforming ${role} that looks ${look} is failed by nothing`, async (context) => {
    const out = join(box.folder, role)
    const config = configOf(role, role, signed, {}, look)
    const only = await drawnChecks(context, 'quick', role)
    const ended = await box.start(['certify', '--config', config, '--only', only, '--out', out]).ended
    const played = resultsOf(ended, out).checks.filter(
      ({ verdict }) => verdict !== 'disabled' && verdict !== 'not-applicable',
    )
    assert.ok(played.length > 20, `${played.length} checks. ${howEnded(ended)}`)
    assert.deepEqual(
      played.filter(({ verdict }) => verdict !== 'pass'),
      [],
      howEnded(ended),
    )
  })

const broken = {
  'accepts-foreign-audience': 'audience.other-party',
  'accepts-used-code': 'login.code-again',
  'accepts-other-redirect-uri': 'login.redirect-differs',
}

for (const [fault, id] of Object.entries(broken))
  test(`${id} notices ${fault} there`, async () => {
    const out = join(box.folder, fault)
    const config = configOf('IdentityProvider', fault, signed, { ASSAY_FAULT: fault })
    const ended = await box.start(['certify', '--config', config, '--only', id, '--out', out]).ended
    assert.equal(resultsOf(ended, out).checks.find((one) => one.id === id)?.verdict, 'fail', howEnded(ended))
  })

test('who takes the redirect URI that the client has signed is failed for that by nothing', async () => {
  const out = join(box.folder, 'redirects')
  const config = configOf('IdentityProvider', 'redirects', signed, { ASSAY_FAULT: 'accepts-any-redirect-uri' })
  const only = ['--only', 'login.redirect-*,login.no-open-redirect']
  const ended = await box.start(['certify', '--config', config, ...only, '--out', out]).ended
  const played = resultsOf(ended, out).checks.filter(({ verdict }) => verdict !== 'disabled')
  const having = (verdict: string) => played.filter((check) => check.verdict === verdict).map(({ id }) => id)
  assert.deepEqual(having('fail'), [], howEnded(ended))
  for (const id of ['login.redirect-host', 'login.redirect-of-another', 'login.no-open-redirect'])
    assert.ok(having('finding').includes(id), howEnded(ended))
  assert.ok(having('pass').includes('login.redirect-differs'), howEnded(ended))
})

const heeding = {
  'signed-logins': 'pass',
  'signed-logins-believing': 'finding',
  'signed-logins-believing-nonce': 'finding',
}
for (const [look, verdict] of Object.entries(heeding))
  test(`login.request-in-address ends as ${verdict} at a provider that looks ${look}`, async () => {
    const out = join(box.folder, look)
    const config = configOf('IdentityProvider', look, signed, {}, look)
    const id = 'login.request-in-address'
    const ended = await box.start(['certify', '--config', config, '--only', id, '--out', out]).ended
    assert.equal(resultsOf(ended, out).checks.find((one) => one.id === id)?.verdict, verdict, howEnded(ended))
  })

test('that it takes no other request is a finding, and says by what all else was judged', async () => {
  const out = join(box.folder, 'finding')
  const config = configOf('IdentityProvider', 'finding', signed)
  const ended = await box.start(['certify', '--config', config, '--only', 'login.request-in-query', '--out', out]).ended
  const check = resultsOf(ended, out).checks.find(({ id }) => id === 'login.request-in-query')
  assert.equal(check?.verdict, 'finding', howEnded(ended))
  assert.match(ended.stdout, /interface\.login\.request/)
})
