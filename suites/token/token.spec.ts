import { hash } from 'node:crypto'
import type { Sent } from '../../harness/check/types.js'
import { decodeJwt, memberOf } from '../../harness/wire/decode.js'
import { ruleNoRefreshToken, withoutRefreshToken } from '../support/flows/refresh-token.js'
import { inOrder } from '../support/order.js'
import { serverRoles } from '../support/roles.js'
import { check } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { quickest, ruleUnderived } from '../support/values/derived.js'
import { ruleDifference, ruleLength, ruleSecret, ruleUnknown } from '../support/values/guessable.js'
import { neverRefreshed, refreshing, renewing } from './token.cases.js'

/** What was sent, with the time for which it was under way, milliseconds since epoch. */
const underWay = (sent: Sent) => {
  const from = Date.parse(sent.exchange.startedAt)
  return { ...sent, from, to: from + sent.exchange.durationMs }
}

test(
  'issues no refresh token',
  covers(check('token.no-refresh-token', 'TOK-01', 'issues-refresh-token', { roles: serverRoles })),
  async ({ client, judge }) => ruleNoRefreshToken(judge, await judge.grants(await client.message())),
)

for (const row of inOrder(neverRefreshed))
  test(`issues no refresh token for ${row.title}`, covers(row), withoutRefreshToken(row))

test(
  'refuses grant_type refresh_token without an assertion',
  covers(check('token.refresh-grant', 'TOK-03', 'accepts-refresh-grant')),
  async ({ client, judge }) => {
    const control = await client.message()
    const { accessToken = '' } = await judge.grants(control)
    for (const mutate of [
      refreshing('refresh_token invented', 'invented'),
      refreshing('refresh_token is an access token', accessToken),
    ])
      await judge.refuses(client.next(control, { mutate }))
  },
)

test(
  'refuses an access token in the place of an assertion',
  covers(check('token.for-token', 'TOK-03', 'takes-bearer-for-assertion', { roles: serverRoles })),
  async ({ client, judge }) => {
    const control = await client.message()
    const { accessToken = '' } = await judge.grants(control)
    await judge.refuses(client.next(control, { mutate: renewing(accessToken) }))
  },
)

test(
  'issues access tokens that nobody can guess',
  covers(
    check(
      'token.guessable',
      'TOKEN-DISTINCT',
      [
        'counts-access-tokens',
        'hashes-time-to-access-tokens',
        'hashes-microsecond-to-access-tokens',
        'returns-assertion-as-token',
        'returns-fingerprint-as-token',
        'signs-access-tokens-under-secret',
        'encodes-party-to-access-tokens',
      ],
      { level: 'should' },
    ),
  ),
  async ({ client, judge, target }) => {
    const first = await judge.grants(await client.message())
    const second = await judge.grants(client.next(first.message))
    const third = await judge.grants(await client.message())
    const tokens = [first, second, third].map(({ accessToken = '' }) => accessToken)
    const [one = '', again = '', another = ''] = tokens
    ruleLength(judge, 'Its access tokens', tokens)
    ruleDifference(judge, 'Its access tokens', [one, another])
    // A client may get the token once more that it has.
    if (again !== one) ruleDifference(judge, 'Its access tokens for one client', [one, again])
    ruleSecret(judge, 'Its access tokens', tokens, [target.partyId, target.baseUrl])
    ruleUnknown(judge, 'Its access token', one, first.message.party.partyId)
    const { accessToken = '', message, assertion, from, to } = quickest(underWay(first), underWay(third))
    const jti = memberOf(decodeJwt(assertion).payload, 'jti')
    ruleUnderived(judge, 'Its access token', accessToken, {
      values: {
        client_id: message.party.partyId,
        ...(typeof jti === 'string' && { jti }),
        'client assertion': assertion,
        signature: decodeJwt(assertion).parts[2] ?? '',
      },
      digests: { 'its certificate': hash('sha256', message.party.certified.chain[0] ?? '', 'buffer') },
      from,
      to,
    })
  },
)

test(
  'issues an access token of its own to each client',
  covers(check('token.distinct', 'TOK-04', 'returns-assertion-as-token')),
  async ({ client, judge }) => {
    const one = await judge.grants(await client.message())
    const another = await judge.grants(await client.message())
    const jti = memberOf(decodeJwt(one.assertion).payload, 'jti')
    const strangers = one.message.party.partyId !== another.message.party.partyId
    const others = {
      'the assertion': one.assertion,
      'the jti': jti,
      ...(strangers && { "another client's token": another.accessToken }),
    }
    for (const [name, value] of Object.entries(others)) {
      const equal = one.accessToken === value
      judge.rule(`the access token is not ${name}`, !equal, {
        expected: 'another value',
        got: equal ? name : 'another value',
      })
    }
  },
)
