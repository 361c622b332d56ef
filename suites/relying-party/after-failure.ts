import type { LoginMisbehaviour } from '../../harness/check/relying-party/types.js'
import type { LedgerEntry } from '../../harness/contracts/lab-protocol.js'
import { ruleAfterFailure } from '../client/after-failure.js'
import { authentications, ruleNew } from '../client/authentications.js'
import type { renewedAfterAt } from '../client/client.cases.js'
import { failing } from '../support/flows/insisting.js'
import type { Coverage } from '../support/row.js'
import { towardsIdentityProvider } from './assertions.cases.js'
import type { Tools } from './logins.js'

/** How the token endpoint of an IdentityProvider fails. */
const failures = { error: 'token-status-500', reset: 'token-reset' } as const

/** The assertions of a target in an honest login, and in logins at an IdentityProvider that fails and is back then. */
async function around(
  names: readonly LoginMisbehaviour['name'][],
  { relyingParty, judge, lab, target }: Tools<'lab' | 'target'>,
): Promise<{ readonly before: readonly LedgerEntry[]; readonly after: readonly LedgerEntry[] }> {
  const [control, ...wrong] = relyingParty.prepare(
    ...names.map((name): LoginMisbehaviour => ({ entry: 'token answer', name })),
  )
  await judge.grants(control)
  // What failed in an earlier check may still show in the first login.
  const settled = Date.now()
  await judge.grants(relyingParty.prepare()[0])
  const before = (await authentications({ lab, target }, 'login-token')).filter(({ at }) => at >= settled)
  const since = Date.now()
  for (const message of wrong) await judge.records(message, `a login: ${message.recipe['token answer']}`, failing)
  await judge.records(relyingParty.prepare()[0], 'a login once the provider is back')
  const all = await authentications({ lab, target }, 'login-token')
  return { before, after: all.filter(({ at }) => at >= since) }
}

/** Nothing is signed once and sent twice, whatever became of it. */
export async function signsAnewAfter(
  { failing }: Pick<ReturnType<typeof renewedAfterAt>[number], 'failing'>,
  { relyingParty, judge, lab, target }: Tools<'lab' | 'target'>,
): Promise<void> {
  const name = failures[failing]
  const { after } = await around([name, name], { relyingParty, judge, lab, target })
  if (after.length < 2) judge.notApplicable('The target has sent no further assertion after that.')
  ruleNew(judge, after)
}

/** An assertion is no less sound because a provider has failed before. */
export async function signsWellAfter(
  { roles }: Pick<Coverage, 'roles'>,
  { relyingParty, judge, lab, lookups, target }: Tools<'lab' | 'lookups' | 'target'>,
): Promise<void> {
  const seen = await around([failures.error, failures.reset], { relyingParty, judge, lab, target })
  const rows = towardsIdentityProvider.filter((row) => row.roles?.join() === roles?.join())
  const { partyId: receiver } = lab.registry
  ruleAfterFailure({ judge, target }, rows, { ...seen, receiver, roots: await lookups.roots() })
}
