import type { Counterparties } from '../contracts/lab-protocol.js'
import type { ProtectedResource, ServiceUnderTest } from '../contracts/service.js'
import type { TargetConfig } from '../contracts/target.js'

/** The same for every target of a lab. */
export const protectedResource = ({ entitledParty }: Counterparties): ProtectedResource => ({
  policyIssuer: entitledParty.partyId,
  resource: { type: 'dataset', identifiers: ['dataset-1'], attributes: ['*'] },
  actions: ['read'],
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
          ...(service.body !== undefined && {
            body: { text: service.body, contentType: service.contentType ?? 'application/json' },
          }),
          ...(service.granted?.bodyContains !== undefined && { bodyContains: service.granted.bodyContains }),
          ...protectedResource(counterparties),
        },
      }
