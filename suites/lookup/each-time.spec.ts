import { setTimeout as sleep } from 'node:timers/promises'
import { adhering } from '../../harness/check/lookup/forms.js'
import type { Subject } from '../../harness/check/lookup/types.js'
import type { Sent } from '../../harness/check/types.js'
import { conforming } from '../../harness/guises/values.js'
import { memberOf } from '../../harness/wire/decode.js'
import { timeForMore } from '../support/flows/patience.js'
import { type Coverage, checksWith } from '../support/row.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { contradictionsIn, lookUpByEach, mandatory } from './look-up-by-each.js'

/** Within one second a jti that comes again makes the same JWT, which may be one that is served again; milliseconds. */
const overASecond = 1_100

/** So many show what goes wrong once in fifteen times, and values that are drawn among some hundred. */
const times = 64

/** Of some code each signature is well but for those that begin with a zero, and each value new but for those that come again. */
const eachTime: Coverage = checksWith({ roles: ['ParticipantRegistry'] })(
  'lookup.each-time',
  ['PARTIES-TOKEN-ISSUED'],
  [
    'corrupts-parties-token-at-times',
    'deals-parties-token-jti-in-turn',
    'keeps-answers-by-path',
    'serves-parties-token-of-another',
  ],
  { level: 'must', profile: 'standard' },
)

/** What contradicts the rules in answers to callers that sign otherwise; some code answers in the digest in which it is asked. */
async function toOtherDigests(
  { client, judge, ...tools }: Pick<Fixtures, 'client' | 'lookups' | 'judge' | 'target'>,
  subject: Subject,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const mutate of conforming('alg=RS384', 'alg=RS512')) {
    const message = await client.message({ mutate })
    const { outcome } = await judge.records(message, `a token request of a caller with ${mutate.name}`)
    if (outcome.kind !== 'granted') continue
    const answers = await lookUpByEach({ ...tools, judge }, message.party, subject, { authenticating: mutate })
    for (const [id, got] of await contradictionsIn(tools, message.party, answers)) found.set(id, got)
  }
  return found
}

test('keeps to the rules of parties_token each time', covers(eachTime), async ({ client, lookups, judge, target }) => {
  const [caller, subject] = [await lookups.party(), await lookups.party()]
  // What is wrong each time is said by other checks.
  const usual = await lookUpByEach({ lookups, judge }, caller, adhering(subject.partyId))
  if (usual.length === 0) judge.inconclusive('No look-up was answered with a parties_token.')
  const known = await contradictionsIn({ lookups, target }, caller, usual)
  const answers: Sent[] = []
  const hasTime = timeForMore()
  while (answers.length < times && hasTime()) {
    const more = await lookUpByEach({ lookups, judge }, caller, adhering(subject.partyId), { keepsToken: true })
    if (more.length === 0) break
    if (answers.length === times / 2) await sleep(overASecond)
    answers.push(...more)
  }
  if (answers.length < 2) judge.notApplicable('It answers no two look-ups with one access token.')
  judge.observes('look-ups that were looked at', answers.length)
  const found = new Map([
    ...(await contradictionsIn({ lookups, target }, caller, answers)),
    ...(await toOtherDigests({ client, lookups, judge, target }, adhering(subject.partyId))),
  ])
  for (const { id, title, expected } of mandatory.filter(({ id }) => !known.has(id)))
    judge.rule(`${title}, each time`, !found.has(id), { expected, got: found.get(id) ?? 'so' })
  // One that is served again is no new JWT, and has the jti that it had.
  const tokens = new Map(answers.map((sent) => [lookups.token(sent), sent]))
  const jtis = [...tokens.values()].map((sent) => memberOf(lookups.read(sent)?.jwt.payload, 'jti') ?? null)
  const different = new Set(jtis.map((jti) => JSON.stringify(jti))).size
  judge.rule('jti differs from parties_token to parties_token', different === jtis.length, {
    expected: `${jtis.length} values`,
    got: `${different} values in ${jtis.length} of ${answers.length} answers`,
  })
})
