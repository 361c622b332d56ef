import { wrongTlsCertificates } from '../../harness/lab/protocol.js'
import { verifiesTlsOfEvidence } from '../asking/asking.cases.js'
import { insisting } from '../support/insisting.js'
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

test(
  'does not ask an AuthorisationRegistry with a TLS certificate of an untrusted root, or for another host',
  covers(verifiesTlsOfEvidence),
  async ({ service, judge, lab }) => {
    if (!lab.registry.baseUrl.startsWith('https:')) judge.notApplicable('The lab serves plain HTTP (lab.tls).')
    const control = await service.message({ keepsToken: true })
    await judge.grants(control)
    if ((await lab.ledger({ kinds: ['delegation'] })).length === 0)
      judge.notApplicable('The target asked for no evidence.')
    for (const tlsCertificate of wrongTlsCertificates) {
      await lab.outage({ tlsCertificate })
      const since = Date.now()
      const call = service.next(control, { keepsToken: true })
      await judge.records(call, `AuthorisationRegistry with a TLS certificate ${tlsCertificate}`, insisting)
      const calls = await lab.ledger({ kinds: ['evidence-token', 'delegation'], since })
      judge.rule(`Sends nothing where the TLS certificate is ${tlsCertificate}`, calls.length === 0, {
        expected: '0 requests',
        got: `${calls.length} requests`,
      })
    }
  },
)
