import type { Sent } from '../../harness/check/types.js'
import { type WrongTlsCertificate, wrongTlsCertificates } from '../../harness/lab/protocol.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { verifiesTlsAsBroker, verifiesTlsAtLogin } from './flows.cases.js'

test(
  'redeems no code at an IdentityProvider with a TLS certificate of an untrusted root, or for another host',
  covers(verifiesTlsAtLogin),
  async ({ relyingParty, judge, lab }) => {
    needsTls({ judge, lab })
    await judge.grants(relyingParty.prepare()[0])
    for (const tlsCertificate of wrongTlsCertificates) {
      await lab.outage({ tlsCertificate })
      const [login] = relyingParty.prepare()
      await redeemsNothing({ relyingParty, judge }, tlsCertificate, await judge.records(login, whileIt(tlsCertificate)))
    }
  },
)

for (const { tlsCertificate, ...coverage } of verifiesTlsAsBroker)
  test(
    `redeems no code as a broker at an IdentityProvider with a TLS certificate ${tlsCertificate}`,
    covers(coverage),
    async ({ relyingParty, judge, lab }) => {
      needsTls({ judge, lab })
      await judge.grants(relyingParty.withAnswerAfter(() => Promise.resolve()))
      const login = relyingParty.withAnswerAfter(() => lab.outage({ tlsCertificate }))
      await redeemsNothing({ relyingParty, judge }, tlsCertificate, await judge.records(login, whileIt(tlsCertificate)))
    },
  )

const needsTls = ({ lab, judge }: Pick<Fixtures, 'judge' | 'lab'>): void => {
  if (!lab.registry.baseUrl.startsWith('https:')) judge.notApplicable('The lab serves plain HTTP (lab.tls).')
}

const whileIt = (tlsCertificate: WrongTlsCertificate): string =>
  `a login where the TLS certificate is ${tlsCertificate}`

async function redeemsNothing(
  { relyingParty, judge }: Pick<Fixtures, 'judge' | 'relyingParty'>,
  tlsCertificate: WrongTlsCertificate,
  sent: Sent,
): Promise<void> {
  const { authorize, token } = await relyingParty.seen(sent)
  if (authorize.length === 0) judge.notApplicable('Nobody was sent to the IdentityProvider meanwhile.')
  judge.rule(`Sends no assertion where the TLS certificate is ${tlsCertificate}`, token.length === 0, {
    expected: '0 token requests',
    got: `${token.length} token requests`,
  })
}
