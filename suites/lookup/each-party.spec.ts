import { adhering } from '../../harness/check/lookup/forms.js'
import type { Subject } from '../../harness/check/lookup/types.js'
import type { Party } from '../../harness/mutations/types.js'
import { inOrder } from '../support/order.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { ofParties } from './each-party.cases.js'
import { contradictionsIn, lookUpByEach, mandatory } from './look-up-by-each.js'

type Tools = Pick<Fixtures, 'judge' | 'lookups' | 'target'>

/** What contradicts the mandatory rules in the answers about a party, by the ids of the rules. */
async function contradictions(tools: Tools, caller: Party, subject: Subject) {
  const answers = await lookUpByEach(tools, caller, subject)
  return { found: await contradictionsIn(tools, caller, answers), count: answers.length }
}

for (const row of inOrder(ofParties))
  test(`keeps to the rules of parties_token about ${row.title}`, covers(row), async ({ lookups, judge, target }) => {
    const tools = { lookups, judge, target }
    const [caller, usual] = [await lookups.party(), await lookups.party()]
    // What is wrong about any party is said by other checks.
    const { found: known, count } = await contradictions(tools, caller, adhering(usual.partyId))
    if (count === 0) judge.inconclusive('No look-up was answered with a parties_token.')
    const about = await contradictions(tools, caller, await row.subject(lookups, caller))
    if (about.count === 0) judge.notApplicable('It answers a look-up of this party without a parties_token.')
    for (const { id, title, expected } of mandatory.filter(({ id }) => !known.has(id)))
      judge.rule(`${title}, about ${row.title} too`, !about.found.has(id), {
        expected,
        got: about.found.get(id) ?? 'so',
      })
  })
