import { wrongTlsCertificates } from '../../harness/contracts/lab-protocol.js'
import { insisting } from '../support/flows/insisting.js'
import { covers, test } from '../support/test.js'
import { verifiesTls } from './client.cases.js'

test(
  'does not talk to a registry whose TLS certificate is not to be trusted',
  covers(verifiesTls),
  async ({ client, judge, lab }) => {
    if (!lab.registry.baseUrl.startsWith('https:')) judge.notApplicable('The lab serves plain HTTP (lab.tls).')
    await judge.grants(await client.message())
    for (const tlsCertificate of wrongTlsCertificates) {
      await lab.outage({ tlsCertificate })
      const message = await client.message()
      await judge.records(message, `registry whose TLS certificate is ${tlsCertificate}`, insisting)
      const lookups = await lab.ledger({ kinds: ['party-lookup'], subjects: [message.party.partyId] })
      judge.rule(`Sends no look-up where the TLS certificate is ${tlsCertificate}`, lookups.length === 0, {
        expected: '0 look-ups',
        got: `${lookups.length} look-ups`,
      })
    }
  },
)
