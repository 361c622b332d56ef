import type { Counterparties } from '../contracts/lab-protocol.js'
import type { ProtectedResource, ServiceUnderTest } from '../contracts/service.js'
import type { TargetConfig } from '../contracts/target.js'

const dataset = (name: string): ProtectedResource['resource'] => ({
  type: 'dataset',
  identifiers: [name],
  attributes: ['*'],
})

/** The same for every target of a lab that serves as many resources. */
export const protectedResource = (
  { entitledParty }: Counterparties,
  service: TargetConfig['service'],
): ProtectedResource => ({
  policyIssuer: entitledParty.partyId,
  resource: dataset('dataset-1'),
  actions: ['read'],
  ...(service?.other !== undefined && { other: { resource: dataset('dataset-4') } }),
})

/** The service of a target; none where its target file names none. */
export const serviceOf = (
  { service, interface: { service: names } }: Pick<TargetConfig, 'service' | 'interface'>,
  counterparties: Counterparties,
): { readonly service?: ServiceUnderTest } =>
  service === undefined
    ? {}
    : {
        service: {
          method: service.method ?? 'GET',
          path: service.path ?? names.path,
          ...(service.other !== undefined && { otherPath: service.other.path }),
          ...(service.body !== undefined && {
            body: { text: service.body, contentType: service.contentType ?? 'application/json' },
          }),
          ...(service.granted?.bodyContains !== undefined && { bodyContains: service.granted.bodyContains }),
          ...protectedResource(counterparties, service),
        },
      }
