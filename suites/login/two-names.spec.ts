import { covers, test } from '../support/test.js'
import { ruleAddressed, ruleBoundToClient } from '../support/whose/bound-party.js'
import { grantsToAnother, namingAnother } from '../support/whose/granted-to.js'
import { idToken } from './id-token.js'
import { checkAtLogin } from './rows.js'

const ofTwoNames = checkAtLogin('login.token-of-two-names', 'TOKEN-BOUND-PARTY', grantsToAnother, {
  level: 'must',
  slow: 300,
})

test(
  'issues no id_token for another party that a token request names beside the one that signed',
  covers(ofTwoNames),
  async ({ client, judge, lab, target }) => {
    const { partyId } = (await client.message()).party
    await namingAnother({ client, judge }, partyId, async (sent) => {
      ruleAddressed({ judge }, sent, ['The id_token', idToken(sent) || undefined])
      await ruleBoundToClient({ judge, lab, target }, sent, [partyId])
    })
  },
)
