import { createHash } from 'node:crypto'
import type { Json } from '../../harness/contracts/json.js'
import { before, behind } from '../../harness/mutations/json-text.js'
import { encoding, header, text } from '../../harness/mutations/mutation.js'
import { base64url, decoded, signedAgain } from '../../harness/mutations/resign.js'
import type { MintContext, Mutation } from '../../harness/mutations/types.js'
import { x5c } from '../../harness/wire/jws.js'
import type { Row } from '../support/row.js'
import { row } from '../support/row.js'

type Members = Readonly<Record<string, Json>>

/** Further members, or others in place of what is there. */
const having = (name: string, members: Members | ((context: MintContext) => Members)): Mutation =>
  header(name, (all, context) => {
    Object.assign(all, typeof members === 'function' ? members(context) : members)
  })

const thumbprint = (algorithm: 'sha1' | 'sha256', { party }: MintContext): string =>
  createHash(algorithm)
    .update(party.certified.chain[0] ?? '')
    .digest('base64url')

const typ = (value: string): Mutation => having(`typ ${value}`, { typ: value })

/** `alg` and `x5c` through a prototype instead of members of their own. */
const throughPrototype = (name: string, moved: string): Mutation =>
  text(`${moved} in ${name}`, (both) => {
    const { [moved]: value, ...rest } = JSON.parse(String(both.header)) as Record<string, Json>
    both.header = `{${JSON.stringify(name)}:${JSON.stringify({ [moved]: value })},${JSON.stringify(rest).slice(1)}`
  })

/** Header members beside `alg`, `typ` and `x5c` (L248), and odd values of those. */
export const refused: readonly Row[] = [
  row('header.extra-member', 'HDR-01', 'accepts-extra-header').sends('a further header member, however harmless', [
    having('kid', { kid: 'key-1' }),
    having('cty', { cty: 'JWT' }),
    having('x5t', (context) => ({ x5t: thumbprint('sha1', context) })),
    having('x5t#S256', (context) => ({ 'x5t#S256': thumbprint('sha256', context) })),
    having('foo', { foo: 'bar' }),
  ]),
  row('header.crit-unknown', 'HDR-06', 'ignores-crit').sends(
    'crit that lists an extension which nobody knows',
    having('crit of an unknown member', { crit: ['urn:example:unknown'], 'urn:example:unknown': true }),
  ),
  row('header.crit-malformed', 'HDR-07', 'ignores-crit').sends('a malformed crit', [
    having('crit []', { crit: [] }),
    having('crit null', { crit: null }),
    having('crit "x"', { crit: 'x' }),
    having('crit with a name twice', { crit: ['x', 'x'], x: 1 }),
    having('crit with a name that is not in the header', { crit: ['x'] }),
  ]),
  row('header.crit-registered', 'HDR-08').sends('crit that lists a registered name', [
    having('crit of alg', { crit: ['alg'] }),
    having('crit of exp', { crit: ['exp'], exp: 1 }),
  ]),
  row('header.unencoded-payload', 'HDR-09').sends(
    'an unencoded payload (b64 false)',
    encoding('b64 false in crit, payload unencoded', (parts, { party }) => {
      const members = JSON.parse(decoded(parts.header)) as Members
      // Escaped, because RFC 7797 §5.2 allows no dot in an unencoded payload.
      const payload = decoded(parts.payload).replaceAll('.', '\\u002e')
      const protectedHeader = base64url(JSON.stringify({ ...members, b64: false, crit: ['b64'] }))
      return signedAgain({ header: protectedHeader, payload }, party.certified.key)
    }),
  ),
  row('header.other-typ', 'HDR-11', 'accepts-other-typ').sends(
    'a typ of another kind of token',
    ['at+jwt', 'dpop+jwt', 'logout+jwt', 'JOSE', 'X'].map(typ),
  ),
  row('header.duplicate-alg', 'HDR-15', 'takes-first-alg').sends(
    'two alg members of which the last is none',
    behind('alg RS256, then alg none', 'header', { alg: 'none' }),
  ),
  row('header.duplicate-x5c', 'HDR-17', 'reads-x5c-twice').sends(
    'two x5c members of which the last is untrusted and signs',
    encoding("x5c of the party, then the attacker's, attacker-signed", ({ header, payload }, { untrusted }) => {
      const twice = `${decoded(header).slice(0, -1)},"x5c":${JSON.stringify(x5c(untrusted.chain))}}`
      return signedAgain({ header: base64url(twice), payload }, untrusted.key)
    }),
  ),
  row('header.prototype', 'HDR-18').sends('header members that hide in __proto__ or constructor', [
    throughPrototype('__proto__', 'alg'),
    throughPrototype('__proto__', 'x5c'),
    throughPrototype('constructor', 'alg'),
  ]),
]

/** What is only noted. */
export const recorded: readonly Row[] = [
  row('header.b64-alone', 'HDR-10').sends(
    'what it does with b64 false without crit, over an ordinary payload',
    having('b64 false', { b64: false }),
  ),
  row('header.typ-client-authentication', 'HDR-12').sends(
    'what it does with typ client-authentication+jwt',
    typ('client-authentication+jwt'),
  ),
  row('header.typ-absent', 'HDR-13').sends(
    'what it does with a header without typ',
    header('without typ', (members) => {
      delete members.typ
    }),
  ),
  row('header.typ-spelled', 'HDR-14').sends(
    'what it does with other spellings of typ JWT',
    ['jwt', 'application/jwt'].map(typ),
  ),
  row('header.duplicate-alg-last-good', 'HDR-16').sends(
    'what it does with two alg members of which the last is right',
    before('alg none, then alg RS256', 'header', { alg: 'none' }),
  ),
]
