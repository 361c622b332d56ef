import type { Collateral, Reach } from './type.js'

const trees = {
  checks: ['delegation.*'],
  reason: 'trees are made of anyOf and allOf, and the named checks are the plainest of them',
}

const spaced = { checks: ['delegation.context-spelling'], reason: 'a space beside an identifier makes it a longer one' }

const signed = {
  checks: ['delegation.token-sub', 'delegation.current-later'],
  reason: 'there is a token to look at then',
}

const consented = {
  checks: ['forwarding.side-by-side', 'forwarding.needed-in-any-context', 'forwarding.needed-of-issuers'],
  reason: 'these checks ask without a JWT after one was forwarded',
}

const respelled = (what: string): Collateral => ({
  checks: ['delegation.names-respelled'],
  reason: `one of the names in other letters is ${what}`,
})

/** Faults about the evidence of an AuthorisationRegistry or EntitledParty. */
export const ofEvidence: Reach = {
  'strips-conditions': {
    checks: ['delegation.each-resource-handed-out'],
    reason: 'of the policies that are handed out, some have conditions that do not hold',
  },
  'takes-foreign-token': {
    checks: ['delegation.no-token'],
    reason: 'what stands in its place is no token of it either',
  },
  'ignores-conditions': { checks: ['delegation.*'], reason: 'who evaluates no conditions permits under all of them' },
  'ignores-resource-type': respelled('a type of resource'),
  'ignores-policy-issuer': respelled('a policy issuer'),
  'reads-names-as-patterns': {
    checks: ['delegation.names-respelled'],
    reason: 'as a pattern, one of the names in other letters fits',
  },
  'permits-longer-actions': respelled('an action'),
  'permits-longer-resources': respelled('a resource'),
  'ignores-context-value': { checks: ['delegation.*'], reason: 'every leaf of which the key is there holds then' },
  'permits-unnamed-resource': {
    checks: [
      'delegation.*-of-another*',
      'delegation.policy-of-another-subject',
      'delegation.issuer-of-another-policy',
      'delegation.type-of-another-policy',
      'delegation.other-issuer',
      'delegation.names-respelled',
      'delegation.other-attribute',
      'delegation.attribute-near-miss',
    ],
    reason: 'no policy is about these, either',
  },
  'ignores-actions': {
    checks: ['delegation.names-respelled', 'delegation.each-action'],
    reason: 'one of the names is an action, and another policy permits another action of the resource',
  },
  'permits-known-actions': {
    checks: ['delegation.each-action'],
    reason: 'another policy permits another action of the resource',
  },
  'takes-any-context-key': {
    checks: ['delegation.context-*', 'delegation.unknown-operand'],
    reason: 'the value that they name stands under another key',
  },
  'permits-unknown-operand': {
    checks: ['delegation.context-inherited-key'],
    reason: 'keys that every object inherits are keys that the context lacks',
  },
  'ignores-consumer-context': { checks: ['delegation.*'], reason: 'the consumer asks in most of them' },
  'omits-policy-sets': { checks: ['delegation.*', 'forwarding.*'], reason: 'no evidence of it permits anything' },
  'any-of-needs-all': trees,
  'any-of-reads-first': trees,
  'all-of-needs-one': trees,
  'all-of-reads-first': trees,
  'all-of-reads-last': trees,
  'flattens-nesting': trees,
  'limits-body': {
    checks: ['positive.chain-lengths', 'positive.roots'],
    reason: 'with a chain of four certificates, or a root of 4096 bits, a body is about that long',
  },
  'requires-uuid-jti': {
    checks: ['replay.free-jti'],
    reason: 'that check uses a jti of another form, and says nothing where it is refused',
  },
  'asks-without-token': {
    checks: ['asking.*', 'service.registry-no-token', 'service.former-evidence-no-token'],
    reason: 'who never authenticates sends no assertion to be judged',
  },
  'takes-latest-for-asker': {
    checks: [
      ...['delegation.callers-side-by-side', 'delegation.token-of-two-names', 'delegation.call-names-another'],
      ...['delegation.token-of-shared-jti', 'delegation.evidence-side-by-side'],
    ],
    reason: 'of two that ask, or that a request names, one has authenticated last',
  },
  'takes-latest-for-consumer': {
    checks: [
      ...['service.side-by-side', 'service.token-of-two-clients', 'service.call-names-another'],
      ...[
        'service.token-of-shared-jti',
        'service.each-resource',
        'service.evidence-outlived',
        'service.former-evidence',
      ],
    ],
    reason: 'of two consumers, of such a check or of one beside it, one has authenticated last',
  },
  'ignores-forwarded': {
    checks: ['forwarding.*', 'delegation.token-of-another'],
    reason: 'who decides without forwarded JWTs is not judged by what it does with them (ruling 15)',
  },
  'forward-ignores-aud': {
    checks: ['forwarding.one-of-several', 'forwarding.side-by-side'],
    reason: 'the bad one is addressed to another party',
  },
  'forward-ignores-signature': {
    checks: ['forwarding.side-by-side'],
    reason: 'one that comes at once with a sound JWT is forged',
  },
  'forward-verifies-jti-once': {
    checks: ['forwarding.side-by-side'],
    reason: 'the forged one that comes at once with a sound JWT has its jti',
  },
  'keeps-permit-by-subject': {
    checks: ['state.permit-of-token', 'state.permit-of-jwt'],
    reason: 'there the consumer that was permitted one thing asks for another one',
  },
  'forward-once': {
    checks: ['forwarding.consumed', 'forwarding.status-flip'],
    reason: 'there a JWT is forwarded twice',
  },
  'forward-remembers-consent': consented,
  'forward-remembers-forwarders': consented,
  'forward-remembers-verdict': {
    checks: ['forwarding.again-after-expiry', 'forwarding.status-flip'],
    reason: 'there a JWT that was taken comes again when it is to be refused',
  },
  'permits-some-identifiers': {
    checks: ['delegation.each-resource', 'delegation.each-resource-handed-out'],
    reason: 'there one of several resources is to be refused',
  },
  'permits-some-actions': {
    checks: ['delegation.each-action'],
    reason: 'there one of several actions is to be refused',
  },
  'forward-ignores-expiry': {
    checks: ['forwarding.from-future', 'forwarding.again-after-expiry', 'forwarding.remembered'],
    reason: 'who asks for no time takes any, whenever it is',
  },
  'forward-trusts-body': { checks: ['forwarding.audience-missing'], reason: 'one aud is *, which the body holds, too' },
  'forward-accepts-loose-padding': {
    checks: ['forwarding.digest-and-padding'],
    reason: 'who reads padding loosely reads past the name of the digest',
  },
  'decides-first-policy-for-all': {
    checks: [
      ...['delegation.resource-beside', 'delegation.action-beside', 'delegation.deny-beside'],
      ...['delegation.each-resource', 'delegation.each-action', 'delegation.each-pair'],
    ],
    reason: 'each resource and each action of a policy is decided apart, so that it decides them as the first, too',
  },
  'widens-identifiers': {
    checks: ['delegation.each-resource-handed-out'],
    reason: 'a permit for one resource, which is one for all then, stands beside the conditions of another one',
  },
  'hands-out-all-as-permits': {
    checks: ['delegation.handed-out-*', 'delegation.each-resource-handed-out', 'delegation.requests-side-by-side'],
    reason:
      'conditions that the ServiceProvider is to evaluate are left out too, and evidence names what was not asked',
  },
  'signs-evidence-wrongly': signed,
  'signs-evidence-ps256': signed,
  'signs-evidence-with-kid': signed,
  'signs-evidence-leaf-only': signed,
  'signs-evidence-for-an-hour': signed,
  'signs-evidence-for-nobody': signed,
  'signs-evidence-once': { ...signed, checks: [...signed.checks, 'delegation.signed-token'] },
  'signs-evidence-of-denials-wrongly': signed,
  'signs-evidence-of-several-wrongly': signed,
  'signs-evidence-wrongly-at-times': signed,
  'assumes-context': {
    checks: ['delegation.context-type', 'delegation.context-inherited-key'],
    reason: 'one of these contexts has no serviceProvider of its own',
  },
  'folds-context': { checks: ['delegation.context-type'], reason: 'a number folded is the text of that number' },
  'takes-context-for-pattern': {
    checks: ['delegation.context-spelling'],
    reason: 'what is percent-encoded holds a %, which stands for anything',
  },
  'takes-longer-context': spaced,
  'compares-ends-of-context': spaced,
  'finds-context-within': spaced,
  'forward-ignores-revocation': {
    checks: ['forwarding.revoked'],
    reason: 'never asked: a finding of its own (ruling 13)',
  },
}
