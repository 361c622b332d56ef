import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cookieJar } from '../../harness/browser/plain/cookies.js'
import { NoCode } from '../../harness/check/code-source.js'
import type { Coverage } from '../../harness/check/coverage.js'
import { boundIn, describeCheck } from '../../harness/check/coverage.js'
import { codeIn } from '../../harness/check/identity-provider/authorization.js'
import { lastOf } from '../../harness/check/identity-provider/codes.js'
import { lastAnswer } from '../../harness/check/identity-provider/page.js'
import { reaches } from '../../harness/check/identity-provider/reaches.js'
import { deliver } from '../../harness/check/message/deliver.js'
import type { Patience } from '../../harness/check/patience.js'
import type { HttpClient } from '../../harness/wire/http.js'
import type { Exchange } from '../../harness/wire/types.js'
import { requirementFor } from '../../requirements/counterparts.js'

const target = 'http://127.0.0.1:4711'
const setting = (...lines: readonly string[]) => ({ 'set-cookie': lines })

describe('the cookies of a login', () => {
  test('go back to the paths that they are for, until they are over', () => {
    const jar = cookieJar()
    jar.receive(`${target}/a/login`, setting('session=1; Path=/; HttpOnly', 'here=2', 'wide=3; Path=/a; Max-Age=60'))
    assert.equal(jar.header(`${target}/a/next`), 'here=2; wide=3; session=1')
    assert.equal(jar.header(`${target}/ab`), 'session=1')
    jar.receive(
      `${target}/a/login`,
      setting('session=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'wide=; Path=/a; Max-Age=0'),
    )
    assert.equal(jar.header(`${target}/a/next`), 'here=2')
    assert.equal(jar.header(`${target}/`), undefined)
  })

  test('replace those of the same name and path, and no others', () => {
    const jar = cookieJar()
    jar.receive(`${target}/`, setting('one=1; Path=/'))
    jar.receive(`${target}/`, { 'set-cookie': 'one=2; Path=/x' })
    jar.receive(`${target}/`, setting('one=3; Path=/'))
    assert.equal(jar.header(`${target}/x`), 'one=2; one=3')
  })

  test('that are secure go to loopback addresses, as browsers send them, and else by https', () => {
    const jar = cookieJar()
    jar.receive(`${target}/`, setting('sure=1; Path=/; Secure'))
    assert.equal(jar.header(`${target}/`), 'sure=1')
    const [cookie] = jar.all()
    assert.ok(cookie)
    const elsewhere = cookieJar([{ ...cookie, domain: 'login.example' }])
    assert.equal(elsewhere.header('http://login.example/'), undefined)
    assert.equal(elsewhere.header('https://login.example/'), 'sure=1')
    assert.equal(elsewhere.header('https://evil.example/'), undefined)
  })

  test('go to other hosts where they are for a domain, and to no others', () => {
    const jar = cookieJar()
    const lines = ['wide=1; Domain=idp.example; Path=/', 'narrow=2; Path=/', 'foreign=3; Domain=other.example; Path=/']
    jar.receive('https://login.idp.example/', setting(...lines))
    assert.equal(jar.header('https://login.idp.example/'), 'wide=1; narrow=2')
    assert.equal(jar.header('https://api.idp.example/'), 'wide=1')
    assert.equal(jar.header('https://other.example/'), undefined)
  })

  test('are the same in the browser and back', () => {
    for (const origin of [target, 'http://[::1]:4711', 'http://localhost:4711', 'https://idp.example']) {
      const jar = cookieJar()
      const lines = [
        'one=a=b; Path=/x; HttpOnly; SameSite=Strict; Max-Age=60',
        'two="2"; Path=/x; Secure; SameSite=None',
      ]
      jar.receive(`${origin}/x/y`, setting(...lines, 'three=3'))
      const all = jar.all()
      const { hostname } = new URL(origin)
      assert.deepEqual(
        all.map(({ name, domain, sameSite, expires }) => [name, domain, sameSite, expires > 0]),
        [
          ['one', hostname, 'Strict', true],
          ['two', hostname, 'None', false],
          ['three', hostname, 'Lax', false],
        ],
      )
      const again = cookieJar(all)
      assert.deepEqual(again.all(), all)
      assert.equal(again.header(`${origin}/x/z`), 'one=a=b; two="2"; three=3')
    }
  })
})

describe('a window that has ended', () => {
  const page = (path: string, what: Pick<Exchange, 'response' | 'noAnswer'>): Exchange => ({
    request: { method: 'GET', url: `${target}${path}`, headers: [['Accept', 'text/html,*/*']] },
    startedAt: '2026-11-20T00:00:00.000Z',
    durationMs: 1,
    ...what,
  })
  const answered = (status: number) => ({ response: { status, headers: {}, body: '', truncated: false } })
  const ended = (at: string, ...exchanges: readonly Exchange[]) =>
    lastAnswer({ exchanges, url: () => `${target}${at}` }).outcome

  test('was refused at the page that it shows, or at the last one', () => {
    const pages = [
      page('/login', answered(200)),
      page('/callback?code=1', answered(403)),
      page('/frame', answered(200)),
    ]
    assert.deepEqual(ended('/callback', ...pages), { kind: 'refused', status: 403 })
    assert.deepEqual(ended('/elsewhere', ...pages), { kind: 'refused', status: 200 })
    assert.deepEqual(ended('', ...pages), { kind: 'refused', status: 200 })
    assert.equal(ended('/').kind, 'no-answer')
  })

  test('came to what its page came to, whatever that asked for besides', () => {
    const [login, denied] = [page('/login', answered(200)), page('/callback', answered(403))]
    const script = { ...page('/script', { noAnswer: { kind: 'reset', message: 'gone' } }) }
    const asked = { ...script, request: { ...script.request, headers: [] } }
    assert.equal(lastOf({ exchanges: [login, denied, asked], endedAt: `${target}/callback`, paged: true }), denied)
    assert.equal(lastOf({ exchanges: [login, denied, asked], paged: true }), denied)
    assert.equal(lastOf({ exchanges: [asked], paged: false }), asked)
  })

  test('was not refused where it waited for a page in vain', () => {
    const late = { noAnswer: { kind: 'timeout', message: 'no answer came' } } as const
    assert.deepEqual(ended('/login', page('/login', answered(200)), page('/callback', late)), {
      kind: 'no-answer',
      why: 'no answer came',
    })
  })
})

describe('a redirect', () => {
  const uri = 'https://127.0.0.1:1/callback'
  test('reaches the address that was asked for, and no other', () => {
    assert.equal(reaches(`${uri}?code=1&state=2`, uri), true)
    assert.equal(reaches(`${uri}?x=1&code=1`, `${uri}?x=1`), true)
    assert.equal(reaches(`${uri}?code=1`, `${uri}?x=1`), false)
    assert.equal(reaches(`${uri}?code=1#x`, `${uri}#x`), true)
    assert.equal(reaches(`${uri}?code=1`, `${uri}#x`), false)
    assert.equal(reaches(`${uri}/x?code=1`, uri), false)
    assert.equal(reaches('https://127.0.0.1:2/callback?code=1', uri), false)
  })

  test('carries its code in the query or in the fragment', () => {
    assert.equal(codeIn(`${uri}?state=1&code=a%2Bb`), 'a+b')
    assert.equal(codeIn(`${uri}#code=c&state=1`), 'c')
    assert.equal(codeIn(`${uri}?error=access_denied&decode=1`), undefined)
    assert.equal(codeIn(undefined), undefined)
  })
})

test('a message without a code is not sent, and what the authorization endpoint said is its answer', async () => {
  const exchange = { response: { status: 400, headers: {}, body: '', truncated: false } } as unknown as Exchange
  const answer = { outcome: { kind: 'refused', status: 400 } } as const
  const withoutCode = () => Promise.reject(new NoCode('none', { exchanges: [exchange], answer, screenshots: [] }))
  const http = { exchange: () => assert.fail('nothing is sent') } as unknown as HttpClient
  const nobody = { http, patience: { turn: async () => undefined } as unknown as Patience }
  const delivery = await deliver(nobody, { fresh: true, mint: withoutCode }, () => assert.fail('nothing is read'))
  assert.deepEqual(delivery, { minted: {}, exchanges: [exchange], answer, early: true, screenshots: [] })
  const broken = () => Promise.reject(new Error('broken'))
  await assert.rejects(
    deliver(nobody, { fresh: true, mint: broken }, () => ({ ...answer })),
    /broken/,
  )
})

describe('a check of token endpoints', () => {
  const status: Coverage = { id: 'x', requirements: ['REGISTRY-STATUS'], cases: ['REG-01'] }

  test('weighs what its role is bound to (ruling 23)', () => {
    const at = (role: Parameters<typeof describeCheck>[2], its: Parameters<typeof describeCheck>[0]) => {
      const { level, requirements, profile } = describeCheck(its, 'x', role)
      return [level, requirements[0], profile]
    }
    const get: Coverage = { id: 'x', requirements: ['TOKEN-NO-GET'], cases: ['HTTP-01'] }
    const revoked: Coverage = { id: 'x', requirements: ['CERT-REVOCATION'], cases: ['CRT-21'] }
    const signature: Coverage = { id: 'x', requirements: ['JWT-SIGNED'], cases: ['SIG-01'] }
    const impersonation: Coverage = { ...status, requirements: ['REGISTRY-CERT-MATCH'], atLogin: 'LOGIN-CLIENT-ID' }
    assert.deepEqual(at('ServiceProvider', status), ['must', 'REGISTRY-STATUS', 'quick'])
    for (const role of ['IdentityProvider', 'IdentityBroker'] as const) {
      assert.deepEqual(at(role, status), ['strict', 'LOGIN-ADHERENCE', 'standard'])
      assert.deepEqual(at(role, get), ['should', 'LOGIN-POST', 'standard'])
      assert.deepEqual(at(role, revoked), ['strict', 'LOGIN-REVOCATION', 'standard'])
      assert.deepEqual(at(role, signature), ['must', 'JWT-SIGNED', 'quick'])
      assert.deepEqual(at(role, impersonation), ['must', 'LOGIN-CLIENT-ID', 'quick'])
    }
    assert.deepEqual(at('ServiceProvider', impersonation), ['must', 'REGISTRY-CERT-MATCH', 'quick'])
  })

  test('breaks requirements of its own alone, as they bind its role', () => {
    const about = (role: Parameters<typeof describeCheck>[2]) =>
      boundIn(describeCheck(status, 'x', role), ['REGISTRY-STATUS'], role)
    assert.deepEqual(about('ServiceProvider'), ['REGISTRY-STATUS'])
    assert.deepEqual(about('IdentityProvider'), ['LOGIN-ADHERENCE'])
    const strange = () => boundIn(describeCheck(status, 'x', 'ServiceProvider'), ['JWT-SIGNED'], 'ServiceProvider')
    assert.throws(strange, /x speaks of JWT-SIGNED, which is no requirement of it/)
  })

  test('counts for a rule that binds its role', () => {
    assert.equal(requirementFor('PARTIES-TOKEN-SIGNED', 'IdentityBroker'), 'LOGIN-ADHERENCE')
    assert.equal(requirementFor('PARTIES-TOKEN-SIGNED', 'EntitledParty'), 'PARTIES-TOKEN-SIGNED')
    assert.equal(requirementFor('CERT-REVOCATION-UNDETERMINED', 'IdentityProvider'), 'CERT-REVOCATION-UNDETERMINED')
    assert.equal(requirementFor('TOKEN-FORM', 'IdentityProvider'), 'TOKEN-FORM')
  })
})
