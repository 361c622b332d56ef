import { wrongTlsCertificates } from '../../harness/contracts/lab-protocol.js'
import { insisting } from '../support/flows/insisting.js'
import { covers, test } from '../support/test.js'
import { verifiesTls } from './client.cases.js'

test(
  'does not talk to a registry with a TLS certificate of an untrusted root, or for another host',
  covers(verifiesTls),
  async ({ client, judge, lab }) => {
    if (!lab.registry.baseUrl.startsWith('https:')) judge.notApplicable('The lab serves plain HTTP (lab.tls).')
    await judge.grants(await client.message())
    for (const tlsCertificate of wrongTlsCertificates) {
      await lab.outage({ tlsCertificate })
      const message = await client.message()
      await judge.records(message, `registry with a TLS certificate ${tlsCertificate}`, insisting)
      const lookups = await lab.ledger({ kinds: ['party-lookup'], subjects: [message.party.partyId] })
      judge.rule(`Sends no look-up where the TLS certificate is ${tlsCertificate}`, lookups.length === 0, {
        expected: '0 look-ups',
        got: `${lookups.length} look-ups`,
      })
    }
  },
)
