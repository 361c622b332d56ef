import { wrongTlsCertificates } from '../../harness/contracts/lab-protocol.js'
import { needsTls } from '../relying-party/tls.js'
import { insisting } from '../support/flows/insisting.js'
import { covers, test } from '../support/test.js'
import { verifiesTls } from './client.cases.js'
import { ruleAfterRefusal } from './tls-at-token-endpoint.js'

test(
  'does not talk to a registry whose TLS certificate is not to be trusted',
  covers(verifiesTls),
  async ({ client, judge, lab }) => {
    needsTls({ judge, lab })
    await judge.grants(await client.message())
    for (const tlsCertificate of wrongTlsCertificates) {
      await lab.outage({ tlsCertificate })
      const since = Date.now()
      const said = `registry whose TLS certificate is ${tlsCertificate}`
      await judge.records(await client.message(), said, insisting)
      const calls = await lab.ledger({ kinds: ['registry-token', 'party-lookup'], since })
      judge.rule(`Sends nothing where the TLS certificate is ${tlsCertificate}`, calls.length === 0, {
        expected: '0 requests',
        got: `${calls.length} requests`,
      })
      await lab.outage({ forgetTokens: true, tlsCertificateAfterRefusal: tlsCertificate })
      const later = Date.now()
      await judge.records(await client.message(), `${said} once it has refused an access token`, insisting)
      const kinds = ['registry-token', 'party-lookup'] as const
      ruleAfterRefusal(judge, tlsCertificate, await lab.ledger({ kinds, since: later }))
    }
  },
)
