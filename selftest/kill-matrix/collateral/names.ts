import type { Collateral, Reach } from './type.js'

const reason = 'a name that is nearly right is a wrong one, too'

const partiesToken = (
  ...kinds: readonly `${'issuer' | 'audience' | 'certificate' | 'names'}-${'near' | 'respelled'}`[]
): Collateral => ({
  checks: kinds.map((kind) => `parties-token.${kind}`),
  reason,
})

const relyingParty = (...names: readonly string[]): Collateral => ({
  checks: [...names, 'verified-*'].flatMap((name) => [`relying-party.${name}`, `broker.${name}`]),
  reason,
})

/** Faults about names, which the near misses of these show, too. */
export const ofNames: Reach = {
  'accepts-parties-token-of-another': partiesToken('issuer-near', 'certificate-near', 'names-respelled'),
  'ignores-parties-token-issuer': partiesToken('issuer-near', 'names-respelled'),
  'ignores-parties-token-audience': partiesToken('audience-near', 'names-respelled'),
  'ignores-id-token-issuer': relyingParty(
    ...['issuer-near', 'issuer-part', 'names-that-are-true', 'names-in-letter-case'],
    ...['names-near', 'names-respelled'],
  ),
  'accepts-id-token-for-another': relyingParty('names-near'),
  'compares-beginning-of-id-token-issuer': relyingParty('names-near', 'names-respelled'),
  'compares-beginning-of-id-token-audience': {
    checks: [
      ...['relying-party.audience-part', 'broker.audience-part'],
      ...['relying-party.names-near', 'relying-party.names-respelled', 'relying-party.verified-*'],
    ],
    reason: 'a part of its id, and some names near it, in a later login, too, are the beginning of it',
  },
  'ignores-nonce': relyingParty('nonce-near', 'nonce-in-letter-case'),
  'requires-did': { checks: ['positive.special-party-ids'], reason: 'these identifiers are no DIDs' },
}
