import { signedEvidence } from '../../harness/check/delegation/signed-evidence.js'
import { decodeJwt, memberOf } from '../../harness/wire/decode.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { signed, subjectOfToken } from './delegation.cases.js'

/** Two signed tokens; ends the check where the evidence is plain. */
const twoTokens = async ({ delegation, judge }: Pick<Fixtures, 'delegation' | 'judge'>): Promise<readonly string[]> => {
  const tokens: string[] = []
  for (let count = 0; count < 2; count += 1) {
    const sent = await judge.grants(delegation.ask('unconditional'))
    tokens.push(
      delegation.token(sent) ?? judge.notApplicable('The target answers with plain evidence, not with a signed token.'),
    )
  }
  return tokens
}

test('signs its delegation_token as every signed JWT', covers(signed), async ({ delegation, judge, target }) => {
  const tokens = await twoTokens({ delegation, judge })
  const parties = {
    issuer: target.partyId,
    caller: delegation.fixtures.provider.partyId,
    roots: await delegation.roots(),
  }
  for (const token of tokens) {
    const { problems } = signedEvidence(token, parties)
    judge.rule('Its delegation_token obeys the rules of signed JWTs', problems.length === 0, {
      expected: 'no contradiction',
      got: problems.slice(0, 3).join('; ') || 'no contradiction',
    })
  }
  const jtis = new Set(tokens.map((token) => JSON.stringify(memberOf(decodeJwt(token).payload, 'jti') ?? null)))
  judge.rule('Each delegation_token has a jti of its own', jtis.size === tokens.length, {
    expected: `${tokens.length} values`,
    got: `${jtis.size}`,
  })
})

test('records sub of its delegation_token', covers(subjectOfToken), async ({ delegation, judge, target }) => {
  const [token = ''] = await twoTokens({ delegation, judge })
  const { payload } = decodeJwt(token)
  const sub = memberOf(payload, 'sub')
  judge.rule('Its delegation_token has a sub', sub !== undefined, {
    expected: 'a sub',
    got: JSON.stringify(sub ?? null),
  })
  judge.observes('sub of delegation_token', sub === target.partyId ? 'its issuer' : (sub ?? null))
})
