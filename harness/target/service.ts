import type { Counterparties } from '../lab/protocol.js'
import type { TargetConfig } from './config.js'

/** What a ServiceProvider target protects, as its kit says (`service` of `kit.schema.json`): it needs evidence for this before it serves. */
export interface ProtectedResource {
  /** The lab's EntitledParty. */
  readonly policyIssuer: string
  readonly resource: {
    readonly type: string
    readonly identifiers: readonly string[]
    readonly attributes: readonly string[]
  }
  readonly actions: readonly string[]
}

/** The service of a target as its target file describes it, with what its kit asks it to protect. */
export interface ServiceUnderTest extends ProtectedResource {
  readonly method: string
  /** Below the base URL. */
  readonly path: string
  /** What a call carries beside its access token, where it needs anything. */
  readonly body?: { readonly text: string; readonly contentType: string }
  /** Text that the body of a granted call contains. */
  readonly bodyContains?: string
}

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
