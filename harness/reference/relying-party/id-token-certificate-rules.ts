import { party } from '../engine/fault.js'
import { Refusal } from '../engine/refusal.js'
import { type Change, instead, removed, ruleAbout } from '../engine/rule.js'
import { obeying } from '../token-endpoint/obeying.js'
import { certificateRules } from '../token-endpoint/rules/certificate.js'
import { chainRules } from '../token-endpoint/rules/chain.js'
import { lookupRules } from '../token-endpoint/rules/registry/lookup.js'
import { matchingRules } from '../token-endpoint/rules/registry/matching.js'
import { partiesTokenRules, tokenRecordRules } from '../token-endpoint/rules/registry/parties-token.js'
import { recordRules } from '../token-endpoint/rules/registry/record.js'
import { revocationRules } from '../token-endpoint/rules/revocation.js'
import type { SignIn, SignInTopic } from './sign-in.js'

const rule = ruleAbout<SignIn, SignInTopic>()
const soundness = [...certificateRules, ...revocationRules]
const registry = [...lookupRules, ...partiesTokenRules, ...tokenRecordRules, ...recordRules]

/** Lets in whatever was issued under a certificate that is no authority, whether it is registered or not. */
const underLeaf: Change<SignIn> = (right) => (signIn) => {
  const { jwt } = signIn
  if (jwt.chain.slice(1).every(({ basicConstraints }) => basicConstraints.ca)) return right(signIn)
  jwt.excuse('matching')
  return obeying<SignIn>(soundness, 'accepts-leaf-as-issuer')(signIn)
}

/** Whether the registry holds the certificate for one of the providers. */
const ofAnyProvider: Change<SignIn> = instead(async (signIn) => {
  const { jwt, participant } = signIn
  for (const { partyId } of participant.kit.identityProviders) {
    jwt.lookedUp = partyId
    jwt.record = undefined
    try {
      return await obeying<SignIn>([...registry, ...matchingRules])(signIn)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  return false
})

/** The certificates of an id_token, and what the registry says of the provider that made it (L242–259, L270–277). */
export const certificatesOfIdTokenRules = [
  rule('id token', 'it comes with a chain to a trusted root', obeying(chainRules), {
    'trusts-any-id-token-chain': party(
      'takes an id_token with a chain to any root',
      instead(obeying(chainRules, 'trusts-any-root', 'trusts-self-signed')),
    ),
    'trusts-self-signed-id-token': party(
      'takes an id_token with a self-signed certificate',
      instead(obeying(chainRules, 'trusts-self-signed')),
    ),
    'trusts-last-certificate-of-id-token': party(
      'looks only whether the last certificate of the id_token is a trusted root',
      instead(obeying(chainRules, 'trusts-last-certificate')),
    ),
    'matches-id-token-issuer-by-name': party(
      'compares names of issuers in the chain of the id_token, not signatures',
      instead(obeying(chainRules, 'matches-issuer-by-name')),
    ),
  }),
  rule('id token', 'its certificates are sound', obeying(soundness), {
    'accepts-id-token-under-leaf': party(
      'takes an id_token whose certificate was issued under one that is no authority',
      underLeaf,
    ),
    'accepts-expired-id-token-certificate': party(
      'takes an id_token with a certificate that has expired',
      instead(obeying(soundness, 'accepts-expired-leaf')),
    ),
    'accepts-revoked-id-token-certificate': party(
      'takes an id_token whose certificate is revoked',
      instead(obeying(soundness, 'ignores-crl', 'ignores-ocsp')),
    ),
  }),
  rule('id token', 'the registry knows the provider as active', obeying(registry), {
    'believes-registry-about-provider': party(
      'does not verify the parties_token about the provider that made the id_token',
      instead(
        obeying(
          registry,
          'ignores-parties-token-signature',
          'accepts-unsigned-parties-token',
          'trusts-any-parties-token-chain',
          'accepts-parties-token-of-another',
        ),
      ),
    ),
    'ignores-status-of-provider': party(
      'does not ask for the status of the provider that made the id_token',
      instead(obeying(registry, 'ignores-status')),
    ),
    'reads-active-in-status-of-provider': party(
      'looks for "active" anywhere in the status of the provider that made the id_token',
      instead(obeying(registry, 'matches-status-loosely')),
    ),
    'goes-on-where-registry-fails-about-provider': party(
      'takes an id_token where the registry says nothing about the provider',
      instead(
        obeying(
          registry,
          'grants-on-registry-error',
          'grants-on-registry-reset',
          'grants-on-registry-timeout',
          'grants-on-registry-nonsense',
        ),
      ),
    ),
  }),
  rule('id token', 'the registry holds its certificate for the provider', obeying(matchingRules), {
    'accepts-unregistered-id-token-certificate': party(
      'does not ask whether the registry holds the certificate for the provider',
      removed,
    ),
    'accepts-id-token-certificate-of-any-provider': party(
      'takes an id_token with a certificate that the registry holds for another provider',
      ofAnyProvider,
    ),
  }),
]
