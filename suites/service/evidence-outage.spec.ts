import { setTimeout as sleep } from 'node:timers/promises'
import { wrongTlsCertificates } from '../../harness/contracts/lab-protocol.js'
import { bareCallAs } from '../../harness/mutations/evidence.js'
import { laxAboutTlsOfOthers } from '../client/client.cases.js'
import { needsTls } from '../relying-party/tls.js'
import { insisting, insistingBound } from '../support/flows/insisting.js'
import { type Giver, refusesWithoutToken } from '../support/flows/without-token.js'
import { covers, test } from '../support/test.js'
import { unlessRemembered } from './asked-in-vain.js'
import { declaredCache } from './declared-cache.js'
import { formerWithoutToken } from './flows.cases.js'
import { flow } from './rows.js'

const withoutRegistryToken = flow('service.registry-no-token', 'SVC-05', 'serves-when-registry-fails', {
  exclusive: true,
  slow: insistingBound,
})

const registry: Giver = {
  at: 'evidence',
  tokens: 'evidence-token',
  calls: 'delegation',
  name: 'the AuthorisationRegistry',
}

test(
  'refuses its service when the AuthorisationRegistry gives it no access token',
  covers(withoutRegistryToken),
  async ({ service, judge, lab }) => refusesWithoutToken({ judge, lab }, registry, () => service.message(), [500]),
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
    await lab.outage({ at: 'evidence', tokenStatus: 500, forgetTokens: true })
    await judge.refuses(service.next(permitted), unlessRemembered({ judge, lab }, permitted))
  },
)

const withoutTrust = flow(
  'service.registry-tls',
  'SVC-05',
  ['serves-when-registry-is-not-trusted', 'serves-when-registry-fails', ...laxAboutTlsOfOthers],
  { exclusive: true, slow: insistingBound },
)

/** Control and calls are this close, milliseconds, so that the one speaks for the others. */
const boundMs = 15_000
const withoutHeader = bareCallAs('the same', (request) => request)

test(
  'refuses its service to a new consumer where the TLS certificate of the AuthorisationRegistry is not to be trusted',
  covers(withoutTrust),
  async ({ service, judge, lab }) => {
    needsTls({ judge, lab })
    await judge.grants(await service.message({ keepsToken: true }))
    const end = Date.now() + boundMs
    for (const tlsCertificate of wrongTlsCertificates) {
      if (Date.now() > end) return
      await lab.outage({})
      const consumer = await service.message({ keepsToken: true })
      const { partyId } = consumer.party
      // It gets its access token now: the registry, which is asked about it then, has the same TLS certificate.
      await judge.tries(service.next(consumer, { keepsToken: true, mutate: withoutHeader }), 'takes its access token')
      if ((await lab.ledger({ kinds: ['delegation'], subjects: [partyId] })).length > 0)
        judge.notApplicable('It asks for evidence before it is called.')
      await lab.outage({ tlsCertificate })
      await judge.refuses(service.next(consumer, { keepsToken: true }), insisting)
    }
  },
)
