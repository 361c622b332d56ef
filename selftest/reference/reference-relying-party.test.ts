import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { JsonObject } from '../../harness/contracts/json.js'
import type { LedgerEntry } from '../../harness/contracts/lab-protocol.js'
import type { FaultName } from '../../harness/faults/faults.js'
import type { LoginBehaviourName } from '../../harness/lab/identity-provider/login-behaviour.js'
import type { RunningLab } from '../stage/lab-fixture.js'
import { atTheLab, Browser, extendKit, labProviders, newHuman, type Seen } from '../stage/login-fixture.js'
import {
  openLab,
  type RunningReference,
  startReference,
  target,
  writeReferenceKit,
} from '../stage/reference-fixture.js'

/** What a provider does wrong, and the fault that does not mind. */
const rows: readonly (readonly [LoginBehaviourName, FaultName])[] = [
  ['state-missing', 'accepts-missing-state'],
  ['state-other', 'ignores-state'],
  ['state-that-is-empty', 'takes-beginning-of-state'],
  ['state-of-four-characters', 'takes-beginning-of-state'],
  ['state-without-its-end', 'takes-beginning-of-state'],
  ['state-with-more-behind-it', 'compares-beginning-of-state'],
  ['state-in-other-letter-case', 'ignores-case-of-state'],
  ['state-of-other-flow', 'accepts-state-of-another-flow'],
  ['response-without-iss', 'accepts-missing-response-issuer'],
  ['response-iss-with-more-behind-it', 'compares-beginning-of-response-issuer'],
  ['response-iss-that-is-empty', 'takes-empty-response-issuer'],
  ['response-iss-of-other', 'ignores-response-issuer'],
  ['redirected-to-other', 'takes-provider-from-answer'],
  ['token-without-id-token', 'accepts-missing-id-token'],
  ['alg none', 'accepts-unsigned-id-token'],
  ['alg nOnE', 'accepts-unsigned-id-token'],
  ['alg none in two parts', 'accepts-unsigned-id-token'],
  ['HS256 with the public key as PEM', 'accepts-hs256-id-token'],
  ['HS256 with the public key as DER', 'accepts-hs256-id-token'],
  ['HS256 with the certificate as PEM', 'accepts-hs256-id-token'],
  ['HS256 with the certificate as DER', 'accepts-hs256-id-token'],
  ['HS256 with the client_id', 'accepts-hs256-id-token-with-client-id'],
  ['PS256', 'accepts-ps256-id-token'],
  ['RS1', 'accepts-unknown-id-token-algorithm'],
  ['RSA256', 'accepts-unknown-id-token-algorithm'],
  ['RS256 signed with RSASSA-PSS', 'ignores-padding-of-id-token'],
  ['PS256 signed with PKCS#1 v1.5', 'ignores-padding-of-id-token'],
  ['signature corrupted', 'ignores-id-token-signature'],
  ['signature empty', 'ignores-id-token-signature'],
  ['signature of other claims', 'ignores-id-token-signature'],
  ['signed with another key', 'ignores-id-token-signature'],
  ['jwk in the header', 'honours-id-token-jwk'],
  ['jku in the header', 'honours-id-token-jku'],
  ['x5u in the header', 'honours-id-token-x5u'],
  ['untrusted chain', 'trusts-any-id-token-chain'],
  ['chain of the same names', 'matches-id-token-issuer-by-name'],
  ['unregistered certificate', 'accepts-unregistered-id-token-certificate'],
  ['signed by another participant', 'accepts-unregistered-id-token-certificate'],
  ['without iss', 'accepts-id-token-without-iss'],
  ['iss of the other provider', 'ignores-id-token-issuer'],
  ['iss with more behind it', 'compares-beginning-of-id-token-issuer'],
  ['for an audience with more behind it', 'compares-beginning-of-id-token-audience'],
  ['answer-of-other-provider', 'accepts-id-token-of-another-provider'],
  ['without sub', 'accepts-id-token-without-sub'],
  ['without aud', 'accepts-id-token-without-aud'],
  ['for another audience', 'accepts-id-token-for-another'],
  ['for two audiences', 'accepts-id-token-for-two'],
  ['without exp', 'accepts-id-token-without-exp'],
  ['without iat', 'accepts-id-token-without-iat'],
  ['expired 670 seconds ago', 'accepts-expired-id-token'],
  ['without nonce', 'accepts-missing-nonce'],
  ['another nonce', 'ignores-nonce'],
  ['userinfo-of-other-subject', 'ignores-userinfo-subject'],
  ['userinfo-without-sub', 'ignores-userinfo-subject'],
  ['userinfo-sub-in-other-letter-case', 'folds-userinfo-subject'],
  ['userinfo-sub-with-a-space-behind-it', 'folds-userinfo-subject'],
  ['userinfo-sub-without-its-end', 'compares-beginning-of-userinfo-subject'],
]

