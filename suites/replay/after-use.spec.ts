import { loginRoles } from '../../harness/check/coverage.js'
import { adhering } from '../../harness/check/lookup/forms.js'
import type { Message } from '../../harness/check/types.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { afterUse } from './flows.cases.js'

/** A call, where machines call, for which an access token is got. */
async function callOf(tools: Fixtures): Promise<Message> {
  const { lookups, target } = tools
  if (target.role === 'ServiceProvider') return tools.service.message()
  if (target.role !== 'ParticipantRegistry') return tools.delegation.ask('unconditional')
  const caller = await lookups.party()
  return lookups.message(caller, adhering((await lookups.party()).partyId))
}

const name = 'after its access token was used'

test('refuses an accepted assertion after its access token was used', covers(afterUse), async (tools) => {
  const { client, judge, target } = tools
  if (loginRoles.includes(target.role)) {
    const sent = await judge.grants(await client.message())
    await judge.records(tools.login.userinfo(sent), 'userinfo')
    await judge.refuses(client.again(sent, { name }))
    return
  }
  const { carried, message } = await judge.grants(await callOf(tools))
  const control = await judge.grants(client.next(message))
  await judge.refuses(client.again({ ...control, assertion: carried?.assertion ?? '' }, { name }))
})
