import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { leadsTo, quote, said } from '../../harness/run/preflight/said.js'
import { referenceDocument } from '../../harness/target/reference-target.js'
import type { Exchange } from '../../harness/wire/types.js'
import { assertPlain, compiled, resultsOf, sandbox, targetFile } from '../stage/assay-command.js'
import { howEnded } from '../stage/command-ends.js'

const box = sandbox()
after(() => box.remove())

/** A run of some checks against the reference ServiceProvider, or what stands before it. */
const certify = async (
  name: string,
  only: string,
  more: object,
  command = 'harness/reference/main.js ServiceProvider',
) => {
  const [file = '', ...args] = command.split(' ')
  const launch = { command: `exec ${process.execPath} ${compiled(file)} ${args.join(' ')}` }
  const config = targetFile(box, `${name}.json`, { target: { name, roles: ['ServiceProvider'] }, launch, ...more })
  const out = join(box.folder, name)
  const ended = await box.start(['certify', '--config', config, '--out', out, '--only', only]).ended
  return { ...ended, results: resultsOf(ended, out) }
}

test('a service that serves nobody keeps from being judged what rests on it, and nothing else', async () => {
  const { code, stdout, stderr, results } = await certify('elsewhere', 'audience.two,service.deny', {
    service: { path: '/nowhere' },
  })
  const ran = results.checks.filter(({ verdict }) => verdict !== 'disabled' && verdict !== 'not-applicable')
  assert.deepEqual(ran.map(({ id, verdict }) => [id, verdict]).sort(), [
    ['audience.two', 'pass'],
    ['service.deny', 'not-testable'],
  ])
  assert.equal(code, 2)
  const [first] = results.targets[0]?.blocked ?? []
  assert.match(
    first?.sentence ?? '',
    /GET http:\S+\/nowhere serves no consumer .* It answered 404: .*"\. It asked the lab for no evidence/,
  )
  assert.match(stdout, /^elsewhere as ServiceProvider: what rests on this was not judged/m)
  assert.match(stderr, /^assay: elsewhere as ServiceProvider: what rests on this is not judged: GET /)
  assertPlain(stderr)
})

const answering = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Exchange => ({
  request: { method: 'POST', url: 'http://127.0.0.1:1/token', headers: [] },
  response: { status, headers, body, truncated: false },
  startedAt: '',
  durationMs: 0,
})

test("a target's own words are quoted within bounds, without secrets and without what is not seen", () => {
  const secret = 'token-of-a-target'
  assert.equal(quote(`no \u001B[31mred\u0007 \u202Egnp ${secret}`, [secret]).includes(secret), false)
  assert.doesNotMatch(quote(`no \u001B[31mred\u0007 \u202Egnp\r\n.`), /[\p{Cc}\p{Cf}]/u)
  assert.ok(quote('word '.repeat(1_000)).length < 320)
  assert.doesNotMatch(quote(`eyJ${'a'.repeat(200)}`), /a{100}/)
  assert.equal(said(answering(400, '')), 'It answered 400: (empty body)')
})

test('a redirect is named with where it leads, without what may be secret in it', () => {
  assert.equal(
    said(answering(308, '', { location: '/token/?code=abc#def' })),
    'It answered 308, which leads to http://127.0.0.1:1/token/: (empty body)',
  )
  const leads = (status: number, location: string) => leadsTo('http://one/', { status, headers: { location } })
  assert.equal(leads(302, 'https://two/login'), 'https://two/login')
  assert.equal(leads(302, 'javascript:alert(1)'), undefined)
  assert.equal(leads(200, '/elsewhere'), undefined)
})

