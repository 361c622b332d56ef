import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { freePort } from '../../../harness/target/process/base-url.js'
import { compiled, resultsOf, sandbox, targetFile } from '../../stage/assay-command.js'
import { howEnded } from '../../stage/command-ends.js'

// A provider in which nothing is ours: the verdicts that `oidc-provider` as it comes deserves, of each kind some.

const box = sandbox()
after(() => box.remove())

const expected: Readonly<Record<string, string>> = {
  // Clients are registered on demand, for as long as the registry calls them Active.
  'login.first-contact': 'pass',
  'login.adherence': 'pass',
  'login.code-again': 'pass',
  'login.prompt-none': 'pass',
  'login.state': 'pass',
  'login.nonce': 'pass',
  'login.subject': 'pass',
  'login.two-humans': 'pass',
  'login.human-typed-anew': 'pass',
  'login.two-pages': 'pass',
  'login.browsers-apart': 'pass',
  'login.nonce-of-own-browser': 'pass',
  'login.values-of-another-client': 'pass',
  'login.codes-of-two-humans': 'pass',
  'login.id-token-hint': 'pass',
  'login.userinfo-beside-cookie': 'pass',
  'login.code-raced': 'pass',
  'login.code-unknown': 'pass',
  'login.userinfo-closed': 'pass',
  'login.max-age-zero': 'pass',
  'login.auth-time-kept': 'pass',
  'login.at-hash': 'not-applicable',
  'login.code-guessable': 'pass',
  'login.no-open-redirect': 'pass',
  'login.redirect-letter-case': 'pass',
  'login.redirect-slash': 'pass',
  'login.redirect-scheme': 'pass',
  'login.redirect-user': 'pass',
  'login.redirect-encoded': 'pass',
  'login.redirect-differs': 'pass',
  'login.redirect-of-another': 'pass',
  'login.redirect-other-registered': 'pass',
  // It asks for consent once for each relying party, and then logs in without a page.
  'login.max-age': 'pass',
  // It takes some of the bad input, which other checks judge, and refuses the rest as it should.
  'http.no-5xx': 'pass',
  'http.no-leak': 'pass',
  // Its pages for development take any password.
  'login.password-wrong': 'finding',
  'login.password-longer': 'finding',
  // Its login pages are tied to a cookie of the browser.
  'login.form-of-stranger': 'pass',
  // The id_token is that of OpenID Connect, without a chain and a jti.
  'login.id-token-header': 'finding',
  'login.id-token-jti': 'finding',
  'login.id-token-chain': 'finding',
  'login.id-token-signature': 'inconclusive',
  // One redirect URI is registered, so that it need not be said.
  'login.redirect-omitted': 'finding',
  'positive.algorithms': 'finding',
  // Of the certificate it reads the key alone, and of the claims those that OpenID Connect demands.
  'algorithm.pss': 'fail',
  'audience.two': 'fail',
  'chain.empty': 'fail',
  'certificate.expired': 'fail',
  'time.lifetime-longer': 'fail',
  'time.no-iat': 'fail',
}

/** The target file of such a provider. */
const plainTarget = async (name: string, variable = '', login: object = {}, asked: object = {}): Promise<string> => {
  const url = `http://127.0.0.1:${await freePort()}`
  const command = `NODE_EXTRA_CA_CERTS="$ASSAY_KIT/trust/tls-root.pem" exec ${process.execPath} ${compiled('selftest/targets/plain-provider.js')}`
  return targetFile(box, `${name}.json`, {
    target: { name, baseUrl: url, partyId: url, roles: ['IdentityProvider'] },
    launch: { command: `${variable} ${command}` },
    interface: { login: { authorizePath: '/auth', tokenPath: '/token', userinfoPath: '/me', ...asked } },
    login: {
      ...login,
      steps: [
        { fill: { selector: 'input[name=login]', value: 'username' } },
        { fill: { selector: 'input[name=password]', value: 'password' } },
        { click: { role: 'button', name: 'Sign-in' } },
        { click: { role: 'button', name: 'Continue' } },
      ],
    },
  })
}

test('a plain oidc-provider that looks its clients up is judged by what it does', async () => {
  const out = join(box.folder, 'plain')
  const options = ['--config', await plainTarget('plain'), '--out', out, '--only', Object.keys(expected).join()]
  const ended = await box.start(['certify', ...options]).ended
  const results = resultsOf(ended, out)
  const judged = results.checks.filter(({ id }) => id in expected)
  assert.deepEqual(Object.fromEntries(judged.map(({ id, verdict }) => [id, verdict])), expected, howEnded(ended))
  assert.deepEqual(
    results.targets.flatMap(({ roles }) => roles.map(({ verdict }) => verdict)),
    ['not-certified'],
  )
  assert.equal(ended.code, 1)
})

test('a provider that does not know its own codes is reported before anything is judged', async () => {
  const config = await plainTarget('forgetful', 'FORGETS_CODES=yes')
  const { code, stderr } = await box.start(['certify', '--config', config, '--only', 'login.state']).ended
  assert.equal(code, 3)
  assert.match(stderr, /It answered 400: .*invalid_grant.* It means the code, which it had issued just before: /)
})

test('one that knows its clients beforehand fails by that, and is judged like the other by the rest', async () => {
  const chosen = ['login.first-contact', 'login.state', 'login.code-again', 'algorithm.pss', 'audience.two']
  const out = join(box.folder, 'registered')
  const config = await plainTarget('registered', 'REGISTERED_ALONE=yes', { registered: true })
  const ended = await box.start(['certify', '--config', config, '--out', out, '--only', chosen.join()]).ended
  const judged = resultsOf(ended, out).checks.filter(({ id }) => chosen.includes(id))
  assert.deepEqual(
    Object.fromEntries(judged.map(({ id, verdict }) => [id, verdict])),
    Object.fromEntries(chosen.map((id) => [id, id === 'login.first-contact' ? 'fail' : expected[id]])),
    howEnded(ended),
  )
})

test('one that wants signed requests is judged with those, and verifies them', async () => {
  const chosen = ['login.first-contact', 'login.state', 'login.nonce', 'login.code-again', 'login.redirect-letter-case']
  const objects = ['login.request-object-unsigned', 'login.request-object-forged']
  const out = join(box.folder, 'signed')
  const config = await plainTarget('signed', 'WANTS_SIGNED_REQUESTS=yes', {}, { request: 'signed' })
  const only = [...chosen, ...objects, 'login.request-in-query'].join()
  const ended = await box.start(['certify', '--config', config, '--out', out, '--only', only]).ended
  const judged = resultsOf(ended, out).checks.filter(({ id }) => only.split(',').includes(id))
  assert.deepEqual(
    Object.fromEntries(judged.map(({ id, verdict }) => [id, verdict])),
    {
      ...Object.fromEntries([...chosen, ...objects].map((id) => [id, 'pass'])),
      'login.request-in-query': 'finding',
    },
    howEnded(ended),
  )
})
