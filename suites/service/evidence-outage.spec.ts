import { insisting } from '../support/flows/insisting.js'
import { covers, test } from '../support/test.js'
import { flow } from './rows.js'

const withoutRegistryToken = flow('service.registry-no-token', 'SVC-05', 'serves-when-registry-fails', {
  exclusive: true,
})

test(
  'refuses its service when the AuthorisationRegistry gives it no access token',
  covers(withoutRegistryToken),
  async ({ service, judge, lab }) => {
    await judge.grants(await service.message())
    await lab.outage({ at: 'evidence', tokenStatus: 500, forgetTokens: true })
    const since = Date.now()
    await judge.refuses(await service.message(), {
      ...insisting,
      unless: async () => {
        const calls = await lab.ledger({ kinds: ['evidence-token'], since })
        return calls.length > 0 ? undefined : 'The target asked for no access token of the AuthorisationRegistry.'
      },
    })
  },
)