/** What a login must outlive. */
const odd: readonly LoginBehaviourName[] = [
  'two parts',
  'issued by the client',
  'issued by another participant',
  'token-telling-another-audience',
  'token-status-500',
  'token-html',
  'token-endless',
  'userinfo-status-500',
  'userinfo-reset',
  'userinfo-html',
  'userinfo-endless',
]

let lab: RunningLab
let kit: string
let provider: RunningReference

async function logIn(browser: Browser, username: string): Promise<Seen & { readonly url: string }> {
  const { location } = await browser.open('/login')
  return browser.follow(await atTheLab(lab, location, username))
}

const entries = (username: string): Promise<readonly LedgerEntry[]> => lab.lab.ledger({ subjects: [username] })

before(async () => {
  lab = await openLab()
  kit = join(lab.folder, 'kit')
  await writeReferenceKit(lab, kit)
  extendKit(kit, {
    identityProvider: labProviders(lab)[0],
    identityProviders: labProviders(lab),
    service: {
      policyIssuer: 'did:example:policy',
      resource: { type: 'dataset', identifiers: ['1'] },
      actions: ['read'],
    },
  })
  const names = [
    ...new Set(rows.map(([, fault]) => fault)),
    'accepts-used-state',
    'keeps-used-state',
    'follows-token-redirects',
    'keeps-human-of-browser',
    'logs-in-session-of-before',
    'keeps-human-in-cookie',
    'puts-id-token-into-address',
    'puts-access-token-into-address',
  ]
  const plan = names.map((name) => `${name}@${name}-*`).join()
  provider = await startReference(kit, 'ServiceProvider', { ASSAY_FAULT: plan })
})
after(async () => {
  await provider?.stop()
  await lab?.close()
})

test('a human logs in, sees who they are, and can do nothing by that', async () => {
  const browser = new Browser(provider.baseUrl)
  assert.equal((await browser.open('/login/human')).status, 403)
  const username = await newHuman(lab, 'sound')
  const { text, url } = await logIn(browser, username)
  assert.equal(new URL(url).pathname, '/login/human')
  assert.match(text, /<h1>Signed in<\/h1>/)
  assert.match(text, new RegExp(`Una User \\(s-${username}\\)[\\s\\S]*no authority`))
  assert.equal((await browser.open('/service')).status, 401)
  const [authorized, redeemed] = (await entries(username)).filter(({ status }) => status !== undefined)
  assert.equal(authorized?.query?.client_id, target)
  assert.equal(authorized?.query?.code_challenge_method, 'S256')
  assert.ok(authorized?.query?.state && authorized.query.nonce)
  assert.equal(redeemed?.kind, 'login-token')
})

for (const [behaviour, fault] of rows)
  test(`${behaviour} is refused, but not where ${fault}`, async () => {
    // Somebody else is on the way, whose state another answer may bear.
    const { location } = await new Browser(provider.baseUrl).open('/login')
    await lab.http.exchange({ method: 'GET', url: location, headers: [] })
    const refused = await logIn(new Browser(provider.baseUrl), await newHuman(lab, 'sound', behaviour))
    assert.equal(refused.status, 403, refused.text)
    assert.doesNotMatch(refused.text, /Signed in/)
    const taken = await logIn(new Browser(provider.baseUrl), await newHuman(lab, fault, behaviour))
    assert.match(taken.text, /Signed in/)
  })

for (const behaviour of odd)
  test(`${behaviour} is refused`, async () => {
    const { status, text } = await logIn(new Browser(provider.baseUrl), await newHuman(lab, 'sound', behaviour))
    assert.equal(status, 403)
    assert.doesNotMatch(text, /Signed in|at .*\.js/)
  })

test('a redirect of the token endpoint is followed by a fault alone', async () => {
  for (const fault of ['sound', 'follows-token-redirects']) {
    const username = await newHuman(lab, fault, 'token-redirect-307')
    assert.equal((await logIn(new Browser(provider.baseUrl), username)).status, 403)
    const lured = (await lab.lab.ledger({ kinds: ['canary'] })).filter(({ target: path }) => path.includes(username))
    assert.equal(lured.length, fault === 'sound' ? 0 : 1)
  }
})

