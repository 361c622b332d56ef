import { adhering } from '../../harness/check/lookup/forms.js'
import { check } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { ruleAddressed } from '../support/whose/bound-party.js'
import { callsNaming } from '../support/whose/calls.js'
import { grantsToAnother, namingAnother } from '../support/whose/granted-to.js'
import { roles } from './look-up.cases.js'

const ofTwoNames = check('lookup.token-of-two-names', 'TOKEN-BOUND-PARTY', grantsToAnother, { level: 'must', roles })

test(
  'addresses no parties_token to another party that a token request names beside the one that signed',
  covers(ofTwoNames),
  async ({ client, lookups, judge }) => {
    const [subject, another] = [adhering((await lookups.party()).partyId), await lookups.party()]
    await namingAnother({ client, judge }, another.partyId, async ({ accessToken, message: { party } }, name) => {
      if (accessToken === undefined) return
      const credential = {
        name: `for which ${name}`,
        headers: () => [['authorization', `Bearer ${accessToken}`]] as const,
      }
      const sent = await judge.records(lookups.message(party, subject, { credential }), `look-up: ${name}`)
      ruleAddressed({ judge }, sent, ['Its parties_token', lookups.token(sent)])
    })
  },
)

const ofCall = check('lookup.call-names-another', 'PRG-02', 'addresses-parties-token-to-named', { roles })

test(
  'addresses no parties_token to another party that a look-up names beside its access token',
  covers(ofCall),
  async ({ lookups, judge }) => {
    const [caller, subject, another] = [await lookups.party(), await lookups.party(), await lookups.party()]
    await judge.grants(lookups.message(caller, adhering(subject.partyId)))
    for (const { name, of } of callsNaming(another.partyId)) {
      const request = { name, value: of }
      const sent = await judge.records(lookups.message(caller, adhering(subject.partyId), { request }), name)
      ruleAddressed({ judge }, sent, ['Its parties_token', lookups.token(sent)])
    }
  },
)
