import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { searchFor } from '../../harness/evidence/leaks/search.js'
import { redactText } from '../../harness/evidence/redact.js'
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
  'with dots and hyphens encoded': (text) => encodeURIComponent(text).replaceAll('.', '%2E').replaceAll('-', '%2D'),
}

/** Copies of a token that the suite sends, which nobody issued. */
const copies = (token: string): readonly string[] =>
  unissuedTokens.map(({ of }) => of(token, { client_id: 'did:example:client', exp: 1 }))

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
  })
