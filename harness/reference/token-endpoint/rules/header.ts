import { createHash } from 'node:crypto'
import { party } from '../../engine/fault.js'
import { type Change, unless } from '../../engine/rule.js'
import { rule, type TokenRequest } from '../token-request.js'

const allowed: ReadonlySet<string> = new Set(['alg', 'typ', 'x5c'])
/** Members that mean something to some reader, so that ignoring them is a fault of its own. */
const meaningful: ReadonlySet<string> = new Set([
  'crit',
  'b64',
  'jwk',
  'jku',
  'x5u',
  '__proto__',
  'constructor',
  'prototype',
])

const extra = ({ header }: TokenRequest): readonly string[] => [...header.names].filter((name) => !allowed.has(name))

const ignoreCrit: Change<TokenRequest> = unless((request) => {
  const listed = request.header.get('crit')
  const names = Array.isArray(listed) ? (listed as readonly unknown[]) : []
  return (
    request.header.has('crit') &&
    extra(request).every((name) => name !== 'b64' && (name === 'crit' || names.includes(name)))
  )
})

/** Whether the header has a thumbprint, and it is that of another certificate than the one that signed. */
function namesAnother(request: TokenRequest): boolean {
  const [name = '', ...more] = extra(request)
  const value = request.header.get(name)
  if (more.length > 0 || !['x5t', 'x5t#S256', 'kid'].includes(name) || typeof value !== 'string') return false
  const own = (['sha1', 'sha256'] as const).map((algorithm) =>
    createHash(algorithm)
      .update(request.leaf?.raw ?? '')
      .digest(),
  )
  const spellings = ['hex', 'base64url'] as const
  const isLike = own.some((digest) => spellings.some((spelling) => digest.toString(spelling).length === value.length))
  return isLike && !own.some((digest) => spellings.some((spelling) => digest.toString(spelling) === value))
}

/** Members of the protected header (L248, RFC 7515 §4.1.11). */
export const headerRules = [
  rule('header', 'the header holds nothing but alg, typ and x5c', (request) => extra(request).length === 0, {
    'accepts-extra-header': party(
      'ignores header members beside alg, typ and x5c',
      unless((request) => extra(request).every((name) => !meaningful.has(name))),
    ),
    'ignores-crit': party('ignores crit', ignoreCrit),
    'matches-by-thumbprint-in-header': party(
      'takes a thumbprint in the header for that of the certificate, when it looks for it among the registered ones',
      unless((request) => namesAnother(request) && request.excuse('matching')),
    ),
  }),
  rule('header', 'typ is JWT where it stands', ({ header }) => !header.has('typ') || header.get('typ') === 'JWT', {
    'accepts-other-typ': party(
      'takes any typ',
      unless(({ header }) => typeof header.get('typ') === 'string'),
    ),
  }),
]
