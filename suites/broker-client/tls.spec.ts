import { verifiesTlsAsBroker } from '../relying-party/assertions.cases.js'
import { needsTls, redeemsNothing } from '../relying-party/tls.js'
import { covers, test } from '../support/test.js'

for (const { tlsCertificate, ...coverage } of verifiesTlsAsBroker)
  test(
    `redeems no code as a broker at an IdentityProvider whose TLS certificate is ${tlsCertificate}`,
    covers(coverage),
    async ({ relyingParty, judge, lab }) => {
      needsTls({ judge, lab })
      await judge.grants(relyingParty.withAnswerAfter(() => Promise.resolve()))
      const login = relyingParty.withAnswerAfter(() => lab.outage({ tlsCertificate }))
      await redeemsNothing({ relyingParty, judge }, tlsCertificate, login)
    },
  )
