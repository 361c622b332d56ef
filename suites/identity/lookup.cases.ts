import { lookingUp } from '../support/roles.js'
import type { Coverage } from '../support/row.js'

/** Party Identifiers that would change the look-up if they got into it unencoded. */
export interface LookupRow extends Coverage {
  readonly title: string
  /** What iss, sub and client_id all say; made of the sender's id, another registered one, and the query parameter of a look-up. */
  readonly names: Readonly<Record<string, (own: string, other: string, parameter: string) => string>>
}

export const injected: readonly LookupRow[] = [
  {
    id: 'identity.lookup-injection',
    title: 'a client_id that adds to the query of the look-up',
    requirements: ['REGISTRY-LOOKUP-ENCODED'],
    cases: ['IDN-10'],
    roles: lookingUp,
    detects: ['looks-up-unencoded'],
    names: {
      'another id & party_id= own id': (own, other, parameter) => `${other}&${parameter}=${own}`,
      'own id & party_id= another id': (own, other, parameter) => `${own}&${parameter}=${other}`,
      'own id #': (own) => `${own}#`,
      'own id ?x=': (own) => `${own}?x=`,
      'own id %26party_id%3D another id': (own, other, parameter) => `${own}%26${parameter}%3D${other}`,
    },
  },
  {
    id: 'identity.lookup-traversal',
    title: 'a client_id that climbs out of the path of the look-up',
    requirements: ['REGISTRY-LOOKUP-ENCODED'],
    cases: ['IDN-11'],
    roles: lookingUp,
    detects: ['looks-up-unencoded'],
    names: {
      '../parties/ own id': (own) => `../parties/${own}`,
      'another id /../ own id': (own, other) => `${other}/../${own}`,
      'another id %2F..%2F own id': (own, other) => `${other}%2F..%2F${own}`,
      'own id ;x': (own) => `${own};x`,
    },
  },
  {
    id: 'identity.lookup-control-characters',
    title: 'a client_id that adds lines to the look-up',
    requirements: ['CLIENT-ID-VALID', 'REGISTRY-LOOKUP-ENCODED'],
    cases: ['IDN-15'],
    roles: lookingUp,
    names: {
      'own id with NUL': (own) => `${own}\0`,
      'own id with LF': (own) => `${own}\nx-assay: 1`,
      'own id with CRLF': (own) => `${own}\r\nx-assay: 1`,
    },
  },
]
