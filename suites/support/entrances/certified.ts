import { bySignerAlone, type EntranceRule, noObjects, ofIdToken, ruleAt, since } from './types.js'

const revocationOfObjects = since(
  'a request object is signed by the client, whose certificate is asked about at the token endpoint: `certificate.*`',
)

/** The certificates of a JWT (L247, L271–272). */
export const certifiedRules: readonly EntranceRule[] = [
  ruleAt('L247', '`x5c` is there, and holds certificates.', {
    assertion: ['chain.missing', 'chain.empty', 'chain.string', 'chain.unreadable'],
    forwarded: ['forwarding.chain-absent', 'forwarding.unreadable-chain'],
    // A target may know another way to the key of its registry or provider; here another key signs.
    partiesToken: ['parties-token.signature'],
    idToken: ofIdToken('without-certificate'),
    evidence: ['service.evidence-unsigned'],
    requestObject: noObjects,
  }),
  ruleAt('L247', 'The first certificate is that of who signed, and only its key counts.', {
    assertion: [
      'chain.victim-first',
      'chain.victim-behind',
      'chain.other-key',
      'chain.of-another',
      'chain.leaf-not-first',
    ],
    forwarded: ['forwarding.own-jwt', 'forwarding.chain-behind-own', 'forwarding.signature'],
    partiesToken: ['parties-token.signature'],
    idToken: ofIdToken('signer-last'),
    evidence: ['service.evidence-unsigned'],
    requestObject: noObjects,
  }),
  ruleAt('L247', 'The chain is complete and in order.', {
    assertion: ['chain.without-intermediate', 'chain.leaf-only', 'chain.leaf-not-first', 'chain.root-not-last'],
    forwarded: ['forwarding.chain-incomplete'],
    partiesToken: bySignerAlone,
    idToken: bySignerAlone,
    evidence: bySignerAlone,
    requestObject: noObjects,
  }),
  ruleAt('L247, L271', 'The chain leads to a root on the trusted list, by signatures and not by names.', {
    assertion: [
      'chain.self-signed',
      'chain.same-names',
      'chain.real-root-appended',
      'chain.forged-signature',
      'chain.untrusted-root',
    ],
    forwarded: ['forwarding.chain', 'forwarding.unsound-certificate', 'forwarding.certificate-path'],
    partiesToken: ['parties-token.untrusted'],
    idToken: ofIdToken('untrusted-chain', 'self-signed', 'chain-of-names', 'trusted-root-behind'),
    evidence: ['service.evidence-unsigned'],
    requestObject: noObjects,
  }),
  ruleAt('L271', 'Each certificate is within its dates.', {
    assertion: [
      'certificate.expired',
      'certificate.not-yet-valid',
      'certificate.expired-intermediate',
      'certificate.not-yet-valid-intermediate',
      'certificate.reversed-period',
      'certificate.beside-others',
    ],
    forwarded: ['forwarding.unsound-certificate', 'forwarding.certificate-path'],
    partiesToken: ['parties-token.expired-certificate'],
    idToken: ofIdToken('expired-certificate'),
    evidence: ['service.evidence-unsigned'],
    requestObject: noObjects,
  }),
  ruleAt('L271', 'Only authorities issue certificates, as far as their own certificates allow.', {
    assertion: ['certificate.issued-by-participant', 'certificate.path-length', 'certificate.key-cert-sign'],
    forwarded: ['forwarding.unsound-certificate', 'forwarding.certificate-path'],
    partiesToken: ['parties-token.issued-by-participant'],
    idToken: ofIdToken('issued-by-participant'),
    evidence: ['service.evidence-unsigned'],
    requestObject: noObjects,
  }),
  ruleAt('L272', 'The key usage of an eSeal is Non-Repudiation.', {
    assertion: ['certificate.key-usage', 'certificate.key-usage-absent', 'certificate.other-key-usage'],
    forwarded: ['forwarding.unsound-certificate'],
    partiesToken: since('L272 is about the certificate of who makes a request; the registry answers one'),
    idToken: since('L272 is about the certificate of who makes a request; an IdentityProvider answers one'),
    evidence: since('L272 is about the certificate of who makes a request; an AuthorisationRegistry answers one'),
    requestObject: noObjects,
  }),
  ruleAt('L272', 'The certificate is not revoked.', {
    assertion: [
      'certificate.revoked-on-crl',
      'certificate.revoked-by-ocsp',
      'certificate.revoked-intermediate',
      'certificate.revoked-beside-others',
    ],
    forwarded: ['forwarding.revoked', 'forwarding.revocation-observed'],
    partiesToken: ['parties-token.revoked-certificate'],
    idToken: ofIdToken('revoked-certificate'),
    evidence: ['service.evidence-token-revoked'],
    requestObject: revocationOfObjects,
  }),
]
