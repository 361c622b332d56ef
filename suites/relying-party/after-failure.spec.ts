import type { LoginMisbehaviour } from '../../harness/check/relying-party/types.js'
import type { LedgerEntry } from '../../harness/contracts/lab-protocol.js'
import { ruleAfterFailure } from '../client/after-failure.js'
import { authentications, ruleNew } from '../client/authentications.js'
import { renewedAfterAt } from '../client/client.cases.js'
import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'
import { afterFailureAt, towardsIdentityProvider } from './flows.cases.js'
import type { Tools } from './logins.js'

/** How the token endpoint of an IdentityProvider fails. */
const failures = { error: 'token-status-500', reset: 'token-reset' } as const

/** The assertions of a target in an honest login, and in logins at an IdentityProvider that fails and is back then. */
async function around(
  names: readonly LoginMisbehaviour['name'][],
  { relyingParty, judge, lab, target }: Tools<'lab' | 'target'>,
): Promise<{ readonly before: readonly LedgerEntry[]; readonly after: readonly LedgerEntry[] }> {
  const [control, ...failing] = relyingParty.prepare(
    ...names.map((name): LoginMisbehaviour => ({ entry: 'token answer', name })),
  )
  await judge.grants(control)
  // What failed in an earlier check may still show in the first login.
  const settled = Date.now()
  await judge.grants(relyingParty.prepare()[0])
  const before = (await authentications({ lab, target }, 'login-token')).filter(({ at }) => at >= settled)
  const since = Date.now()
  for (const message of failing) await judge.records(message, `a login: ${message.recipe['token answer']}`)
  await judge.records(relyingParty.prepare()[0], 'a login once the provider is back')
  const all = await authentications({ lab, target }, 'login-token')
  return { before, after: all.filter(({ at }) => at >= since) }
}

const renewed = [
  ...renewedAfterAt(
    { error: 'login-client.new-assertion-after-error', reset: 'login-client.new-assertion-after-reset' },
    { roles: ['ServiceProvider'], exclusive: true },
  ),
  ...renewedAfterAt(
    { error: 'broker-client.new-assertion-after-error', reset: 'broker-client.new-assertion-after-reset' },
    { roles: ['IdentityBroker'], exclusive: true },
  ),
]

for (const row of inOrder(renewed))
  test(`${row.title}, at an IdentityProvider of ${row.roles?.join()}`, covers(row), async (fixtures) => {
    const { relyingParty, judge, lab, target } = fixtures
    const name = failures[row.failing]
    const { after } = await around([name, name], { relyingParty, judge, lab, target })
    if (after.length < 2) judge.notApplicable('The target has sent no further assertion after that.')
    ruleNew(judge, after)
  })

for (const row of inOrder(afterFailureAt))
  test(
    `keeps to the rules of its assertions after an IdentityProvider of ${row.roles?.join()} has failed`,
    covers(row),
    async ({ relyingParty, judge, lab, lookups, target }) => {
      const seen = await around([failures.error, failures.reset], { relyingParty, judge, lab, target })
      const rows = towardsIdentityProvider.filter(({ roles }) => roles?.join() === row.roles?.join())
      const { partyId: receiver } = lab.registry
      ruleAfterFailure({ judge, target }, rows, { ...seen, receiver, roots: await lookups.roots() })
    },
  )
