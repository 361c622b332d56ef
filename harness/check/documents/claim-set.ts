import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../contracts/json.js'
import type { Party } from '../../mutations/types.js'
import { certificateEntry } from '../parties/parties.js'
import type { ClaimEndpoint } from './types.js'

const period = { startDate: '2026-01-01T00:00:00Z', endDate: '2036-01-01T00:00:00Z' }
const levels = { loa: 'substantial', compliancyVerified: 'yes', legalAdherence: 'yes' }
const agreement = (name: string, known: object = {}) => ({
  agreementType: name.replaceAll(' ', ''),
  agreementId: name.toLowerCase().replaceAll(' ', '-'),
  title: name,
  ...known,
})

/**
 * Conforming claims of a party, of every kind that the text has (L55–146).
 * @param registryId Party Identifier of its AuthorisationRegistry.
 * @param ids What they name instead, where an endpoint takes only what it knows.
 */
export const claimSetOf = (
  { partyId, certified }: Party,
  registryId: string,
  { authRegistryId = registryId, ...ids }: NonNullable<ClaimEndpoint['ids']> = {},
): readonly JsonObject[] => {
  const framework = { frameworkId: ids.frameworkId ?? 'urn:example:framework' }
  const dataspace = { dataspaceId: ids.dataspaceId ?? 'urn:example:dataspace' }
  const role = { roleId: ids.roleId ?? 'ServiceConsumer', ...levels }
  const accession = agreement('Accession Agreement', ids.accessionAgreement)
  const terms = agreement('Terms of Use', ids.termsOfUse)
  return [
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
    { type: 'frameworkAgreement', ...accession, ...framework },
    { type: 'frameworkAgreement', ...terms, ...framework },
    { type: 'frameworkRole', ...role, ...framework },
    {
      type: 'dataspaceMembership',
      legalAdherence: 'yes',
      ...dataspace,
      additionalInfo: { publiclyPublishable: 'yes' },
    },
    { type: 'dataspaceAgreement', ...terms, ...dataspace },
    { type: 'dataspaceRole', ...role, ...period, ...dataspace },
    { type: 'x509Certificate', ...certificateEntry(certified) },
    { type: 'idpAssertion', assertion: 'an assertion of an identity provider' },
  ].map((claim) => ({ id: randomUUID(), status: 'active', registrarId: partyId, ...claim }))
}
