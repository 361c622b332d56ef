import { claimWriters, evidenceGivers, humanLogin, registryAnswers, servers, serviceProvider } from './bindings.js'
import type { Requirement } from './types.js'

/** The rules of the part "What the service does" of the interface text (L5–17). */
export const purpose = [
  {
    id: 'SCHEME-ROLES',
    level: 'must',
    status: 'stated',
    clauses: ['L9', 'L103'],
    text: 'The seven roles are spelled exactly EntitledParty, ServiceConsumer, ServiceProvider, AuthorisationRegistry, ParticipantRegistry, IdentityProvider and IdentityBroker wherever a framework role names one.',
    binds: claimWriters,
    remedy: 'Compare and write role names as fixed strings, letter by letter; keep no aliases.',
  },
  {
    id: 'TOKEN-GRANTED',
    level: 'must',
    status: 'stated',
    clauses: ['L12', 'L201'],
    text: 'A client that proves its identity with a conforming client assertion receives an access token.',
    binds: servers,
    remedy:
      'Compare a conforming request with the checks of your token endpoint one by one and drop each check that the interface text does not ask for.',
  },
  {
    id: 'LOGIN-OIDC',
    level: 'must',
    status: 'stated',
    clauses: ['L14', 'L218'],
    text: 'A ServiceProvider learns who a human is through an IdentityProvider with OpenID Connect 1.0.',
    binds: humanLogin,
    remedy: 'Use a certified OpenID Connect library on both sides and change only what the interface text overrides.',
  },
  {
    id: 'SERVICE-EVIDENCE',
    level: 'must',
    status: 'stated',
    clauses: ['L16'],
    text: 'A ServiceProvider refuses its service when the evidence denies the request or there is no evidence.',
    binds: serviceProvider,
    remedy:
      'Treat everything but a Permit for this very request as a refusal: Deny, no policy, no rule, an empty object, a missing answer.',
  },
  {
    id: 'SERVICE-FAIL-CLOSED',
    level: 'must',
    status: 'stated',
    clauses: ['L16'],
    text: 'A ServiceProvider refuses its service while the AuthorisationRegistry answers an error, nonsense or nothing.',
    binds: serviceProvider,
    remedy:
      'Set a time limit on the evidence request and turn each failure into a refusal, never into a default Permit.',
  },
  {
    id: 'DELEGATION-EVALUATOR',
    level: 'must',
    status: 'ambiguous',
    clauses: ['L16', 'L186'],
    text: 'Conditions are evaluated either by the AuthorisationRegistry before it answers, or by the ServiceProvider on the evidence that it receives.',
    binds: [...evidenceGivers, ...serviceProvider],
    remedy:
      'Decide which of the two evaluates in your deployment, and make sure that an evidence that still carries conditions is never read as unconditional.',
  },
  {
    id: 'CREDENTIAL-MODEL',
    level: 'must',
    status: 'stated',
    clauses: ['L17', 'L158'],
    text: "A Framework Compliance Credential is a payload of the W3C Verifiable Credentials Data Model 2.0 with the participant's identity and, per framework, its roles, agreements, certificates and identity-provider assertions.",
    binds: registryAnswers,
    remedy:
      'Start from the required properties of the data model (@context, type, issuer, credentialSubject) and add the properties of the interface text.',
  },
] as const satisfies readonly Requirement[]
