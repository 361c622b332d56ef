import { adhering, notAdhering } from '../../harness/check/lookup/forms.js'
import { isAdhering, type PartyRecord } from '../../harness/check/lookup/record.js'
import type { Subject } from '../../harness/check/lookup/types.js'
import type { Party } from '../../harness/mutations/types.js'
import { memberOf } from '../../harness/wire/decode.js'
import { type Coverage, checksWith } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { isAddressedTo } from './answer.cases.js'
import { lookUpByEach } from './look-up-by-each.js'
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
    'addresses-parties-token-to-latest',
  ],
  { level: 'must', profile: 'standard' },
)

/** What a look-up was answered with. */
interface Answered {
  readonly isAbout: boolean
  readonly isAddressed: boolean
  /** Whether the caller asked for itself. */
  readonly ofItself: boolean
}

/** Whether an answer holds the record of that party, with one of its certificates. */
function isAbout(record: PartyRecord | undefined, forms: readonly Party[], subject: Subject): boolean {
  if (record === undefined) return true
  const isNamed = record.partyId === undefined || record.partyId === subject.partyId
  const isShown = forms.some((party) => reportsLeaf(record, party))
  return isNamed && (!subject.adhering || (isAdhering(record.status) && isShown))
}

test('answers each look-up anew with one access token', covers(keptToken), async ({ lookups, judge }) => {
  const [caller, other, one] = [await lookups.party(), await lookups.party(), await lookups.party()]
  const twins = await lookups.partyWithTwoCertificates()
  const [both] = twins
  const suspended = await lookups.partyWithStatus('Suspended')
  const ask = async (asking: Party, party: Party, keepsToken?: true): Promise<readonly Answered[]> => {
    const isSuspended = party === suspended
    const subject = isSuspended ? notAdhering('a party with status Suspended', party.partyId) : adhering(party.partyId)
    const answers = await lookUpByEach({ lookups, judge }, asking, subject, keepsToken && { keepsToken })
    return answers.map((sent) => {
      const record = lookups.read(sent)
      return {
        isAbout: isAbout(record, party === both ? twins : [party], subject),
        isAddressed: isAddressedTo(memberOf(record?.jwt.payload, 'aud'), asking.partyId),
        ofItself: asking === party,
      }
    })
  }
  // What is wrong with an access token of its own, too, is said by other checks.
  const usual = await ask(caller, one)
  if (usual.length === 0) judge.inconclusive('No look-up was answered with a parties_token.')
  const ofItself = await ask(caller, caller)
  const answers: Answered[] = []
  for (const party of [one, caller, other, suspended, both])
    for (const asking of [caller, other]) answers.push(...(await ask(asking, party, true)))
  if (answers.length === 0) judge.notApplicable('It takes an access token once.')
  const rule = (says: string, expected: string, concerned: readonly Answered[], holds: (one: Answered) => boolean) => {
    const broken = concerned.filter((one) => !holds(one)).length
    judge.rule(says, broken === 0, {
      expected,
      got: broken === 0 ? expected : `something else in ${broken} of ${concerned.length} answers`,
    })
  }
  if (usual.every(({ isAbout }) => isAbout))
    rule(
      'Answers with the record of the party that is asked for',
      'its status and certificate',
      answers,
      (one) => one.isAbout,
    )
  const isSound = ofItself.every(({ isAddressed }) => isAddressed)
  if (usual.every(({ isAddressed }) => isAddressed))
    rule(
      'aud is the caller',
      'the Party Identifier of the caller',
      answers.filter((one) => isSound || !one.ofItself),
      (one) => one.isAddressed,
    )
})
