import { type WrongTlsCertificate, wrongTlsCertificates } from '../../harness/contracts/lab-protocol.js'
import { afterFailure, type ConductRow, laxAboutTlsOfOthers, renewedAfterAt } from '../client/client.cases.js'
import { conduct } from '../support/flows/conduct.js'
import { type Coverage, check } from '../support/row.js'

/** What a relying party sends to the token endpoint of an IdentityProvider (ruling 21). */
export const towardsIdentityProvider: readonly ConductRow[] = conduct.flatMap(
  ({ ids: _, idsAtLogin, ...row }): ConductRow[] => [
    { ...row, id: idsAtLogin.serviceProvider, roles: ['ServiceProvider'] },
    {
      ...row,
      id: idsAtLogin.broker,
      requirements: ['BROKER-ASSERTION', ...row.requirements],
      cases: ['BRK-07'],
      roles: ['IdentityBroker'],
    },
  ],
)

/** Nor after an IdentityProvider has failed. */
export const afterFailureAt: readonly Coverage[] = [
  { ...afterFailure, id: 'login-client.after-failure', roles: ['ServiceProvider'] },
  {
    ...afterFailure,
    id: 'broker-client.after-failure',
    requirements: ['BROKER-ASSERTION', ...afterFailure.requirements],
    level: 'strict',
    roles: ['IdentityBroker'],
  },
]

/** Nor is anything sent twice then. */
export const renewedAfter = [
  ...renewedAfterAt(
    { error: 'login-client.new-assertion-after-error', reset: 'login-client.new-assertion-after-reset' },
    { roles: ['ServiceProvider'], exclusive: true },
  ),
  ...renewedAfterAt(
    { error: 'broker-client.new-assertion-after-error', reset: 'broker-client.new-assertion-after-reset' },
    { roles: ['IdentityBroker'], exclusive: true },
  ),
]

/** A target that does not look at the certificate hands its assertion, and the code, to anybody in between. */
export const verifiesTlsAtLogin: Coverage = check('login-client.tls', 'CLI-10', laxAboutTlsOfOthers, {
  roles: ['ServiceProvider'],
  exclusive: true,
})

/** What else than no verification at all lets each certificate pass. */
const tlsAsBroker: Readonly<Record<WrongTlsCertificate, Pick<Coverage, 'id' | 'detects'>>> = {
  'of an untrusted root': { id: 'broker-client.tls-of-an-untrusted-root' },
  'for another host': { id: 'broker-client.tls-for-another-host' },
  expired: { id: 'broker-client.tls-expired', detects: ['ignores-tls-expiry-of-others'] },
  'not yet valid': { id: 'broker-client.tls-not-yet-valid', detects: ['ignores-tls-begin-of-others'] },
  "of a participants' root": {
    id: 'broker-client.tls-of-a-participants-root',
    detects: ['trusts-participants-for-tls-of-others'],
  },
  'self-signed': {
    id: 'broker-client.tls-self-signed',
    detects: ['takes-self-signed-tls-certificate-of-others'],
  },
}

/** A broker looks its client up before: each certificate has a check of its own, after which the registry's is right again. */
export const verifiesTlsAsBroker: readonly (Coverage & { readonly tlsCertificate: WrongTlsCertificate })[] =
  wrongTlsCertificates.map((tlsCertificate) => {
    const { id, detects = [] } = tlsAsBroker[tlsCertificate]
    return {
      ...verifiesTlsAtLogin,
      id,
      roles: ['IdentityBroker'],
      tlsCertificate,
      detects: ['ignores-tls-certificate-of-others', ...detects],
    }
  })
