import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isKnowable, rewritten, writtenForAnother } from '../../suites/support/values/written-tokens.js'

const party = 'did:example:a1b2c3d4e5f6g7h8'
const claims = { id: '5f0c9be1d2a34b7788aa', sub: party, exp: 1_800_000_000, scope: 'openid profile' }
const wrap = (text: string, encoding: BufferEncoding): string => Buffer.from(text).toString(encoding)
const open = (token: string, encoding: BufferEncoding) =>
  JSON.parse(Buffer.from(token, encoding).toString()) as typeof claims

for (const encoding of ['base64url', 'base64', 'hex'] as const)
  test(`JSON in ${encoding} keeps whom it names and says nothing else that a server could know it by`, () => {
    const { id, exp, ...rest } = open(rewritten(wrap(JSON.stringify(claims), encoding), party), encoding)
    assert.deepEqual(rest, { sub: party, scope: 'openid profile' })
    assert.match(id, /^[\da-f]{20}$/)
    assert.notEqual(id, claims.id)
    assert.equal(exp, claims.exp + 1)
  })

test('a text with the time behind the party is a second later', () => {
  const text = Buffer.from(rewritten(wrap(`${party}|1800000000`, 'base64url'), party), 'base64url').toString()
  assert.equal(text, `${party}|1800000001`)
})

test('a payload before its signature is changed, and the signature is not', () => {
  const [payload = '', signature] = rewritten(
    `${wrap(JSON.stringify(claims), 'base64url')}.c2lnbmF0dXJl_-8`,
    party,
  ).split('.')
  assert.equal(open(payload, 'base64url').sub, party)
  assert.notEqual(open(payload, 'base64url').id, claims.id)
  assert.equal(signature, 'c2lnbmF0dXJl_-8')
})

test('a JWT keeps its header', () => {
  const header = wrap('{"alg":"RS256","typ":"JWT","kid":"0123456789abcdef0123"}', 'base64url')
  const parts = rewritten(`${header}.${wrap(JSON.stringify(claims), 'base64url')}.c2lnbmF0dXJl_-8`, party).split('.')
  assert.equal(parts[0], header)
  assert.notEqual(open(parts[1] ?? '', 'base64url').id, claims.id)
})

test('of what cannot be read comes JSON about the party', () => {
  for (const token of ['dGhpcw', '4f8e0c27-8d1b-4c52-9f3a-0d6c2b7e1a90', 'Zx_9-8kQ1vT7rN3mB5cW2yL6pA4sD0fG8hJ1kE3u'])
    assert.equal(open(rewritten(token, party), 'base64url').sub, party)
})

test('a cookie that says whose it is names another human, and nothing that it could be known by', () => {
  const session = { sid: '5f0c9be1d2a34b7788aa', sub: 'subject-of-una', n: 1 }
  const forms: readonly ((text: string) => string)[] = [
    (text) => text,
    encodeURIComponent,
    (text) => wrap(text, 'base64'),
    (text) => `${wrap('{"alg":"HS256"}', 'base64url')}.${wrap(text, 'base64url')}.c2lnbmF0dXJl`,
  ]
  for (const form of forms) {
    const cookie = writtenForAnother(form(JSON.stringify(session)), 'una', 'berta') ?? ''
    const [, payload = ''] = cookie.split('.')
    const text = [cookie, payload]
      .flatMap((part) => [decodeURIComponent(part), Buffer.from(part, 'base64').toString()])
      .find((one) => one.startsWith('{"sid"'))
    const { sid, ...rest } = JSON.parse(text ?? '') as typeof session
    assert.deepEqual(rest, { sub: 'subject-of-berta', n: 1 })
    assert.notEqual(sid, session.sid)
  }
})

test('a cookie of serialized objects names another human, its other bytes as they were', () => {
  const marshal = (name: string): Buffer =>
    Buffer.concat([Buffer.from([4, 8, 0x7b, 6, 0x22, 0xff]), Buffer.from(name), Buffer.from([0, 0x80])])
  for (const form of [(text: string) => text, encodeURIComponent])
    assert.equal(
      writtenForAnother(form(marshal('una').toString('base64')), 'una', 'ute'),
      form(marshal('ute').toString('base64')),
    )
})

test('a cookie that does not say whose it is is left alone', () => {
  for (const cookie of ['5f0c9be1d2a34b7788aa', wrap('{"sub":"berta"}', 'base64url'), '', '%', 's%3Aabc.def'])
    assert.equal(writtenForAnother(cookie, 'una', 'berta'), undefined)
})

test('what anybody may know of a party is knowable, in each encoding', () => {
  for (const encoding of ['base64url', 'base64', 'hex'] as const)
    assert.ok(isKnowable(wrap(JSON.stringify({ sub: party, exp: 1_800_000_000_123 }), encoding), party), encoding)
  assert.ok(isKnowable(`${party}:1800000000`, party))
})

test('what may be random is not, with digits or without, and whatever it is written in', () => {
  for (const secret of ['qwertzuiopasdfghjklyx', 'Zm9v+YmF/yYmF6cXV4+Q==', '5f0c9be1d2a34b7788aa'])
    assert.ok(!isKnowable(wrap(JSON.stringify({ sub: party, secret }), 'base64url'), party), secret)
  assert.ok(!isKnowable(wrap('a secret of bytes \u0000\u0001\u00ff', 'base64url'), party))
  assert.ok(!isKnowable(`${wrap(JSON.stringify(claims), 'base64url')}.c2lnbmF0dXJl_-8`, party))
})
