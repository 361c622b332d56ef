import type { Coverage } from '../support/row.js'
import { check } from './delegation.cases.js'
import type { Named } from './several.js'

/** Two resources or actions, or two of each, that one policy of a request names, of which one is permitted and the other one is not. */
export interface BesideRow extends Coverage {
  readonly title: string
  readonly named: Named
  /** Policies that permit what is named beside. */
  readonly others: readonly string[]
  /** The policy that permits as well, and the one that does not. */
  readonly permitted: string
  readonly refused: string
}

const oneForAll = ['takes-first-decision-for-all', 'takes-last-decision-for-all'] as const

export const beside: readonly BesideRow[] = [
  {
    ...check('delegation.each-resource', 'DELEGATION-CONDITIONS', oneForAll, { level: 'must' }),
    title: 'decides about each resource of a policy of a request by itself',
    named: 'resources',
    others: ['unconditional', 'any-of-first-true'],
    permitted: 'conditional',
    refused: 'any-of-false',
  },
  {
    ...check('delegation.each-resource-handed-out', 'DELEGATION-CONDITIONS', oneForAll, { level: 'must' }),
    title: 'gives the conditions of each resource of a policy of a request to the ServiceProvider',
    named: 'resources',
    others: ['unconditional', 'handed-out-nested'],
    permitted: 'handed-out-true',
    refused: 'handed-out-false',
  },
  {
    ...check('delegation.each-action', 'DELEGATION-CONDITIONS', oneForAll, { level: 'must' }),
    title: 'decides about each action of a policy of a request by itself',
    named: 'actions',
    others: ['updated-beside'],
    permitted: 'read-where-true',
    refused: 'read-where-false',
  },
  {
    ...check(
      'delegation.each-pair',
      'DELEGATION-CONDITIONS',
      ['covers-names-apart', 'pools-names-of-request', ...oneForAll],
      { level: 'must' },
    ),
    title: 'decides about each resource with each action of a policy of a request by itself',
    named: 'resources and actions',
    others: ['updated-beside-always'],
    permitted: 'read-where-true',
    refused: 'read-where-false',
  },
  {
    ...check('delegation.deny-beside', 'DELEGATION-RESPONSE', oneForAll, { level: 'strict' }),
    title: 'permits no resource under a Deny beside one that it permits',
    named: 'resources',
    others: ['unconditional'],
    permitted: 'permitted-to-one',
    refused: 'deny',
  },
]
