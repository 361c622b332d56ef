import { adhering } from '../../harness/check/lookup/forms.js'
import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'
import { answered } from './answer.cases.js'
import { ofParties } from './each-party.cases.js'
import { contradictions } from './look-up-by-each.js'

for (const row of inOrder(ofParties))
  test(`keeps to the rules of parties_token about ${row.title}`, covers(row), async ({ lookups, judge, target }) => {
    const tools = { lookups, judge, target }
    const [caller, usual] = [await lookups.party(), await lookups.party()]
    // What is wrong about any party is said by other checks.
    const { found: known, answers } = await contradictions(tools, caller, adhering(usual.partyId))
    if (answers.length === 0) judge.inconclusive('No look-up was answered with a parties_token.')
    const about = await contradictions(tools, caller, await row.subject(lookups, caller))
    if (about.answers.length === 0) judge.notApplicable('It answers a look-up of this party without a parties_token.')
    for (const { id, title, expected } of answered.filter(({ id }) => !known.has(id)))
      judge.rule(`${title}, about ${row.title} too`, !about.found.has(id), {
        expected,
        got: about.found.get(id) ?? 'so',
      })
  })
