import { type Binding, type Role, roles } from './types.js'

const as = (side: Binding['as'], ...bound: readonly Role[]): readonly Binding[] =>
  bound.map((role) => ({ role, as: side }))

/** The four roles whose token endpoint follows the machine-to-machine rules without exception. */
export const servers = as(
  'receiver',
  'ServiceProvider',
  'AuthorisationRegistry',
  'EntitledParty',
  'ParticipantRegistry',
)

/** The two roles of human login that take client assertions of ServiceProviders (L218, L281). */
export const identityServers = as('receiver', 'IdentityProvider', 'IdentityBroker')

/** The IdentityProvider, at which humans prove who they are. */
export const identityProvider = as('receiver', 'IdentityProvider')

/** Every role that authenticates clients by their assertion. */
export const tokenEndpoints = [...servers, ...identityServers]

/** Every role, as the maker of the JWTs and calls that it sends. */
export const signers = as('sender', ...roles)

/** Both sides of the signed-JWT rules (L242): who verifies, and who signs. */
export const signedJwt = [...tokenEndpoints, ...signers]

/** Servers that judge a client by the answer of the Participant Registry. */
export const registryClients = as('receiver', 'ServiceProvider', 'AuthorisationRegistry', 'EntitledParty')

/** The same servers, answerable for their calls to the Participant Registry. */
export const registryCallers = as('sender', 'ServiceProvider', 'AuthorisationRegistry', 'EntitledParty')

/** The ServiceConsumer, which is nobody's server. */
export const consumerSends = as('sender', 'ServiceConsumer')

/** Everybody who calls a machine's token endpoint in this suite's sight. */
export const callers = [...registryCallers, ...consumerSends]

/** The Participant Registry as the server of lookups and party data. */
export const registryReceives = as('receiver', 'ParticipantRegistry')

/** The Participant Registry, answerable for its answers. */
export const registryAnswers = as('sender', 'ParticipantRegistry')

/** The keeper of claims: checks those that are written, is answerable for those that it hands out. */
export const claimWriters = [...registryReceives, ...registryAnswers]

/** Roles that answer `POST /delegation`. */
export const evidenceGivers = as('receiver', 'AuthorisationRegistry', 'EntitledParty')

/** The ServiceProvider as the server of its service and as the party that receives evidence and logins. */
export const serviceProvider = as('receiver', 'ServiceProvider')

/** The ServiceProvider, answerable for what it sends to others. */
export const serviceProviderSends = as('sender', 'ServiceProvider')

/** Both ends of a human login. */
export const humanLogin = [...identityServers, ...serviceProvider]

/** The IdentityBroker between a ServiceProvider and an upstream IdentityProvider. */
export const brokers = as('receiver', 'IdentityBroker')

/** Roles that log humans in at IdentityProviders. */
export const relyingParties = [...serviceProvider, ...brokers]

/** The IdentityBroker, answerable for its own assertion. */
export const brokerSends = as('sender', 'IdentityBroker')
