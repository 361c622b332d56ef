import type { RequirementId } from '../../../requirements/list.js'
import type { Role } from '../../../requirements/types.js'

/** Where a role receives a signed JWT. */
export interface Place {
  readonly title: string
  readonly roles: readonly Role[]
  /** What makes the rules of a signed JWT hold there. */
  readonly requirements: readonly RequirementId[]
  /** How much a broken rule weighs there, in words. */
  readonly level: string
}

/** Every such place, in the order of the columns. */
export const places = {
  assertion: {
    title: 'client assertion',
    roles: ['EntitledParty', 'ServiceProvider', 'AuthorisationRegistry', 'ParticipantRegistry'],
    requirements: ['JWT-SIGNED', 'ASSERTION-AUD', 'REGISTRY-CERT-MATCH'],
    level: 'as the requirement of each rule says',
  },
  code: {
    title: 'assertion beside a code',
    roles: ['IdentityProvider', 'IdentityBroker'],
    requirements: ['JWT-SIGNED', 'ASSERTION-AUD'],
    level: 'as at the client assertion; what the registry says of the client is at most strict (ruling 23)',
  },
  forwarded: {
    title: 'forwarded JWT',
    roles: ['AuthorisationRegistry', 'EntitledParty'],
    requirements: ['FORWARD-SIGNED', 'FORWARD-AUD', 'FORWARD-CERT-MATCH', 'FORWARD-LIFETIME', 'FORWARD-CLAIMS'],
    level:
      'must for signature, algorithm, chain, addressee and lifetime; strict for the other claims; strict throughout where a target decides without it (ruling 15)',
  },
  partiesToken: {
    title: '`parties_token`',
    roles: ['EntitledParty', 'ServiceProvider', 'AuthorisationRegistry', 'IdentityProvider', 'IdentityBroker'],
    requirements: ['PARTIES-TOKEN-SIGNED', 'PARTIES-TOKEN-ISSUER', 'PARTIES-TOKEN-AUD', 'PARTIES-TOKEN-FRESH'],
    level: 'must for signature, algorithm and chain; strict for the claims; strict throughout at a login (ruling 23)',
  },
  idToken: {
    title: 'id_token',
    roles: ['ServiceProvider', 'IdentityBroker'],
    requirements: ['LOGIN-ID-TOKEN', 'LOGIN-ID-TOKEN-SIGNED', 'LOGIN-NONCE', 'BROKER-UPSTREAM'],
    level: 'must where OpenID Connect demands it too; strict for what the text alone demands (ruling 21)',
  },
  evidence: {
    title: 'signed evidence',
    roles: ['ServiceProvider'],
    requirements: ['SERVICE-EVIDENCE-MATCHES'],
    level: 'strict, since the text does not say that evidence is signed (ruling 21)',
  },
  requestObject: {
    title: 'request object',
    roles: ['IdentityProvider', 'IdentityBroker'],
    requirements: ['LOGIN-REQUEST-OBJECT'],
    level: 'should, since the text names no request objects (L287)',
  },
} as const satisfies Readonly<Record<string, Place>>

export type PlaceId = keyof typeof places
