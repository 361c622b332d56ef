import { text } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'
import type { Row } from '../support/row.js'
import { row } from '../support/row.js'

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
  row('jws-form.utf-8', 'JWS-17', 'reads-lenient-json').sends('JSON that is not UTF-8', invalidUtf8),
  row('jws-form.header-no-object', 'JWS-19').sends(
    'a header that is no JSON object',
    ['null', '[]', '"x"', '1'].map((json) => written('header', json, () => json)),
  ),
  row('jws-form.payload-no-object', 'JWS-20').sends(
    'a payload that is no JSON object',
    ['null', '[]', '"x"', ''].map((json) => written('payload', json || 'without content', () => json)),
  ),
  row('jws-form.trailing-bytes', 'JWS-21', 'reads-lenient-json').sends('bytes after the JSON object', [
    ...both('followed by x', (json) => `${json}x`),
    ...both('followed by another object', (json) => `${json}{"a":1}`),
  ]),
]

/** What is only noted. */
export const recorded: readonly Row[] = [
  row('jws-form.byte-order-mark', 'JWS-18').sends(
    'what it does with a byte-order mark before the JSON',
    both('after a byte-order mark', (json) => `\ufeff${json}`),
  ),
]

const nested = (depth: number) => (json: string) =>
  `${json.slice(0, -1)},"nested":${'['.repeat(depth)}${']'.repeat(depth)}}`

/** Input that eats a parser's stack. */
export const deep: readonly Row[] = [
  row('jws-form.nested-arrays', 'JWS-22', [], { unsafe: 'large' }).sends(
    'deeply nested arrays in a private claim',
    [500, 100_000].map((depth) => written('payload', `with ${depth} nested arrays`, nested(depth))),
  ),
]
