import { type InterfaceOverrides, leaves } from '../contracts/interface.js'
import type { Json } from '../contracts/json.js'
import type { Assumption } from '../contracts/run.js'
import type { TargetConfig } from '../contracts/target.js'
import { identityServers } from './login.js'

/** Settings whose default stands in the interface text itself; they are assumptions only where the target file says otherwise. */
const stated = new Set([
  'token.path', // L198
  'token.parameterNames.clientId', // L200
  'token.parameterNames.clientAssertion', // L200
  'registry.tokenPath', // L198, L203
  'registry.partiesPath', // L207
  'registry.partyIdParameter', // L207
  'registry.partyPath', // L208
  'registry.tokenField', // L209
  'registry.recordFields.status', // L150
  'registry.recordFields.x5c', // L150
  'registry.recordFields.fingerprint', // L150
  'delegation.tokenPath', // L198, L203
  'delegation.path', // L222
  'delegation.memberCase', // L185–186
  'delegation.requestField', // L223
  'delegation.context.place', // L185
  'delegation.context.form', // L185
  'delegation.conditions', // L16
  'delegation.evidenceField', // L224
  'login.tokenPath', // L218
  'login.request', // L281: OpenID Connect Core §3.1.2.1
])

/** Every assumption under which a target is judged, in a fixed order. */
export const assumptionsOf = (config: TargetConfig): readonly Assumption[] => [
  ...(config.preset === 'default' ? [] : [setting(config, 'interface.preset', config.preset)]),
  ...interfaceAssumptions(config),
  setting(config, 'certificates.keyUsage', [...config.certificates.keyUsage]),
  setting(config, 'clock.registryCacheSeconds', config.clock.registryCacheSeconds),
  ...(config.roles.includes('ServiceProvider')
    ? [setting(config, 'clock.evidenceCacheSeconds', config.clock.evidenceCacheSeconds)]
    : []),
  ...(config.roles.some((role) => identityServers.includes(role))
    ? [setting(config, 'clock.codeLifetimeSeconds', config.clock.codeLifetimeSeconds)]
    : []),
  ...(config.login?.registered ? [setting(config, 'login.registered', true)] : []),
  ...unjudged(config),
  ...statements(config),
  ...knownIds(config),
]

/** What the target file says of participants: nobody but the target's registry could bear it out. */
const statements = ({ participants }: TargetConfig): Assumption[] =>
  participants.flatMap(({ partyId, is }, index) =>
    is === undefined ? [] : [{ id: `participants.${index}.is`, value: `${partyId}: ${is}`, source: 'target file' }],
  )

/** What claims name in place of Assay's own words, where the target takes only what it knows. */
const knownIds = ({ write }: TargetConfig): Assumption[] =>
  write.flatMap(({ ids }, index) =>
    ids === undefined ? [] : [{ id: `write.${index}.ids`, value: ids as Json, source: 'target file' }],
  )

/** The rules about documents and writes bind a ParticipantRegistry alone (L214); at other roles the report says so. */
const unjudged = ({ roles, documents, write }: TargetConfig): Assumption[] =>
  (documents.length === 0 && write.length === 0) || roles.includes('ParticipantRegistry')
    ? []
    : [{ id: 'documents', value: 'not judged: the target is no ParticipantRegistry', source: 'default' }]

const setting = (config: TargetConfig, id: string, value: Json): Assumption => ({
  id,
  value,
  source: config.given.includes(id) ? 'target file' : 'default',
})

/** Whether a value holds a secret. */
const holdsSecret = ({ secrets }: TargetConfig, value: Json | undefined): boolean =>
  typeof value === 'string' && secrets.some((secret) => value.includes(secret))

const interfaceAssumptions = (config: TargetConfig): Assumption[] => {
  const present = new Map(leaves(config.interface as unknown as InterfaceOverrides))
  const paths = new Set([...present.keys(), ...config.overrides])
  return [...paths]
    .filter((path) => config.overrides.includes(path) || !stated.has(path))
    .map((path) => ({
      id: `interface.${path}`,
      value: holdsSecret(config, present.get(path)) ? 'from the environment' : (present.get(path) ?? null),
      source: config.overrides.includes(path) ? 'target file' : 'default',
    }))
}
