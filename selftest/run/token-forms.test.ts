import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { searchFor } from '../../harness/evidence/leaks/search.js'
import { redactExchange, redactJson, redactText } from '../../harness/evidence/redact.js'
import { escapeHtml } from '../../harness/html.js'
import type { Exchange } from '../../harness/wire/types.js'
import { unissuedTokens } from '../../suites/support/values/unissued-tokens.js'

// Access tokens as products issue them, of 20 to 8,000 characters.

const letters = (alphabet: string, min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: min, maxLength: max })
const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const part = (min: number, max: number) => letters(base64url, min, max)
const joined = (...parts: readonly fc.Arbitrary<string>[]) => fc.tuple(...parts).map((all) => all.join('.'))

const forms: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'random letters': letters(base64url, 20, 300),
  hex: letters('0123456789abcdef', 32, 256),
  'base64 with padding': part(24, 400).map((text) => `${text.replaceAll('-', '+').replaceAll('_', '/')}==`),
  'a JWT': joined(part(20, 200), part(60, 6_000), part(43, 683)),
  'a JWE': joined(part(20, 200), part(100, 683), part(16, 16), part(60, 6_000), part(22, 22)),
  PASETO: part(80, 2_000).map((text) => `v2.local.${text}`),
  'a shared-access signature': fc
    .tuple(part(5, 40), part(43, 90), part(4, 60))
    .map(([place, sign, name]) => `sr=https%3A%2F%2F${place}&sig=${sign}%3D&se=1795640000&skn=${name}`),
  'words between punctuation': fc.array(part(4, 40), { minLength: 4, maxLength: 30 }).map((all) => all.join('~')),
  'any letters that a header may hold': letters(`${base64url}.~+/=&%`, 129, 600),
}

/** Where a token may stand in what is kept of an exchange. */
const places: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => `Bearer ${text}`,
  'in a form': (text) => new URLSearchParams({ token: text, x: '1' }).toString(),
  'in an address': (text) => `/service?access_token=${encodeURIComponent(text)}&y`,
  'in JSON': (text) => JSON.stringify({ token: text }),
  'in HTML': (text) => `<p>${escapeHtml(text)}</p>`,
  'in base64': (text) => `x=${Buffer.from(text).toString('base64')};`,
  'in base64, amid others': (text) => Buffer.from(`{"token":"${text}","x":1}`).toString('base64'),
  'in base64url, a byte later': (text) => `${Buffer.from(`x${text}`).toString('base64url')}.`,
  'in hex': (text) => Buffer.from(text).toString('hex'),
  'with dots and hyphens encoded': (text) => encodeURIComponent(text).replaceAll('.', '%2E').replaceAll('-', '%2D'),
}

/** Copies of a token that the suite sends, which nobody issued. */
const copies = (token: string): readonly string[] =>
  unissuedTokens.map(({ of }) => of(token, { client_id: 'did:example:client', exp: 1 }, 'a.b.c'))

/** A call with that access token, which the answer shows again. */
const exchangeWith = (token: string): Exchange => ({
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 1,
  request: { method: 'GET', url: 'https://target.example/', headers: [['Authorization', `Bearer ${token}`]] },
  response: {
    status: 401,
    headers: { 'www-authenticate': `Bearer error_description="${token}"` },
    body: `no such token: <b>${escapeHtml(token)}</b>`,
    truncated: false,
  },
})

/** With a few letters alone a secret may stand anywhere by chance, and is not looked for. */
const varied = (token: string): boolean => new Set(token.slice(-64)).size >= 8

for (const [name, form] of Object.entries(forms))
  describe(`an access token that is ${name}`, () => {
    it('is found wherever it stands, unless it was taken out', () => {
      fc.assert(
        fc.property(form.filter(varied), fc.constantFrom(...Object.values(places)), (token, place) => {
          const search = searchFor([{ kind: 'bearer token', value: token }])
          assert.equal(search(Buffer.from(place(token))).size, 1)
          assert.equal(search(Buffer.from(redactText(place(token), [token]))).size, 0)
        }),
        { numRuns: 200 },
      )
    })

    it('is no leak where a changed copy of it was sent', () => {
      fc.assert(
        fc.property(form.filter(varied), fc.constantFrom(...Object.values(places)), (token, place) => {
          const search = searchFor([{ kind: 'bearer token', value: token }])
          for (const copy of copies(token))
            assert.equal(search(Buffer.from(redactText(place(copy), [token]))).size, 0, copy)
        }),
        { numRuns: 100 },
      )
    })

    it('is found without its head, and in a changed copy, where it is long', () => {
      fc.assert(
        fc.property(form.filter(varied), fc.nat(), (token, from) => {
          const search = searchFor([{ kind: 'bearer token', value: token }])
          const tail = token.slice(Math.min(from % token.length, Math.max(0, token.length - 64)))
          assert.equal(search(Buffer.from(`…${tail}"`)).size, 1)
          const at = token.length - 65
          if (at < 0) return
          const copy = `${token.slice(0, at)}${token[at] === 'q' ? '7' : 'q'}${token.slice(at + 1)}`
          assert.equal(search(Buffer.from(copy)).size, 1)
          assert.equal(search(Buffer.from(redactText(copy, [token]))).size, 0)
        }),
        { numRuns: 100 },
      )
    })

    it('is not nearly told by an answer that holds the changed copy of a request', () => {
      fc.assert(
        fc.property(form.filter(varied), (token) => {
          for (const copy of copies(token).filter((one) => one.length >= 8)) {
            const kept = JSON.stringify(redactExchange(exchangeWith(copy), [token]))
            assert.ok(!kept.includes(copy.slice(0, Math.ceil(copy.length / 2))), copy)
          }
        }),
        { numRuns: 30 },
      )
    })
  })

it('no access token stays in a token that evidence keeps decoded, in whatever member', () => {
  const secret = 'Zx9-opaque-access-token-41'
  const held = { note: `echo ${secret}`, list: [{ deep: secret }], [secret]: 1, count: 2, none: null }
  const kept = redactJson(held, [secret])
  assert.ok(!JSON.stringify(kept).includes(secret))
  assert.deepEqual([Object.keys(kept as object).length, (kept as { count: number }).count], [5, 2])
  assert.deepEqual(redactJson({ status: 'Active', list: [1, 'a'] }, [secret]), { status: 'Active', list: [1, 'a'] })
})
