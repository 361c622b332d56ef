import { createHash } from 'node:crypto'
import type { Json } from '../../harness/json.js'
import { before, behind } from '../../harness/mutations/json-text.js'
import { encoding, header, text } from '../../harness/mutations/mutation.js'
import { base64url, decoded, signedAgain } from '../../harness/mutations/resign.js'
import type { MintContext, Mutation } from '../../harness/mutations/types.js'
import { x5c } from '../../harness/wire/jws.js'
import type { Row } from '../support/row.js'

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
  {
    id: 'header.extra-member',
    title: 'a further header member, however harmless',
    requirements: ['JWT-HEADER-EXTRA'],
    cases: ['HDR-01'],
    detects: ['accepts-extra-header'],
    mutate: [
      having('kid', { kid: 'key-1' }),
      having('cty', { cty: 'JWT' }),
      having('x5t', (context) => ({ x5t: thumbprint('sha1', context) })),
      having('x5t#S256', (context) => ({ 'x5t#S256': thumbprint('sha256', context) })),
      having('foo', { foo: 'bar' }),
    ],
  },
  {
    id: 'header.crit-unknown',
    title: 'crit that lists an extension which nobody knows',
    requirements: ['JWS-CRIT'],
    cases: ['HDR-06'],
    detects: ['ignores-crit'],
    mutate: having('crit of an unknown member', { crit: ['urn:example:unknown'], 'urn:example:unknown': true }),
  },
  {
    id: 'header.crit-malformed',
    title: 'a malformed crit',
    requirements: ['JWS-CRIT'],
    cases: ['HDR-07'],
    detects: ['ignores-crit'],
    mutate: [
      having('crit []', { crit: [] }),
      having('crit null', { crit: null }),
      having('crit "x"', { crit: 'x' }),
      having('crit with a name twice', { crit: ['x', 'x'], x: 1 }),
      having('crit with a name that is not in the header', { crit: ['x'] }),
    ],
  },
  {
    id: 'header.crit-registered',
    title: 'crit that lists a registered name',
    requirements: ['JWS-CRIT'],
    cases: ['HDR-08'],
    mutate: [having('crit of alg', { crit: ['alg'] }), having('crit of exp', { crit: ['exp'], exp: 1 })],
  },
  {
    id: 'header.unencoded-payload',
    title: 'an unencoded payload (b64 false)',
    requirements: ['JWS-CRIT'],
    cases: ['HDR-09'],
    mutate: encoding('b64 false in crit, payload unencoded', (parts, { party }) => {
      const members = JSON.parse(decoded(parts.header)) as Members
      // Escaped, because RFC 7797 §5.2 allows no dot in an unencoded payload.
      const payload = decoded(parts.payload).replaceAll('.', '\\u002e')
      const protectedHeader = base64url(JSON.stringify({ ...members, b64: false, crit: ['b64'] }))
      return signedAgain({ header: protectedHeader, payload }, party.certified.key)
    }),
  },
  {
    id: 'header.other-typ',
    title: 'a typ of another kind of token',
    requirements: ['JWT-TYP'],
    cases: ['HDR-11'],
    detects: ['accepts-other-typ'],
    mutate: ['at+jwt', 'dpop+jwt', 'logout+jwt', 'JOSE', 'X'].map(typ),
  },
  {
    id: 'header.duplicate-alg',
    title: 'two alg members of which the last is none',
    requirements: ['JWS-DUPLICATE-HEADER'],
    cases: ['HDR-15'],
    detects: ['takes-first-alg'],
    mutate: behind('alg RS256, then alg none', 'header', { alg: 'none' }),
  },
  {
    id: 'header.duplicate-x5c',
    title: 'two x5c members of which the last is untrusted and signs',
    requirements: ['JWS-DUPLICATE-HEADER'],
    cases: ['HDR-17'],
    detects: ['reads-x5c-twice'],
    mutate: encoding("x5c of the party, then the attacker's, attacker-signed", ({ header, payload }, { untrusted }) => {
      const twice = `${decoded(header).slice(0, -1)},"x5c":${JSON.stringify(x5c(untrusted.chain))}}`
      return signedAgain({ header: base64url(twice), payload }, untrusted.key)
    }),
  },
  {
    id: 'header.prototype',
    title: 'header members that hide in __proto__ or constructor',
    requirements: ['JWT-CLAIM-NAMES'],
    cases: ['HDR-18'],
    mutate: [
      throughPrototype('__proto__', 'alg'),
      throughPrototype('__proto__', 'x5c'),
      throughPrototype('constructor', 'alg'),
    ],
  },
]

/** What is only noted. */
export const recorded: readonly Row[] = [
  {
    id: 'header.b64-alone',
    title: 'what it does with b64 false without crit, over an ordinary payload',
    requirements: ['JWS-CRIT'],
    cases: ['HDR-10'],
    mutate: having('b64 false', { b64: false }),
  },
  {
    id: 'header.typ-client-authentication',
    title: 'what it does with typ client-authentication+jwt',
    requirements: ['JWT-TYP'],
    cases: ['HDR-12'],
    mutate: typ('client-authentication+jwt'),
  },
  {
    id: 'header.typ-absent',
    title: 'what it does with a header without typ',
    requirements: ['JWT-TYP'],
    cases: ['HDR-13'],
    mutate: header('without typ', (members) => {
      delete members.typ
    }),
  },
  {
    id: 'header.typ-spelled',
    title: 'what it does with other spellings of typ JWT',
    requirements: ['JWT-TYP'],
    cases: ['HDR-14'],
    mutate: ['jwt', 'application/jwt'].map(typ),
  },
  {
    id: 'header.duplicate-alg-last-good',
    title: 'what it does with two alg members of which the last is right',
    requirements: ['JWS-DUPLICATE-HEADER'],
    cases: ['HDR-16'],
    mutate: before('alg none, then alg RS256', 'header', { alg: 'none' }),
  },
]
