import { wrongTlsCertificates } from '../../harness/lab/protocol.js'
import { verifiesTlsAtLogin } from '../relying-party/flows.cases.js'
import { covers, test } from '../support/test.js'

test(
  'redeems no code at an IdentityProvider with a TLS certificate of an untrusted root, or for another host',
  covers(verifiesTlsAtLogin),
  async ({ relyingParty, judge, lab }) => {
    if (!lab.registry.baseUrl.startsWith('https:')) judge.notApplicable('The lab serves plain HTTP (lab.tls).')
    await judge.grants(relyingParty.prepare()[0])
    for (const tlsCertificate of wrongTlsCertificates) {
      await lab.outage({ tlsCertificate })
      const [login] = relyingParty.prepare()
      const sent = await judge.records(login, `a login where the TLS certificate is ${tlsCertificate}`)
      const { authorize, token } = await relyingParty.seen(sent)
      if (authorize.length === 0) judge.notApplicable('Nobody was sent to the IdentityProvider meanwhile.')
      judge.rule(`Sends no assertion where the TLS certificate is ${tlsCertificate}`, token.length === 0, {
        expected: '0 token requests',
        got: `${token.length} token requests`,
      })
    }
  },
)
