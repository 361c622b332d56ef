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

/** Members of the protected header (L248, RFC 7515 §4.1.11). */
export const headerRules = [
  rule('header', 'the header holds nothing but alg, typ and x5c', (request) => extra(request).length === 0, {
    'accepts-extra-header': party(
      'ignores header members beside alg, typ and x5c',
      unless((request) => extra(request).every((name) => !meaningful.has(name))),
    ),
    'ignores-crit': party('ignores crit', ignoreCrit),
  }),
  rule('header', 'typ is JWT where it stands', ({ header }) => !header.has('typ') || header.get('typ') === 'JWT', {
    'accepts-other-typ': party(
      'takes any typ',
      unless(({ header }) => typeof header.get('typ') === 'string'),
    ),
  }),
]
