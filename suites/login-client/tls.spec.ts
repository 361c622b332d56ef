import { wrongTlsCertificates } from '../../harness/contracts/lab-protocol.js'
import { verifiesTlsAtLogin } from '../relying-party/assertions.cases.js'
import { needsTls, redeemsNothing } from '../relying-party/tls.js'
import { covers, test } from '../support/test.js'

test(
  'redeems no code at an IdentityProvider whose TLS certificate is not to be trusted',
  covers(verifiesTlsAtLogin),
  async ({ relyingParty, judge, lab }) => {
    needsTls({ judge, lab })
    await judge.grants(relyingParty.prepare()[0])
    for (const tlsCertificate of wrongTlsCertificates) {
      await lab.outage({ tlsCertificate })
      const [login] = relyingParty.prepare()
      await redeemsNothing({ relyingParty, judge }, tlsCertificate, login)
    }
  },
)
