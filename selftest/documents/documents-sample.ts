import type { CertifiedKey } from '../../ca/types.js'
import { claimSetOf } from '../../harness/check/documents/claim-set.js'
import { certificateEntry } from '../../harness/check/parties/parties.js'
import type { JsonObject } from '../../harness/contracts/json.js'

/** Conforming claims of a party, of every kind. */
export const soundClaims = (certified: CertifiedKey): readonly JsonObject[] =>
  claimSetOf({ partyId: 'did:example:party', scope: 'party', certified }, 'did:example:registry')

/** A conforming credential in which everything stands that may stand there. */
export const soundCredential = (certified: CertifiedKey): JsonObject => {
  const { x5c = null, ...certificate } = certificateEntry(certified)
  const period = { validFrom: '2026-01-01T00:00:00Z', validUntil: '2036-01-01T00:00:00Z' }
  const framework = {
    id: 'urn:example:framework',
    version: '1.0',
    defUrl: 'https://framework.example/definition#1',
    capabilityUrl: 'https://party.example/capabilities?of=all',
    additionalInfo: {
      description: 'A party',
      logo: 'logo.png',
      website: 'https://party.example',
      companyPhone: '+31 1',
      companyEmail: 'office@party.example',
      publiclyPublishable: true,
      countriesOfOperation: ['NL'],
      sectorIndustry: ['Utilities'],
      tags: 'a b',
    },
    roles: [
      { id: '1', type: 'ServiceConsumer', loa: 'high', compliancyVerified: 'yes', legalAdherence: 'no', ...period },
    ],
    agreements: [
      { id: '2', typeName: 'Terms of Use', type: 'TermsOfUse', title: 'Terms', verificationHash: 'ab', ...period },
    ],
    x509Certificates: [{ id: '3', ...certificate, x5c: [x5c], ...period }],
    idpAssertions: [{ id: '4', assertion: 'a', registrarId: 'did:example:registry', ...period }],
  }
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://framework.example/contexts/v1'],
    id: 'urn:uuid:0b8f4d7e-5c1a-4e3b-9f26-0000000000ff',
    type: ['VerifiableCredential', 'FrameworkComplianceCredential'],
    issuer: { id: 'did:example:registry', name: 'Registry', resolverUrl: 'https://registry.example/resolve' },
    ...period,
    credentialStatus: { id: 'https://registry.example/status/1' },
    credentialSubject: { id: 'did:example:party', frameworks: [framework] },
  } as JsonObject
}
