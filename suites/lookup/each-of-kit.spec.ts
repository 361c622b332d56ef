import { adhering, notAdhering } from '../../harness/check/lookup/forms.js'
import { isAdhering, type PartyRecord } from '../../harness/check/lookup/record.js'
import type { Registered } from '../../harness/check/lookup/types.js'
import { isUnanswered } from '../../harness/judge/outcome.js'
import { timeForMore } from '../support/flows/patience.js'
import { type Coverage, checksWith } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { reportsLeaf } from './record.cases.js'

/** A registry may keep some kinds of certificate otherwise than the usual one: those of long keys, or of another authority. */
const eachOfKit: Coverage = checksWith({ roles: ['ParticipantRegistry'] })(
  'lookup.each-of-kit',
  'PARTY-RECORD',
  [
    'omits-certificates-of-long-keys',
    'reports-active-with-long-key',
    'reports-suspended-as-active',
    'keeps-answer-of-access-token',
  ],
  { level: 'must', profile: 'standard' },
)

const active = 'Active'

const isEmpty = ({ status, certificates }: PartyRecord): boolean => status === undefined && certificates.length === 0

test('answers about each party of the kit as it is registered', covers(eachOfKit), async ({ lookups, judge }) => {
  const [caller, usual] = [await lookups.party(), await lookups.party()]
  const known = lookups.read(await judge.grants(lookups.message(caller, adhering(usual.partyId))))
  if (known === undefined || !reportsLeaf(known, usual))
    judge.notApplicable('It reports no certificate of any party, as another check says.')
  const all = lookups.ofKit()
  if (all.length === 0) judge.notApplicable('The target has participants of its own.')
  const ask = async ({ partyId, status }: Registered) => {
    const subject = status === active ? adhering(partyId) : notAdhering(`a party with status ${status}`, partyId)
    const kept = await judge.records(lookups.message(caller, subject, { keepsToken: true }), 'a look-up')
    // Some take an access token once.
    const read = lookups.read(kept)
    if (read !== undefined) return read
    const own = await judge.records(lookups.message(caller, subject), 'a look-up')
    if (isUnanswered(own.outcome)) unanswered += 1
    return lookups.read(own)
  }
  let unanswered = 0
  const wrong: string[] = []
  const hasTime = timeForMore()
  let held = 0
  for (const registered of all) {
    if (!hasTime()) break
    const record = await ask(registered)
    // What a registry could not store, it cannot report (ruling 25); other checks say that it is missing.
    if (record === undefined || isEmpty(record)) continue
    held += 1
    const isActive = isAdhering(record.status)
    // Whether it keeps several certificates of one party, lookup.several-certificates says.
    const isShown = registered.parties.some((party) => reportsLeaf(record, party))
    const isRight = registered.status === active ? isActive && isShown : !isActive
    if (!isRight) wrong.push(`${registered.partyId} (${registered.status})`)
  }
  judge.observes('parties of which it has a record', held)
  // What it has not answered may be wrong as well. A slow one is judged by those that there is time for.
  if (wrong.length === 0 && unanswered > 0)
    judge.inconclusive(`It answered no look-up about ${unanswered} of ${all.length} parties.`)
  if (held === 0) judge.inconclusive('It answered about no party of the kit.')
  judge.rule('Answers about each party as it is registered', wrong.length === 0, {
    expected: `the status of each of ${held} parties, and a certificate of those that are active`,
    got: wrong.length === 0 ? 'so' : `something else about ${wrong.length}, among them ${wrong.slice(0, 3).join(', ')}`,
  })
})
