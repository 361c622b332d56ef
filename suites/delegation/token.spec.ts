import { jwtProblems } from '../../harness/check/documents/signed-jwt.js'
import type { Message } from '../../harness/check/types.js'
import { decodeJwt, memberOf } from '../../harness/wire/decode.js'
import { timeForMore } from '../support/flows/patience.js'
import { ruleSoundJwt } from '../support/flows/sound-jwts.js'
import type { Coverage } from '../support/row.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { check } from './delegation.cases.js'
import { behind, farBehind } from './several.js'

/** What else evidence may say than that something is permitted: each may take another way through a server. */
const otherEvidence: readonly (readonly [what: string, ask: (delegation: Fixtures['delegation']) => Message])[] = [
  ['a Deny', (delegation) => delegation.ask('deny')],
  ['conditions', (delegation) => delegation.ask('handed-out-true')],
  ['two policies', (delegation) => delegation.ask('unconditional', { body: behind(delegation, 'permit-then-deny') })],
  [
    'twelve policies',
    (delegation) => delegation.ask('unconditional', { body: farBehind(delegation, 'permit-then-deny') }),
  ],
]

/** So many signed tokens; ends the check where the evidence is plain. */
const tokensOf = async (
  { delegation, judge }: Pick<Fixtures, 'delegation' | 'judge'>,
  times: number,
): Promise<readonly string[]> => {
  const tokens: string[] = []
  const hasTime = timeForMore()
  for (let count = 0; count < times && hasTime(); count += 1) {
    const sent = await judge.grants(delegation.ask('unconditional'))
    tokens.push(
      delegation.token(sent) ?? judge.notApplicable('The target answers with plain evidence, not with a signed token.'),
    )
  }
  return tokens
}

/** So many show what goes wrong once in fifteen times. */
const times = 18

const signed: Coverage = {
  ...check('delegation.signed-token', 'JWT-SIGNED', [
    'signs-evidence-wrongly',
    'signs-evidence-ps256',
    'signs-evidence-with-kid',
    'signs-evidence-leaf-only',
    'signs-evidence-for-an-hour',
    'signs-evidence-for-nobody',
    'signs-evidence-of-denials-wrongly',
    'signs-evidence-of-several-wrongly',
    'signs-evidence-wrongly-at-times',
  ]),
  requirements: ['JWT-SIGNED', 'JWT-ALG', 'JWT-HEADER-ONLY', 'JWT-X5C-CHAIN', 'JWT-LIFETIME', 'JWT-JTI-NEW'],
  level: 'strict',
}

test('signs its delegation_token as every signed JWT', covers(signed), async ({ delegation, judge, target }) => {
  const tokens = [...(await tokensOf({ delegation, judge }, times))]
  const parties = {
    issuer: target.partyId,
    caller: delegation.fixtures.provider.partyId,
    roots: await delegation.roots(),
  }
  const ruleSound = (token: string, what: string): void =>
    ruleSoundJwt(
      judge,
      signed,
      `Its delegation_token with ${what} obeys the rules of signed JWTs`,
      jwtProblems(token, parties),
    )
  const wrong = tokens.find((token) => jwtProblems(token, parties).length > 0)
  ruleSound(wrong ?? tokens[0] ?? '', 'a Permit')
  for (const [what, ask] of otherEvidence) {
    const token = delegation.token(await judge.records(ask(delegation), `a request for ${what}`))
    if (token === undefined) continue
    ruleSound(token, what)
    tokens.push(token)
  }
  // One that is served again is no other.
  const apart = [...new Set(tokens)]
  const jtis = new Set(apart.map((token) => JSON.stringify(memberOf(decodeJwt(token).payload, 'jti') ?? null)))
  judge.rule('Each delegation_token has a jti of its own', jtis.size === apart.length, {
    expected: `${apart.length} values`,
    got: `${jtis.size}`,
    breaks: ['JWT-JTI-NEW'],
  })
})

const subjectOfToken = check('delegation.token-sub', 'JWT-SUB', [], { level: 'should' })

test('records sub of its delegation_token', covers(subjectOfToken), async ({ delegation, judge, target }) => {
  const [token = ''] = await tokensOf({ delegation, judge }, 1)
  const { payload } = decodeJwt(token)
  const sub = memberOf(payload, 'sub')
  judge.rule('Its delegation_token has a sub', sub !== undefined, {
    expected: 'a sub',
    got: JSON.stringify(sub ?? null),
  })
  judge.observes('sub of delegation_token', sub === target.partyId ? 'its issuer' : (sub ?? null))
})
