import type { Judge, Sent } from '../../harness/check/types.js'
import { covers, test } from '../support/test.js'
import { ruleBoundToClient } from '../support/whose/bound-party.js'
import { grantsToAnother, namingAnother } from '../support/whose/granted-to.js'
import { claim, idToken } from './id-token.js'
import { checkAtLogin } from './rows.js'

const ofTwoNames = checkAtLogin('login.token-of-two-names', 'TOKEN-BOUND-PARTY', grantsToAnother, {
  level: 'must',
  slow: 300,
})

/** That an id_token is for the party that signed and not for that other one; whom it may be for beside them, other checks say. */
function ruleAddressed(judge: Judge, sent: Sent, other: string): void {
  const own = sent.message.party.partyId
  const aud = [claim(sent, 'aud')].flat()
  judge.rule('The id_token is for the party that signed', aud.includes(own) && !aud.includes(other), {
    expected: own,
    got: JSON.stringify(aud),
  })
}

test(
  'issues no id_token for another party that a token request names beside the one that signed',
  covers(ofTwoNames),
  async ({ client, judge, lab, target }) => {
    const { partyId } = (await client.message()).party
    await namingAnother({ client, judge }, partyId, async (sent) => {
      if (idToken(sent) !== '') ruleAddressed(judge, sent, partyId)
      await ruleBoundToClient({ judge, lab, target }, sent, [partyId])
    })
  },
)
