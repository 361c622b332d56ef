import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckVerdict } from '../harness/evidence/results-types.js'
import type { PlannedCheck } from '../harness/run/plan.js'
import type { Role } from '../requirements/types.js'
import { readAsked } from './kill-matrix/asked.js'
import type { Cell } from './kill-matrix/matrix.js'
import { merged, type Played, writtenPlayed } from './kill-matrix/played.js'
import { table } from './kill-matrix/table.js'

const none: Played = { pairs: [], unchanged: new Map() }

const cell = (role: Role, check: string, named: boolean, verdict: CheckVerdict): Cell => ({
  role,
  faults: ['omits-nonce'],
  check,
  named,
  verdict,
  reason: '',
  before: 'pass',
})

const planned = (role: Role, id: string, ...detects: string[]): PlannedCheck => ({
  target: `reference ${role}`,
  role,
  selected: { run: true },
  check: { id, title: id, requirements: [], cases: [], level: 'must', profile: 'quick', detects },
})

const plan = [
  planned('IdentityProvider', 'login.nonce', 'omits-nonce'),
  planned('IdentityBroker', 'login.nonce', 'omits-nonce'),
  planned('IdentityProvider', 'login.get', 'accepts-expired-code', 'answers-get'),
  planned('IdentityProvider', 'login.userinfo'),
]

test('the last play of a pair counts, and one of another role stays', () => {
  const played = [
    cell('IdentityProvider', 'login.nonce', true, 'pass'),
    cell('IdentityBroker', 'login.nonce', true, 'fail'),
    cell('IdentityProvider', 'login.userinfo', false, 'fail'),
    cell('IdentityProvider', 'login.get', false, 'pass'),
  ]
  const first = merged(none, played, 'first')
  const page = table(first, plan)
  assert.match(page, /: 1 of the\n4 pairs/)
  assert.match(page, /Not noticed:\n\n- `omits-nonce` × login\.nonce \(IP\)\n/)
  assert.match(page, /no reason is known:\n\n- `omits-nonce` × login\.userinfo \(IP\)\n/)
  assert.match(page, /- `accepts-expired-code` × login\.get: shows where codes live for seconds.* \(IP\)\n/)
  assert.match(page, /- `answers-get` × login\.get: not yet \(IP\)\n/)
  assert.match(page, /\| `omits-nonce` \| [^|]+ \| login\.nonce \(collateral: .* \| IB \| 1 \|\n/)

  const again = [
    cell('IdentityProvider', 'login.nonce', true, 'fail'),
    cell('IdentityProvider', 'login.userinfo', false, 'pass'),
  ]
  const second = merged(first, again, 'second')
  assert.doesNotMatch(table(second, plan), /Not noticed|no reason is known/)
  assert.match(table(second, plan), /\| `omits-nonce` \| [^|]+ \| login\.nonce \| IP, IB \| 1 \|\n/)
  assert.deepEqual(writtenPlayed(second).trim().split('\n').slice(1), [
    'IdentityBroker\tomits-nonce\tlogin.nonce\tpass\tfail\tfirst',
    'IdentityProvider\tomits-nonce\t*\tunchanged\t1',
    'IdentityProvider\tomits-nonce\tlogin.nonce\tpass\tfail\tsecond',
  ])
})

test('a part of the matrix is asked for by roles and by beginnings of check ids', () => {
  const { roles, checks, foreign, deep } = readAsked(['IdentityProvider', 'login.', '--others', '3'])
  assert.deepEqual([roles, checks, foreign('IdentityProvider'), deep], [['IdentityProvider'], ['login.'], 3, false])
  assert.equal(readAsked([]).foreign('ServiceProvider'), Number.POSITIVE_INFINITY)
  assert.throws(() => readAsked(['IdentityProvder']), /There is no role IdentityProvder/)
})
