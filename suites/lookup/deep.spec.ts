import { adhering } from '../../harness/check/lookup/forms.js'
import { longExpired, outlivedToken, untilExpired } from '../support/flows/expired-token.js'
import { covers, test } from '../support/test.js'

test(
  'answers no look-up with an access token that has expired',
  covers({
    id: 'lookup.expired-token',
    requirements: ['PARTY-LOOKUP-AUTHENTICATED'],
    cases: ['PRG-06'],
    level: 'should',
    profile: 'deep',
    ...untilExpired,
    roles: ['ParticipantRegistry'],
    detects: ['answers-look-up-with-expired-token'],
  }),
  async ({ lookups, judge }) => {
    const caller = await lookups.party()
    const subject = adhering((await lookups.party()).partyId)
    const control = lookups.message(caller, subject)
    const token = await outlivedToken(await judge.grants(control), judge)
    await judge.grants(control)
    const credential = { name: longExpired, headers: () => [['authorization', `Bearer ${token}`]] as const }
    await judge.refuses(lookups.message(caller, subject, { credential }))
  },
)
