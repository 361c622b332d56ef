import { wrongTlsCertificates } from '../../harness/contracts/lab-protocol.js'
import { laxAboutTls } from '../client/client.cases.js'
import type { Coverage } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { consumer } from './consumer.cases.js'

const verifiesTls: Coverage = consumer({
  id: 'consumer.tls',
  requirements: ['REGISTRY-TLS'],
  cases: ['CLI-10'],
  exclusive: true,
  detects: laxAboutTls,
})

test(
  'does not authenticate at a provider whose TLS certificate is not to be trusted',
  covers(verifiesTls),
  async ({ consumer, judge, lab }) => {
    if (!lab.registry.baseUrl.startsWith('https:')) judge.notApplicable('The lab serves plain HTTP (lab.tls).')
    await consumer.call()
    for (const tlsCertificate of wrongTlsCertificates) {
      await lab.outage({ tlsCertificate })
      const { tokenRequests } = await consumer.tries({ behaviour: 'token: status 500' })
      judge.rule(`Sends no assertion where the TLS certificate is ${tlsCertificate}`, tokenRequests.length === 0, {
        expected: '0 token requests',
        got: `${tokenRequests.length} token requests`,
      })
    }
  },
)
