import { verifiesTls } from '../consumer/consumer.cases.js'
import { covers, test } from '../support/test.js'

test(
  'does not authenticate at a provider with an untrusted TLS certificate',
  covers(verifiesTls),
  async ({ consumer, judge, lab }) => {
    if (!lab.registry.baseUrl.startsWith('https:')) judge.notApplicable('The lab serves plain HTTP (lab.tls).')
    await consumer.call()
    await lab.outage({ wrongTlsCertificate: true })
    const { tokenRequests } = await consumer.tries({ behaviour: 'token: status 500' })
    judge.rule('Sends no assertion', tokenRequests.length === 0, {
      expected: '0 token requests',
      got: `${tokenRequests.length} token requests`,
    })
  },
)
