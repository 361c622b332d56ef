import { setTimeout as sleep } from 'node:timers/promises'
import { insisting } from '../support/flows/insisting.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { unlessRemembered } from './asked-in-vain.js'
import { declaredCache } from './declared-cache.js'
import { formerWithoutToken } from './flows.cases.js'
import { flow } from './rows.js'

const withoutRegistryToken = flow('service.registry-no-token', 'SVC-05', 'serves-when-registry-fails', {
  exclusive: true,
})

/** Lets the AuthorisationRegistry give nobody an access token; returns how refusals are judged from then on. */
async function withoutTokens({ lab }: Pick<Fixtures, 'lab'>) {
  await lab.outage({ at: 'evidence', tokenStatus: 500, forgetTokens: true })
  const since = Date.now()
  return {
    ...insisting,
    unless: async () => {
      const calls = await lab.ledger({ kinds: ['evidence-token'], since })
      return calls.length > 0 ? undefined : 'The target asked for no access token of the AuthorisationRegistry.'
    },
  }
}

test(
  'refuses its service when the AuthorisationRegistry gives it no access token',
  covers(withoutRegistryToken),
  async ({ service, judge, lab }) => {
    await judge.grants(await service.message())
    const refused = await withoutTokens({ lab })
    await judge.refuses(await service.message(), refused)
  },
)

test(
  'refuses its service on evidence of before when the AuthorisationRegistry gives it no access token',
  covers(formerWithoutToken),
  async ({ service, judge, lab, target }) => {
    const seconds = declaredCache({ judge, target })
    const permitted = await service.message()
    await judge.grants(permitted)
    if (seconds > 0) {
      await sleep((seconds + 1) * 1000)
      await judge.grants(await service.message())
    }
    await withoutTokens({ lab })
    await judge.refuses(service.next(permitted), unlessRemembered({ judge, lab }, permitted))
  },
)
