import { insisting } from '../support/flows/insisting.js'
import type { Fixtures } from '../support/test.js'
import type { Depending } from './token-forms.js'

/** Rules that the target sends its assertion nowhere else. A redirect that asks for the same request once more is answered with it by many a library. */
export async function keepsAssertion(
  { judge, lab }: Pick<Fixtures, 'judge' | 'lab'>,
  whose: string,
  { at, kind, ask }: Depending,
): Promise<void> {
  await judge.grants(await ask())
  for (const tokenRedirect of [307, 308]) {
    const since = Date.now()
    await lab.outage({ at, tokenRedirect, forgetTokens: true })
    await judge.records(await ask(), `token endpoint of the ${whose}: ${tokenRedirect}`, insisting)
    const asked = await lab.ledger({ kinds: [kind], since })
    if (asked.length === 0) judge.notApplicable(`The target asked for no access token of the ${whose} in this check.`)
    const lured = await lab.ledger({ kinds: ['canary'], subjects: [`lure-${kind}`], since })
    const carrying = lured.filter(({ assertion }) => assertion !== undefined)
    judge.rule(`Carries its assertion nowhere else at ${tokenRedirect}`, carrying.length === 0, {
      expected: '0 requests with an assertion at the place to which the redirect points',
      got: `${carrying.length} requests`,
    })
  }
}
