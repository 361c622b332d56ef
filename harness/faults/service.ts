import { type Fault, global, party } from './fault.js'

/** Faults of a ServiceProvider that serves on evidence. */
export const serviceFaults = {
  // Whom it serves
  'serves-without-token': global('serves a call without an access token', 'SVC-01'),
  'serves-post-without-token': global('serves a call by another method than GET without an access token'),
  'asks-without-token': global('asks for evidence without an access token'),
  'mixes-policies': global('serves on a Permit for another resource beside a policy about its own'),
  'serves-json-for-token': global(
    'takes JSON that names a party, which anybody can write, for an access token',
    'SVC-02',
  ),
  'serves-any-token': global('serves a call with an access token that it did not issue', 'SVC-02'),
  'serves-expired-token': party('serves a call with an access token after its end', 'SVC-02'),
  // How it asks for evidence
  'asks-as-consumer': party("authenticates at the AuthorisationRegistry with the consumer's JWT", 'CLI-08'),
  'asks-without-context': party('asks for evidence without a context', 'SVC-08'),
  'asks-for-another-provider': party('names the AuthorisationRegistry as the ServiceProvider of the context', 'SVC-08'),
  're-encodes-forwarded-jwt': party("adds = to the consumer's JWT that it forwards", 'SVC-09'),
  'forwards-expired-jwt': party("forwards the consumer's JWT after its lifetime", 'SVC-09'),
  'caches-evidence': party('remembers the evidence for a consumer', 'SVC-07'),
  // When there is none
  'serves-when-registry-fails': party('serves when the AuthorisationRegistry answers an error or not at all', 'SVC-05'),
  'serves-when-registry-hangs': party('serves when the AuthorisationRegistry does not answer in time', 'SVC-05'),
  'serves-on-malformed-evidence': party('serves when the answer of the AuthorisationRegistry is no JSON', 'SVC-05'),
  'serves-without-evidence': party('serves when nothing is said about the consumer', 'SVC-04'),
  // What it reads of it
  'accepts-unsigned-evidence': party('takes evidence without verifying the token around it', 'DLG-32'),
  'ignores-deny': party('takes Deny as Permit', 'SVC-03'),
  'permit-overrides-deny-at-service': party('lets one Permit win over a Deny', 'DLG-28'),
  'requires-conditions': party('refuses a Permit without conditions', 'SVC-06'),
  'ignores-evidence-subject': party('takes evidence about another consumer', 'DLG-32'),
  'ignores-evidence-resource': party('takes evidence about another resource', 'DLG-32'),
  'ignores-evidence-action': party('takes evidence about another action', 'DLG-32'),
  'ignores-evidence-start': party('takes evidence that is not valid yet', 'DLG-32'),
  'ignores-evidence-end': party('takes evidence that has expired', 'DLG-32'),
  // Its conditions
  'refuses-conditions': party('refuses evidence with conditions', 'DLG-08'),
  'ignores-conditions-at-service': party('does not evaluate conditions', 'DLG-04', 'DLG-05', 'DLG-06', 'DLG-07'),
  'any-of-needs-all-at-service': party('wants every child of anyOf to hold', 'DLG-08'),
  'any-of-reads-first-at-service': party('reads the first child of anyOf only', 'DLG-08'),
  'all-of-needs-one-at-service': party('wants any child of allOf to hold', 'DLG-07'),
  'all-of-reads-first-at-service': party('reads the first child of allOf only', 'DLG-07'),
  'all-of-reads-last-at-service': party('reads the last child of allOf only', 'DLG-07'),
  'flattens-nesting-at-service': party('joins all leaves by the outermost node', 'DLG-09'),
  'permits-deep-nodes-at-service': party('takes a condition deeper than four levels as satisfied', 'DLG-09'),
  'ignores-operand-at-service': party('reads every leftOperand as serviceProvider', 'DLG-13'),
  'folds-values-at-service': party('trims values and ignores their letter case', 'DLG-21'),
  'ignores-letter-case-at-service': party('ignores the letter case of values', 'DLG-21'),
  'takes-longer-value-at-service': party(
    'takes its identifier where it begins with the one that a condition names',
    'DLG-04',
  ),
  'takes-shorter-value-at-service': party(
    'takes its identifier where the one that a condition names begins with it',
    'DLG-04',
  ),
  'compares-ends-at-service': party(
    'takes a condition that names the end of its identifier, or one that ends with it',
    'DLG-04',
  ),
  'finds-value-within-at-service': party(
    'takes a condition that names a part of its identifier, or one that holds it',
    'DLG-04',
  ),
  'loose-equality-at-service': party('compares values of different JSON types', 'DLG-20'),
  'permits-unknown-operator-at-service': party('takes an unknown operator as satisfied', 'DLG-10', 'DLG-12'),
  'permits-malformed-node-at-service': party('takes a malformed condition as satisfied', 'DLG-17', 'DLG-18', 'DLG-19'),
} satisfies Record<string, Fault>
