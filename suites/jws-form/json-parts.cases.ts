import { text } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'
import type { Row } from '../support/row.js'

type Part = 'header' | 'payload'

const written = (part: Part, name: string, spell: (json: string) => string | Buffer): Mutation =>
  text(`${part} ${name}`, (both) => {
    both[part] = spell(String(both[part]))
  })

const both = (name: string, spell: (json: string) => string | Buffer): Mutation[] =>
  (['header', 'payload'] as const).map((part) => written(part, name, spell))

/** A further member whose string holds these bytes as they are. */
const holding =
  (...bytes: number[]) =>
  (json: string): Buffer =>
    Buffer.concat([Buffer.from(`${json.slice(0, -1)},"note":"`), Buffer.from(bytes), Buffer.from('"}')])

const invalidUtf8: readonly Mutation[] = [
  written('payload', 'with a byte that is no UTF-8', holding(0xff)),
  written('payload', 'with a surrogate in UTF-8', holding(0xed, 0xa0, 0x80)),
  written('payload', 'with an overlong slash', holding(0xc0, 0xaf)),
  ...both('in UTF-16', (json) => Buffer.from(`\ufeff${json}`, 'utf16le')),
]

/** What is no JSON object in UTF-8 (RFC 7515 §5.2, RFC 7519 §7.2). */
export const refused: readonly Row[] = [
  {
    id: 'jws-form.utf-8',
    title: 'JSON that is not UTF-8',
    requirements: ['JWS-HEADER-JSON'],
    cases: ['JWS-17'],
    detects: ['reads-lenient-json'],
    mutate: invalidUtf8,
  },
  {
    id: 'jws-form.header-no-object',
    title: 'a header that is no JSON object',
    requirements: ['JWS-HEADER-JSON'],
    cases: ['JWS-19'],
    mutate: ['null', '[]', '"x"', '1'].map((json) => written('header', json, () => json)),
  },
  {
    id: 'jws-form.payload-no-object',
    title: 'a payload that is no JSON object',
    requirements: ['JWT-PAYLOAD-JSON'],
    cases: ['JWS-20'],
    mutate: ['null', '[]', '"x"', ''].map((json) => written('payload', json || 'without content', () => json)),
  },
  {
    id: 'jws-form.trailing-bytes',
    title: 'bytes after the JSON object',
    requirements: ['JWS-HEADER-JSON'],
    cases: ['JWS-21'],
    detects: ['reads-lenient-json'],
    mutate: [
      ...both('followed by x', (json) => `${json}x`),
      ...both('followed by another object', (json) => `${json}{"a":1}`),
    ],
  },
]

/** What is only noted. */
export const recorded: readonly Row[] = [
  {
    id: 'jws-form.byte-order-mark',
    title: 'what it does with a byte-order mark before the JSON',
    requirements: ['JWS-HEADER-JSON'],
    cases: ['JWS-18'],
    mutate: both('after a byte-order mark', (json) => `\ufeff${json}`),
  },
]

const nested = (depth: number) => (json: string) =>
  `${json.slice(0, -1)},"nested":${'['.repeat(depth)}${']'.repeat(depth)}}`

/** Input that eats a parser's stack. */
export const deep: readonly Row[] = [
  {
    id: 'jws-form.nested-arrays',
    title: 'deeply nested arrays in a private claim',
    requirements: ['ROBUST-SIZE'],
    cases: ['JWS-22'],
    mutate: [500, 100_000].map((depth) => written('payload', `with ${depth} nested arrays`, nested(depth))),
  },
]
