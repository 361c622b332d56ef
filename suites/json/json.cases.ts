import { before, behind } from '../../harness/mutations/json-text.js'
import { claims, identity, text } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'

import type { Row } from '../support/row.js'
import { row } from '../support/row.js'

/** The claim `aud` under another spelling of its name. */
const audAs = (name: string, spelling: string): Mutation =>
  text(name, (both) => {
    both.payload = String(both.payload).replace('"aud":', `${spelling}:`)
  })

const expiredSeconds = 670

/** Claims that are not what a correct parser reads (RFC 7519 §4). */
export const refused: readonly Row[] = [
  row('json.duplicate-aud', 'JSN-01', 'takes-first-claim').sends(
    'two aud claims of which the last is another party',
    behind('aud of the target, then of another party', 'payload', { aud: ({ other }) => other.partyId }, 'other'),
  ),
  row('json.duplicate-exp', 'JSN-04', 'takes-first-claim').sends(
    'two exp claims of which the last is past',
    behind('sound exp, then one long past', 'payload', { exp: ({ now }) => now - expiredSeconds }),
  ),
  row('json.claim-name-case', 'JSN-05', 'ignores-case-of-claim-names').sends('aud in another letter case', [
    audAs('AUD', '"AUD"'),
    audAs('Aud', '"Aud"'),
  ]),
  row('json.prototype', 'JSN-06').sends(
    'aud in __proto__',
    text('aud in __proto__ alone', (both) => {
      both.payload = String(both.payload).replace(/"aud":("[^"]*")/, '"__proto__":{"aud":$1}')
    }),
  ),
  row('json.nul-character', 'JSN-08').sends('iss, sub and aud with a NUL character and more behind the right value', [
    identity('iss with NUL and x', (names, { party }) => {
      names.iss = `${party.partyId}\u0000x`
    }),
    identity('sub with NUL and x', (names, { party }) => {
      names.sub = `${party.partyId}\u0000x`
    }),
    claims('aud with NUL and x', (all, { target }) => {
      all.aud = `${target.partyId}\u0000x`
    }),
  ]),
]

/** What must be taken. */
export const accepted: readonly Row[] = [
  row('json.escaped-claim-name', 'JSN-05').sends(
    'a claim name written with an escape',
    audAs('\\u0061ud', '"\\u0061ud"'),
  ),
]

const megabyte = 'x'.repeat(1024 * 1024)

/** Claims of unusual size; whether they are granted is only noted. */
export const large: readonly Row[] = [
  row('json.long-values', 'JSN-07', [], { unsafe: 'large' }).sends('a jti and a private claim of 1 MB', [
    claims('jti of 1 MB', (all) => {
      all.jti = `${all.jti}${megabyte}`
    }),
    claims('private claim of 1 MB', (all) => {
      all.note = megabyte
    }),
  ]),
]

/** What is only noted. */
export const recorded: readonly Row[] = [
  row('json.duplicate-aud-last-good', 'JSN-02').sends(
    'what it does with two aud claims of which the last is right',
    before('aud of another party, then of the target', 'payload', { aud: ({ other }) => other.partyId }, 'other'),
  ),
]
