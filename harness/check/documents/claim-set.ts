import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../contracts/json.js'
import type { Party } from '../../mutations/types.js'
import { certificateEntry } from '../parties/parties.js'

const period = { startDate: '2026-01-01T00:00:00Z', endDate: '2036-01-01T00:00:00Z' }
const framework = { frameworkId: 'urn:example:framework' }
const dataspace = { dataspaceId: 'urn:example:dataspace' }
const role = { roleId: 'ServiceConsumer', loa: 'substantial', compliancyVerified: 'yes', legalAdherence: 'yes' }
const agreement = (name: string) => ({
  agreementType: name.replaceAll(' ', ''),
  agreementId: name.toLowerCase().replaceAll(' ', '-'),
  title: name,
})

/**
 * Conforming claims of a party, of every kind that the text has (L55–146).
 * @param authRegistryId Party Identifier of its AuthorisationRegistry.
 */
export const claimSetOf = ({ partyId, certified }: Party, authRegistryId: string): readonly JsonObject[] =>
  [
    {
      type: 'frameworkComplianceship',
      ...period,
      ...framework,
      additionalInfo: { website: 'https://party.example', publiclyPublishable: true },
    },
    {
      type: 'authRegistry',
      name: 'Example Registry',
      authRegistryId,
      authUrl: 'https://registry.example/delegation',
    },
    { type: 'frameworkAgreement', ...agreement('Accession Agreement'), ...framework },
    { type: 'frameworkAgreement', ...agreement('Terms of Use'), ...framework },
    { type: 'frameworkRole', ...role, ...framework },
    {
      type: 'dataspaceMembership',
      legalAdherence: 'yes',
      ...dataspace,
      additionalInfo: { publiclyPublishable: 'yes' },
    },
    { type: 'dataspaceAgreement', ...agreement('Terms of Use'), ...dataspace },
    { type: 'dataspaceRole', ...role, ...period, ...dataspace },
    { type: 'x509Certificate', ...certificateEntry(certified) },
    { type: 'idpAssertion', assertion: 'an assertion of an identity provider' },
  ].map((claim) => ({ id: randomUUID(), status: 'active', registrarId: partyId, ...claim }))
