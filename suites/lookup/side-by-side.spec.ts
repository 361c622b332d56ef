import { adhering, notAdhering } from '../../harness/check/lookup/forms.js'
import { isAdhering } from '../../harness/check/lookup/record.js'
import type { Subject } from '../../harness/check/lookup/types.js'
import type { Message, Sent } from '../../harness/check/types.js'
import type { Party } from '../../harness/mutations/types.js'
import { ruleNoneGranted } from '../support/flows/refused.js'
import { sideBySide } from '../support/flows/side-by-side.js'
import { type Coverage, checksWith } from '../support/row.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { ruleAddressed } from './addressed.js'
import { ruleNamed } from './party-named.js'
import { reportsLeaf } from './record.cases.js'

type Tools = Pick<Fixtures, 'lookups' | 'judge'>

const racing = checksWith({ roles: ['ParticipantRegistry'], unsafe: 'race' })

/** What is found for one caller may stand in one place for all. */
const whoseRecord: Coverage = racing(
  'lookup.side-by-side',
  ['PARTIES-TOKEN-ISSUED', 'PARTY-LOOKUP-AUTHENTICATED', 'PRG-02', 'PRG-03'],
  ['mixes-up-callers', 'mixes-up-records', 'mixes-up-records-but-for-ids', 'mixes-up-records-by-path'],
)

const whoseStatus: Coverage = racing('lookup.status-side-by-side', 'PRG-04', [
  'mixes-up-records',
  'mixes-up-records-but-for-ids',
  'mixes-up-record-statuses',
])

/** A look-up, the party that it asks about, and what it was answered with while no other was under way. */
interface Asked {
  readonly message: Message
  readonly party: Party
  readonly alone: Sent
}

/** By each form that there is: look-ups of these parties, each by a caller of its own. */
async function askedAlone({ lookups, judge }: Tools, asking: readonly (readonly [Party, Party, Subject])[]) {
  const byForm: (readonly Asked[])[] = []
  for (const form of lookups.forms) {
    const asked: Asked[] = []
    for (const [caller, party, subject] of asking) {
      const message = lookups.message(caller, subject, { form })
      asked.push({ message, party, alone: await judge.records(message, `look-up of ${subject.name} ${form.name}`) })
    }
    byForm.push(asked)
  }
  return byForm
}

/** How often those who ask alone ask at most: others of the run may ask at the same moment. */
const mostAlone = 3

/** Whether an answer holds the record of a party in good standing. */
const isSound = ({ alone: { outcome } }: Asked): boolean => outcome.kind === 'granted'

test(
  'answers each caller about the party that it asks for where two ask side by side',
  covers(whoseRecord),
  async ({ lookups, judge }) => {
    const tools = { lookups, judge }
    const [subject, one, another] = [await lookups.party(), await lookups.party(), await lookups.party()]
    const byForm = await askedAlone(tools, [
      [one, subject, adhering(subject.partyId)],
      [another, one, adhering(one.partyId)],
    ])
    const sound = byForm.filter((asked) => asked.every(isSound))
    if (sound.length === 0) judge.inconclusive('No two look-ups were answered with records of the parties asked for.')
    for (const asked of sound) {
      const answers = await sideBySide(
        judge,
        asked.map(({ message }) => message),
        (sent) => lookups.read(sent) !== undefined,
      )
      for (const { message, party, alone } of asked)
        for (const sent of answers.filter((answer) => answer.message === message))
          ruleOwn(tools, { party, alone, sent })
    }
  },
)

/** The answer is the caller's, about the party that it asked for. */
function ruleOwn({ lookups, judge }: Tools, { party, alone, sent }: Omit<Asked, 'message'> & { sent: Sent }): void {
  const [known, record] = [lookups.read(alone), lookups.read(sent)]
  if (known === undefined || record === undefined) return
  ruleAddressed({ lookups, judge }, sent)
  ruleNamed(judge, record, party.partyId)
  if (!reportsLeaf(known, party)) return
  const holds = reportsLeaf(record, party)
  judge.rule('the record reports the certificate of the party', holds, {
    expected: 'as alone',
    got: holds ? 'as alone' : 'not its certificate',
  })
}

test(
  'reports the status of the party that is asked for where others are looked up side by side',
  covers(whoseStatus),
  async ({ lookups, judge }) => {
    const suspended = await lookups.partyWithStatus('Suspended')
    const [active, one, another] = [await lookups.party(), await lookups.party(), await lookups.party()]
    const soundOnes = async () =>
      (
        await askedAlone({ lookups, judge }, [
          [one, active, adhering(active.partyId)],
          [another, suspended, notAdhering('a party with status Suspended', suspended.partyId)],
        ])
      ).filter((asked) => asked.some(isSound) && asked.every((each) => each.party === active || !isSound(each)))
    let sound = await soundOnes()
    for (let asked = 1; asked < mostAlone && sound.length === 0; asked += 1) sound = await soundOnes()
    if (sound.length === 0) judge.notApplicable('One that asks alone gets no such answers either, as other checks say.')
    for (const asked of sound) {
      const answers = await sideBySide(
        judge,
        asked.map(({ message }) => message),
      )
      const about = (party: Party) =>
        answers.filter(({ message }) => asked.some((each) => each.message === message && each.party === party))
      ruleNoneGranted(judge, 'Reports no suspended party as Active', about(suspended), 'none reported as Active')
      const records = about(active).flatMap((sent) => lookups.read(sent) ?? [])
      const other = records.filter(({ status }) => !isAdhering(status)).length
      judge.rule('Reports an active party as Active', other === 0, {
        expected: 'Active',
        got: other === 0 ? 'Active' : `something else in ${other} of ${records.length} answers`,
      })
    }
  },
)
