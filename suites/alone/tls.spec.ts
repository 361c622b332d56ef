import { verifiesTls } from '../client/client.cases.js'
import { insisting } from '../support/insisting.js'
import { covers, test } from '../support/test.js'

test(
  'does not talk to a registry with an untrusted TLS certificate',
  covers(verifiesTls),
  async ({ client, judge, lab }) => {
    if (!lab.registry.baseUrl.startsWith('https:')) judge.notApplicable('The lab serves plain HTTP (lab.tls).')
    await judge.grants(await client.message())
    await lab.outage({ wrongTlsCertificate: true })
    const message = await client.message()
    await judge.records(message, 'registry with an untrusted TLS certificate', insisting)
    const lookups = await lab.ledger({ kinds: ['party-lookup'], subjects: [message.party.partyId] })
    judge.rule('Sends no look-up', lookups.length === 0, { expected: '0 look-ups', got: `${lookups.length} look-ups` })
  },
)
