import { wrongTlsCertificates } from '../../harness/contracts/lab-protocol.js'
import { laxAboutTlsOfOthers, verifiesTls } from '../client/client.cases.js'
import { ruleAfterRefusal } from '../client/tls-at-token-endpoint.js'
import { needsTls } from '../relying-party/tls.js'
import { insisting } from '../support/flows/insisting.js'
import type { Coverage } from '../support/row.js'
import { covers, test } from '../support/test.js'

/** Each server may be called by a client of its own. */
const verifiesTlsOfEvidence: Coverage = {
  ...verifiesTls,
  id: 'asking.tls',
  roles: ['ServiceProvider'],
  detects: [...laxAboutTlsOfOthers, 'ignores-tls-certificate-of-token-endpoint'],
}

test(
  'does not ask an AuthorisationRegistry whose TLS certificate is not to be trusted',
  covers(verifiesTlsOfEvidence),
  async ({ service, judge, lab }) => {
    needsTls({ judge, lab })
    const control = await service.message({ keepsToken: true })
    await judge.grants(control)
    if ((await lab.ledger({ kinds: ['delegation'] })).length === 0)
      judge.notApplicable('The target asked for no evidence.')
    for (const tlsCertificate of wrongTlsCertificates) {
      await lab.outage({ tlsCertificate })
      const since = Date.now()
      const call = service.next(control, { keepsToken: true })
      await judge.records(call, `AuthorisationRegistry whose TLS certificate is ${tlsCertificate}`, insisting)
      const calls = await lab.ledger({ kinds: ['evidence-token', 'delegation'], since })
      judge.rule(`Sends nothing where the TLS certificate is ${tlsCertificate}`, calls.length === 0, {
        expected: '0 requests',
        got: `${calls.length} requests`,
      })
      await lab.outage({ at: 'evidence', forgetTokens: true, tlsCertificateAfterRefusal: tlsCertificate })
      const later = Date.now()
      const next = service.next(control, { keepsToken: true })
      await judge.records(next, `the same once it has refused an access token`, insisting)
      const kinds = ['evidence-token', 'delegation'] as const
      ruleAfterRefusal(judge, tlsCertificate, await lab.ledger({ kinds, since: later }))
    }
  },
)
