import type { Message } from '../../harness/check/types.js'
import type { WrongTlsCertificate } from '../../harness/contracts/lab-protocol.js'
import { failing } from '../support/flows/insisting.js'
import type { Fixtures } from '../support/test.js'

export const needsTls = ({ lab, judge }: Pick<Fixtures, 'judge' | 'lab'>): void => {
  if (!lab.registry.baseUrl.startsWith('https:')) judge.notApplicable('The lab serves plain HTTP (lab.tls).')
}

/** A login meanwhile leads to no token endpoint. */
export async function redeemsNothing(
  { relyingParty, judge }: Pick<Fixtures, 'judge' | 'relyingParty'>,
  tlsCertificate: WrongTlsCertificate,
  login: Message,
): Promise<void> {
  const sent = await judge.records(login, `a login where the TLS certificate is ${tlsCertificate}`, failing)
  const { authorize, token } = await relyingParty.seen(sent)
  if (authorize.length === 0) judge.notApplicable('Nobody was sent to the IdentityProvider meanwhile.')
  judge.rule(`Sends no assertion where the TLS certificate is ${tlsCertificate}`, token.length === 0, {
    expected: '0 token requests',
    got: `${token.length} token requests`,
  })
}
