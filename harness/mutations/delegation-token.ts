import { type PartiesTokenMutation, partiesTokens } from './parties-token.js'

/**
 * Every mutation of a signed `delegation_token`, by the name that `EvidenceProgram.token` takes: those of any JWT that
 * a registry signs, and evidence that is not signed. The speaker is the asked registry; the evidence is programmed
 * elsewhere.
 */
export const delegationTokens = {
  'signature corrupted': partiesTokens['signature corrupted'],
  'signature empty': partiesTokens['signature empty'],
  'signature of other claims': partiesTokens['signature of other claims'],
  'jwk in the header': partiesTokens['jwk in the header'],
  'jku in the header': partiesTokens['jku in the header'],
  'x5u in the header': partiesTokens['x5u in the header'],
  'by another participant, whose certificate is the last':
    partiesTokens['by another participant, whose certificate is the last'],
  'without x5c': partiesTokens['without x5c'],
  'empty x5c': partiesTokens['empty x5c'],
  'x5c that cannot be read': partiesTokens['x5c that cannot be read'],
  'alg none': partiesTokens['alg none'],
  'HS256 with the public key as PEM': partiesTokens['HS256 with the public key as PEM'],
  'HS256 with the certificate as DER': partiesTokens['HS256 with the certificate as DER'],
  'RS256 by an EC key': partiesTokens['RS256 by an EC key'],
  'self-signed certificate alone': partiesTokens['self-signed certificate alone'],
  'untrusted chain': partiesTokens['untrusted chain'],
  'chain of the same names': partiesTokens['chain of the same names'],
  'untrusted chain before the trusted root': partiesTokens['untrusted chain before the trusted root'],
  'untrusted chain and its root before the trusted root':
    partiesTokens['untrusted chain and its root before the trusted root'],
  'expired certificate': partiesTokens['expired certificate'],
  'revoked certificate': partiesTokens['revoked certificate'],
  'certificate issued by a participant': partiesTokens['certificate issued by a participant'],
  'signed by another participant': partiesTokens['signed by another participant'],
  'certificate of an id with a character behind it': partiesTokens['certificate of an id with a character behind it'],
  'certificate of an id with a character before it': partiesTokens['certificate of an id with a character before it'],
  'issued by another participant': partiesTokens['issued by another participant'],
  'issued by the client': partiesTokens['issued by the client'],
  'for another audience': partiesTokens['for another audience'],
  'expired 5 minutes ago': partiesTokens['expired 5 minutes ago'],
  'no member': partiesTokens['no member'],
  'no JWT': partiesTokens['no JWT'],
  'plain evidence only': partiesTokens['plain record only'],
  'plain evidence in its place': partiesTokens['plain record in its place'],
} satisfies Readonly<Record<string, PartiesTokenMutation>>

/** A name that `EvidenceProgram.token` takes. */
export type DelegationTokenName = keyof typeof delegationTokens
