import { adhering, notAdhering } from '../../harness/check/lookup/forms.js'
import { isAdhering } from '../../harness/check/lookup/record.js'
import type { Lookups, Subject } from '../../harness/check/lookup/types.js'
import type { Sent } from '../../harness/check/types.js'
import type { Party } from '../../harness/mutations/types.js'
import { type Coverage, checksWith } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { answered } from './answer.cases.js'
import { contradictions } from './look-up-by-each.js'
import { reportsLeaf } from './record.cases.js'

/** A registry may keep its answers: by the access token, by the party, or some of them alone. */
const keptToken: Coverage = checksWith({ roles: ['ParticipantRegistry'] })(
  'lookup.kept-token',
  'PARTIES-TOKEN-ISSUED',
  [
    'keeps-answer-of-access-token',
    'keeps-answers-about-inactive',
    'keeps-answers-by-path',
    'serves-parties-token-of-another',
  ],
  { level: 'must', profile: 'standard' },
)

/** Whether an answer holds the record of that party. */
function isAbout(lookups: Lookups, sent: Sent, party: Party, subject: Subject): boolean {
  const record = lookups.read(sent)
  if (record === undefined) return true
  const isNamed = record.partyId === undefined || record.partyId === party.partyId
  return isNamed && (!subject.adhering || (isAdhering(record.status) && reportsLeaf(record, party)))
}

test('answers each look-up anew with one access token', covers(keptToken), async ({ lookups, judge, target }) => {
  const tools = { lookups, judge, target }
  const [caller, other] = [await lookups.party(), await lookups.party()]
  const [one, another] = [await lookups.party(), await lookups.party()]
  const [both] = await lookups.partyWithTwoCertificates()
  const suspended = await lookups.partyWithStatus('Suspended')
  const subjectOf = (party: Party): Subject =>
    party === suspended ? notAdhering('a party with status Suspended', party.partyId) : adhering(party.partyId)
  // What is wrong with an access token of its own, too, is said by other checks.
  const usual = await contradictions(tools, caller, subjectOf(one))
  if (usual.answers.length === 0) judge.inconclusive('No look-up was answered with a parties_token.')
  if (usual.answers.some((sent) => !isAbout(lookups, sent, one, subjectOf(one))))
    judge.notApplicable('Its record is not that of the party that is asked for, as another check says.')
  const found = new Map<string, string>()
  let [count, astray] = [0, 0]
  for (const asking of [caller, other])
    for (const party of [one, another, suspended, both, asking, one]) {
      const about = await contradictions(tools, asking, subjectOf(party), { keepsToken: true })
      for (const [id, got] of about.found) found.set(id, got)
      count += about.answers.length
      astray += about.answers.filter((sent) => !isAbout(lookups, sent, party, subjectOf(party))).length
    }
  if (count === 0) judge.notApplicable('It takes an access token once.')
  judge.rule('Answers with the record of the party that is asked for', astray === 0, {
    expected: 'its status and certificate',
    got: astray === 0 ? 'its status and certificate' : `something else in ${astray} of ${count} answers`,
  })
  for (const { id, title, expected } of answered.filter(({ id }) => !usual.found.has(id)))
    judge.rule(`${title}, whatever was asked before`, !found.has(id), { expected, got: found.get(id) ?? 'so' })
})
