import type { LedgerEntry, WrongTlsCertificate } from '../../harness/contracts/lab-protocol.js'
import type { Fixtures } from '../support/test.js'

/**
 * Rules that a target sends nothing to a registry whose TLS certificate became wrong when it refused an access token:
 * who authenticates with another client than it calls with may verify less there.
 * @param requests All that came since the registry forgot its access tokens, in order.
 */
export function ruleAfterRefusal(
  judge: Fixtures['judge'],
  tlsCertificate: WrongTlsCertificate,
  requests: readonly LedgerEntry[],
): void {
  const refused = requests.findIndex(({ bearer }) => bearer === 'unknown' || bearer === 'expired')
  if (refused < 0) return
  const after = requests.slice(refused + 1)
  judge.rule(`Authenticates nowhere where the TLS certificate is ${tlsCertificate}`, after.length === 0, {
    expected: '0 requests',
    got: after.map(({ kind }) => kind).join(', ') || '0 requests',
  })
}
