import type { FaultName } from '../../harness/faults/faults.js'
import type { Role } from '../../requirements/types.js'

/** Some checks of one role, each of which meets a fault that it names. */
export interface FaultRuns {
  readonly role: Role
  /** Beginnings of check ids; those of the deep profile are left out. */
  readonly checks: readonly string[]
  /** The first or second of the faults that each check names, for that check alone; or one that is on for everybody. */
  readonly fault: 1 | 2 | FaultName
  /** Whether `--quick` plays it too. */
  readonly quick?: true
}

const form = ['algorithm.', 'header.', 'json.', 'jws-form.', 'signature.', 'http.', 'token.']
const content = ['audience.', 'identity.', 'time.', 'replay.', 'positive.']
const trust = ['certificate.', 'chain.', 'state.', 'registry.', 'registry-transport.', 'parties-token.', 'client.']

/**
 * The fault runs that both sides play: every topic at a role that it concerns. The roles' token endpoints share their
 * rules, so one role meets them all. If one process cannot carry the checks, several runs do.
 */
export const faultRuns: readonly FaultRuns[] = [
  { role: 'ServiceProvider', checks: [...form, ...content, ...trust], fault: 1 },
  { role: 'ServiceProvider', checks: ['service.', 'asking.'], fault: 1 },
  { role: 'ServiceProvider', checks: ['service.', 'relying-party.'], fault: 2, quick: true },
  { role: 'ServiceProvider', checks: ['relying-party.', 'login-client.'], fault: 1 },
  { role: 'ServiceProvider', checks: ['client.', 'asking.', 'login-client.'], fault: 'sends-leaf-only' },
  { role: 'ServiceProvider', checks: ['service.no-token', 'service.other-'], fault: 'serves-without-token' },
  { role: 'ServiceProvider', checks: ['survival.'], fault: 'dies-of-null-claims' },
  { role: 'ServiceProvider', checks: ['answers.'], fault: 'issues-refresh-token-at-times' },
  { role: 'AuthorisationRegistry', checks: ['delegation.', 'forwarding.', 'state.'], fault: 1 },
  {
    role: 'AuthorisationRegistry',
    checks: ['delegation.no-token', 'delegation.other-'],
    fault: 'serves-evidence-without-token',
  },
  { role: 'EntitledParty', checks: [...form, ...content, ...trust], fault: 2, quick: true },
  { role: 'EntitledParty', checks: ['delegation.', 'forwarding.'], fault: 2 },
  { role: 'EntitledParty', checks: ['http.', 'token.'], fault: 'omits-token-type' },
  { role: 'ParticipantRegistry', checks: ['documents.', 'lookup.', 'registry.', 'replay.', 'certificate.'], fault: 1 },
  { role: 'ParticipantRegistry', checks: ['documents.', 'lookup.', 'replay.', 'chain.'], fault: 2, quick: true },
  { role: 'ParticipantRegistry', checks: ['lookup.w', 'lookup.o'], fault: 'answers-lookup-without-token' },
  { role: 'ParticipantRegistry', checks: ['forms.'], fault: 'ignores-key-usage-of-long-key' },
  { role: 'ParticipantRegistry', checks: ['http.'], fault: 'accepts-missing-assertion' },
  { role: 'IdentityProvider', checks: ['login.', ...form], fault: 1 },
  { role: 'IdentityProvider', checks: ['login.'], fault: 2, quick: true },
  { role: 'IdentityProvider', checks: ['login.password'], fault: 'takes-any-password' },
  { role: 'IdentityProvider', checks: ['login.userinfo'], fault: 'tells-userinfo-for-any-token' },
  { role: 'IdentityBroker', checks: ['broker.', 'broker-client.', 'parties-token.', 'replay.'], fault: 1 },
  { role: 'IdentityBroker', checks: ['broker.', 'login.'], fault: 2, quick: true },
  { role: 'IdentityBroker', checks: ['broker.fresh', 'broker.guess'], fault: 'reuses-nonce' },
  { role: 'IdentityBroker', checks: ['client.', 'broker-client.'], fault: 'signs-ps256' },
  { role: 'ServiceConsumer', checks: ['consumer.'], fault: 1, quick: true },
  { role: 'ServiceConsumer', checks: ['consumer.'], fault: 'follows-told-audience' },
  { role: 'ServiceConsumer', checks: ['consumer.'], fault: 'repeats-assertion-after-error' },
]
