import { wrongTlsCertificates } from '../../harness/contracts/lab-protocol.js'
import { laxAboutTls } from '../client/client.cases.js'
import { needsTls } from '../relying-party/tls.js'
import { covers, test } from '../support/test.js'
import { checkOfConsumer } from './consumer.cases.js'

const verifiesTls = checkOfConsumer('consumer.tls', 'CLI-10', ['ignores-tls-certificate-of-provider', ...laxAboutTls], {
  exclusive: true,
})

test(
  'does not authenticate at a provider or a registry whose TLS certificate is not to be trusted',
  covers(verifiesTls),
  async ({ consumer, judge, lab }) => {
    needsTls({ judge, lab })
    await consumer.call()
    // A consumer that looks a provider up would get no further than to the registry.
    for (const tlsCertificate of wrongTlsCertificates)
      for (const outage of [{ tlsCertificate }, { tlsCertificateAfterLookUp: tlsCertificate }]) {
        await lab.outage(outage)
        const since = Date.now()
        const { provider, tokenRequests } = await consumer.tries({ behaviour: 'token: status 500' })
        const lookUps = await lab.ledger({ kinds: ['party-lookup'], mentioning: [provider.partyId] })
        if (outage.tlsCertificate) {
          const atRegistry = await lab.ledger({ kinds: ['registry-token', 'party-lookup'], since })
          judge.rule(
            `Sends the registry nothing where its TLS certificate is ${tlsCertificate}`,
            atRegistry.length === 0,
            {
              expected: '0 requests',
              got: `${atRegistry.length} requests`,
            },
          )
        } else if (lookUps.length === 0) continue
        judge.rule(`Sends no assertion where the TLS certificate is ${tlsCertificate}`, tokenRequests.length === 0, {
          expected: '0 token requests',
          got: `${tokenRequests.length} token requests`,
        })
      }
  },
)

/** A client may call services by other means than token endpoints. */
const verifiesTlsOfService = checkOfConsumer(
  'consumer.tls-at-service',
  'CLI-10',
  ['ignores-tls-certificate-of-service', 'ignores-tls-certificate-of-provider', ...laxAboutTls],
  { exclusive: true },
)

test(
  'shows no access token to a service whose TLS certificate is not to be trusted',
  covers(verifiesTlsOfService),
  async ({ consumer, judge, lab }) => {
    needsTls({ judge, lab })
    for (const tlsCertificate of wrongTlsCertificates) {
      // One that spares everybody after the failure before is back only where nothing fails.
      await lab.outage({})
      await consumer.call()
      await lab.outage({ at: 'providers', tlsCertificateAfterToken: tlsCertificate })
      // Some ask the service first, and authenticate where it says 401.
      const { tokenRequests, serviceCalls } = await consumer.call({ behaviour: 'service: status 401' })
      if (!tokenRequests.some(({ status }) => status === 200)) judge.inconclusive('The consumer got no access token.')
      const shown = serviceCalls.filter(({ bearer, inUrl }) => bearer !== 'none' || inUrl !== undefined)
      judge.rule(`Shows no access token where the TLS certificate is ${tlsCertificate}`, shown.length === 0, {
        expected: '0 calls with an access token',
        got: `${shown.length} calls`,
      })
    }
  },
)
