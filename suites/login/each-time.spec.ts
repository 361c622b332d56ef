import { type JwtProblem, jwtProblems } from '../../harness/check/documents/signed-jwt.js'
import type { Sent } from '../../harness/check/types.js'
import { timeForMore } from '../support/flows/patience.js'
import { ruleSoundJwt } from '../support/flows/sound-jwts.js'
import type { Coverage } from '../support/row.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { idToken } from './id-token.js'
import { checkAtLogin } from './rows.js'

/** So many show what goes wrong once in fifteen times. */
const times = 18

const eachTime: Coverage = checkAtLogin(
  'login.each-time',
  ['JWT-SIGNED', 'JWT-ALG', 'JWT-HEADER-ONLY', 'JWT-X5C-CHAIN', 'JWT-LIFETIME'],
  'corrupts-id-token-at-times',
  { level: 'strict', profile: 'standard' },
)

type Tools = Pick<Fixtures, 'lookups' | 'target'>

/** What contradicts the rules of signed JWTs in an id_token, by the requirement. */
async function contradictions({ lookups, target }: Tools, sent: Sent): Promise<ReadonlyMap<string, JwtProblem>> {
  const parties = { issuer: target.partyId, caller: sent.message.party.partyId, roots: await lookups.roots() }
  return new Map(jwtProblems(idToken(sent), parties).map((problem) => [problem.requirement, problem]))
}

test(
  'keeps to the rules of signed JWTs in its id_token each time',
  covers(eachTime),
  async ({ client, judge, lookups, target }) => {
    const usual = await judge.grants(await client.message())
    if (idToken(usual) === '') judge.notApplicable('It answers without an id_token, as another check says.')
    // What is wrong each time is said by other checks.
    const known = await contradictions({ lookups, target }, usual)
    let count = 0
    const found = new Map<string, JwtProblem>()
    const hasTime = timeForMore()
    for (; count < times && hasTime(); count += 1) {
      const sent = await judge.records(client.next(usual.message), 'one more login')
      if (idToken(sent) === '') break
      for (const [requirement, problem] of await contradictions({ lookups, target }, sent))
        if (!known.has(requirement)) found.set(requirement, problem)
    }
    if (count === 0) judge.notApplicable('It gives no second login an id_token.')
    judge.observes('logins that were looked at', count)
    ruleSoundJwt(judge, eachTime, 'Each id_token keeps to the rules of signed JWTs', [...found.values()])
  },
)