test('the state of a login that is over is used once', async () => {
  for (const fault of ['sound', 'keeps-used-state', 'accepts-used-state']) {
    const browser = new Browser(provider.baseUrl)
    const first = new URL((await browser.open('/login')).location)
    await browser.follow(await atTheLab(lab, first.href, await newHuman(lab, fault)))
    const second = new URL((await browser.open('/login')).location)
    const answer = new URL(await atTheLab(lab, second.href, await newHuman(lab, fault)))
    answer.searchParams.set('state', first.searchParams.get('state') ?? '')
    assert.equal((await browser.follow(answer.href)).status, fault === 'accepts-used-state' ? 200 : 403)
  }
})

test('a request is answered once', async () => {
  for (const fault of ['sound', 'accepts-used-state', 'keeps-used-state']) {
    const browser = new Browser(provider.baseUrl)
    const { location } = await browser.open('/login')
    const username = await newHuman(lab, fault)
    await browser.follow(await atTheLab(lab, location, username))
    const { status } = await browser.follow(await atTheLab(lab, location, username))
    assert.equal(status, fault === 'sound' ? 403 : 200, fault)
  }
})

test('who logs in last in a browser is logged in there', async () => {
  for (const fault of ['sound', 'keeps-human-of-browser']) {
    const browser = new Browser(provider.baseUrl)
    const humans = [await newHuman(lab, fault), await newHuman(lab, fault)]
    for (const human of humans) await logIn(browser, human)
    const { text } = await browser.open('/login/human')
    assert.ok(text.includes(humans[fault === 'sound' ? 1 : 0] as string), text)
  }
})

test('what a browser had before a login opens nothing, but by a fault', async () => {
  for (const fault of ['sound', 'logs-in-session-of-before']) {
    const { headers } = await fetch(`${provider.baseUrl}/login`, { redirect: 'manual' })
    const cookie = headers.getSetCookie().map((line) => line.split(';')[0])
    const held = { headers: { cookie: cookie.join('; ') }, redirect: 'manual' as const }
    const answer = await atTheLab(lab, headers.get('location') ?? '', await newHuman(lab, fault))
    assert.equal((await fetch(answer, held)).status, 303)
    assert.equal((await fetch(`${provider.baseUrl}/login/human`, held)).status, fault === 'sound' ? 403 : 200)
  }
})

test('a cookie that anybody can write opens nothing, but by a fault', async () => {
  const written = Buffer.from('{"sub":"somebody","issuer":"anybody","claims":{}}').toString('base64url')
  const held = { headers: { cookie: `human=${written}` } }
  for (const fault of ['sound', 'keeps-human-in-cookie']) {
    assert.match((await logIn(new Browser(provider.baseUrl), await newHuman(lab, fault))).text, /Signed in/)
    assert.equal((await fetch(`${provider.baseUrl}/login/human`, held)).status, fault === 'sound' ? 403 : 200)
  }
})

test('a browser that calls itself like another one is not that, but by a fault', async () => {
  const faulty = await startReference(kit, 'ServiceProvider', { ASSAY_FAULT: 'knows-humans-by-agent' })
  for (const { baseUrl } of [provider, faulty]) {
    assert.match((await logIn(new Browser(baseUrl), await newHuman(lab, 'sound'))).text, /Signed in/)
    assert.equal((await new Browser(baseUrl).open('/login/human')).status, baseUrl === provider.baseUrl ? 403 : 200)
  }
  await faulty.stop()
})

test('no token stands in an address, but by a fault', async () => {
  const addressAfter = async (fault: string) =>
    (await logIn(new Browser(provider.baseUrl), await newHuman(lab, fault))).url.replace(provider.baseUrl, '')
  assert.equal(await addressAfter('sound'), '/login/human')
  assert.match(await addressAfter('puts-id-token-into-address'), /^\/login\/human\?id_token=eyJ/)
  assert.match(await addressAfter('puts-access-token-into-address'), /^\/login\/human\?access_token=./)
})

test('the faults of every own assertion are to be had here too, and a login may open the service', async () => {
  const faulty = await startReference(kit, 'ServiceProvider', {
    ASSAY_FAULT: 'adds-kid,login-opens-service',
    ASSAY_STATE: lab.folder,
  })
  try {
    const browser = new Browser(faulty.baseUrl)
    const username = await newHuman(lab, 'sound')
    await logIn(browser, username)
    const [sent] = (await entries(username)).filter(({ kind }) => kind === 'login-token')
    assert.deepEqual((sent?.assertion?.header as JsonObject | undefined)?.kid, 'own')
    assert.equal((await browser.open('/service')).status, 200)
    assert.equal((await new Browser(faulty.baseUrl).open('/service')).status, 401)
  } finally {
    await faulty.stop()
  }
})