test('a target that refuses conforming clients is asked what it grants, and settings are proposed or a departure is named', async () => {
  const says: Readonly<Record<string, RegExp>> = {
    'wants-eori': /it wants-eori.*Granted with `interface\.partyId\.form: "EU\.EORI\.NL\{digits:9\}"`/,
    'wants-scope,wants-both-usages':
      /Granted with `interface\S+scope: iSHARE`, `certificates\.keyUsage: \[ digitalSignature, nonRepudiation \]`; .* and `certificates: /,
    'wants-nbf': /Granted with `interface\.token\.claims\.nbf: "\{iat\}"`/,
    'wants-no-root': /It grants a client only with a chain without its root, which the text forbids \(L247\)/,
    'wants-url-as-aud': /It grants a client only with its base URL as aud, which the text forbids \(L256\)/,
    'at-a-slash':
      /It answered 308, which leads to \S+\/oauth2\.0\/token\/: .*Granted with `interface\.token\.path: \/oauth2\.0\/token\/`/,
  }
  const disguise = `exec ${process.execPath} ${compiled('selftest/targets/demanding.js')}`
  const targets = Object.keys(says).map((look) => ({
    target: { name: look, roles: ['ServiceProvider'] },
    launch: { command: `${disguise} ${look}` },
  }))
  const config = targetFile(box, 'relatives.json', ...targets)
  const { code, stderr } = await box.start(['certify', '--config', config, '--out', 'relatives', '--profile', 'quick'])
    .ended
  assert.equal(code, 3)
  assertPlain(stderr)
  const lines = stderr.trimEnd().split('\n')
  for (const [index, [look, pattern]] of Object.entries(says).entries()) {
    assert.ok(lines[index]?.startsWith(`assay: ${look} (`), lines[index])
    assert.match(lines[index] ?? '', pattern, look)
  }
})

test('what preflight proposed is all that such a target needs', async () => {
  const proposed = {
    interface: { token: { parameters: { scope: 'iSHARE' } } },
    certificates: { keyUsage: ['digitalSignature', 'nonRepudiation'] },
  }
  const disguise = 'selftest/targets/disguise.js wants-scope,wants-both-usages'
  const { stdout } = await certify('proposed', 'audience.two', proposed, disguise)
  assert.match(stdout, /^audience\.two passes; the rest was left out$/m)
})

test('a launched target that is behind a gateway which does not know it yet is waited for', async () => {
  const target = (role: 'ServiceProvider' | 'IdentityProvider') => ({
    target: { name: role, roles: [role] },
    launch: {
      command: `exec ${process.execPath} ${compiled('selftest/targets/disguise.js')} cold-for-two-seconds ${role}`,
    },
    ...(role === 'IdentityProvider' && { login: referenceDocument(role).login }),
  })
  const config = targetFile(box, 'cold.json', target('ServiceProvider'), target('IdentityProvider'))
  const ended = await box.start(['certify', '--config', config, '--out', 'cold', '--only', 'audience.two']).ended
  assert.match(ended.stdout, /^audience\.two passes; the rest was left out$/m, howEnded(ended))
})

test('a provider that wants relying parties registered beforehand hears of that, and not of steps to mend', async () => {
  const config = targetFile(box, 'registering.json', {
    target: { name: 'registering', roles: ['IdentityProvider'] },
    launch: { command: `exec ${process.execPath} ${compiled('selftest/targets/registering-provider.js')}` },
    login: { steps: [{ fill: { label: 'User name', value: 'username' } }] },
  })
  const { code, stderr } = await box.start([
    'certify',
    '--config',
    config,
    '--out',
    'registering',
    '--only',
    'audience.two',
  ]).ended
  assert.equal(code, 3)
  assert.match(
    stderr,
    /refused the authorization request of a conforming relying party.* It answered 400: .*Unknown client/,
  )
  assert.match(stderr, /did not look .* up at the lab's registry.* registered beforehand breaks the text \(L283\)/)
  assert.doesNotMatch(stderr, /Mend login\.steps/)
  assertPlain(stderr)
})

/** What preflight says of a provider that takes an authorization request of one form only. */
async function ofChoosy(wants: string, more: object = {}): Promise<string> {
  const name = `choosy-${wants}${Object.keys(more).length}`
  const config = targetFile(box, `${name}.json`, {
    target: { name, roles: ['IdentityProvider'] },
    launch: { command: `exec ${process.execPath} ${compiled('selftest/targets/choosy-provider.js')} ${wants}` },
    login: { steps: [{ fill: { label: 'No such field', value: 'username' } }] },
    ...more,
  })
  const { code, stderr } = await box.start(['certify', '--config', config, '--out', name, '--only', 'audience.two'])
    .ended
  assert.equal(code, 3, stderr)
  assertPlain(stderr)
  return stderr
}

test('a provider that wants another scope hears which one it takes, and that line is all it needs', async () => {
  assert.match(
    await ofChoosy('profile'),
    /ended the login without a code: invalid_scope\. It takes an authorization request with `interface\.login\.scope: openid profile`; add to the target file: `interface: \{ login: \{ scope: openid profile \} \}`/,
  )
  const mended = await ofChoosy('profile', { interface: { login: { scope: 'openid profile' } } })
  assert.doesNotMatch(mended, /invalid_scope|It takes an authorization request/)
})

test('a provider whose authorization endpoint lives where a preset has it hears of its paths', async () => {
  assert.match(
    await ofChoosy('path'),
    /is not its authorization endpoint\. .* It takes an authorization request with `interface\.login\.authorizePath: \/oauth2\/authorize`, `interface\.login\.tokenPath: \/oauth2\/token`/,
  )
})

test('a provider that wants a signed request at the path of a preset hears what that preset says of logins', async () => {
  assert.match(
    await ofChoosy('signed'),
    /add to the target file: `interface: \{ login: \{ authorizePath: \/oauth2\/authorize, .* scope: openid iSHARE, request: signed \} \}`/,
  )
  const mended = await ofChoosy('signed', { interface: { preset: 'oauth2' } })
  assert.doesNotMatch(mended, /is not its authorization endpoint|It takes an authorization request/)
})

for (const [wants, line] of [
  ['known,profile', 'login: { registered: true }` and `interface: { login: { scope: openid profile } }'],
  ['path,profile', 'userinfoPath: /oauth2/userinfo, scope: openid profile } }'],
] as const)
  test(`a provider that wants two things at a time (${wants}) hears of both`, async () => {
    const said = await ofChoosy(wants)
    assert.ok(said.includes(line), said)
  })

test('what no setting makes stands in a sentence, and nothing is proposed', async () => {
  const said = await ofChoosy('no-pkce')
  assert.match(said, /It takes an authorization request with no PKCE .*, and no setting makes such requests/)
  assert.doesNotMatch(said, /add to the target file|registered beforehand/)
})

test('what a registry may want of its clients is guessed, as far as no setting says it yet', async () => {
  const ofRegistry = async (name: string, more: object): Promise<string> => {
    const config = targetFile(box, `${name}.json`, {
      target: { name, roles: ['ParticipantRegistry'] },
      launch: { command: `exec ${process.execPath} ${compiled('selftest/targets/picky-registry.js')} nobody` },
      ...more,
    })
    const { code, stderr } = await box.start(['certify', '--config', config, '--only', 'audience.two']).ended
    assert.equal(code, 3, stderr)
    assertPlain(stderr)
    return stderr
  }
  const plain = await ofRegistry('nobody', {})
  assert.match(plain, /Are the kit's parties registered/)
  assert.match(plain, /a guess, since .*`interface\.partyId\.form: .*`, `certificates\.keyUsage: \[ digitalSignature, /)
  const form = { interface: { partyId: { form: 'EU.EORI.NL{digits:9}' } } }
  const said = await ofRegistry('formed', { ...form, certificates: { keyUsage: ['digitalSignature'] } })
  assert.doesNotMatch(said, /a guess/)
})
