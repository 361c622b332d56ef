import { join, resolve } from 'node:path'
import { certificateKinds, pem } from '../../../ca/index.js'
import type { Role } from '../../../requirements/types.js'
import { discoveryPath } from '../../contracts/interface.js'
import type { Json, JsonObject } from '../../contracts/json.js'
import type { WorldAddresses } from '../../contracts/lab-protocol.js'
import type { Human } from '../../contracts/login.js'
import type { TargetConfig } from '../../contracts/target.js'
import type { Party } from '../../mutations/types.js'
import { identityServers } from '../login.js'
import { protectedResource } from '../service.js'
import { delegationOf, delegationUses } from './delegation-fixtures.js'
import { type FixtureFormName, formsWith } from './fixture-forms.js'
import { type Fixture, type FixtureUse, isSoundClient, keyPem, twoCertificates } from './fixtures.js'
import { openHumans } from './humans.js'
import { type KitAuthority, newPartyId, openMaterial } from './material.js'
import { makePrivateFolder, writePrivate } from './private-file.js'
import { registeredClaims } from './registered-claims.js'

/** What a kit is made of. */
export interface KitOptions {
  /** With a base URL where the target is a server (`withBaseUrl`). */
  readonly config: TargetConfig
  /** Party Identifier of the target; that of the target file, or a new one, by default. */
  readonly partyId?: string | undefined
  readonly addresses: WorldAddresses
  readonly authority: KitAuthority
  /** Folder for `fixtures.json` and the fixture parties' private keys; never the kit's own. Fitting material is used again. */
  readonly keep: string
  /** Parties in good standing; 24 for a ParticipantRegistry, else 3. */
  readonly soundParties?: number
  /** Certificate kinds that a ParticipantRegistry is to register, one party each; `fixtureKinds` by default. */
  readonly kinds?: readonly string[]
  /** Forms in which a ParticipantRegistry is to register sound and unsound parties beside the usual one; all by default. */
  readonly forms?: readonly FixtureFormName[]
  readonly runId?: string
}

/** A kit that was written. */
export interface Kit {
  /** Absolute; goes into `ASSAY_KIT`. */
  readonly folder: string
  readonly partyId: string
  /** PEM files of the target's identity, absolute. */
  readonly key: string
  readonly chain: string
  readonly humans: readonly Human[]
}

/** More than one check needs at a provider that takes none but those that it knows. */
const relyingParties = 12

/** Words that the status of a fixture party takes beside `Active`. */
const statuses = ['Inactive', 'Suspended', 'Revoked', 'Pending']

/** Kinds of which the kit of a ParticipantRegistry registers a party. Those of 4096 bits need a key pool with large keys. */
export const fixtureKinds = (largeKeys: boolean): readonly string[] =>
  certificateKinds.filter(
    (kind) =>
      kind !== 'conforming' &&
      ![endless, passing, ofNewParties].some((each) => each.test(kind)) &&
      (largeKeys || !kind.includes('4096')),
  )

/** Seconds of work each; what they show does not depend on the registry's data. */
const endless = /^chain-of-1000?\b/
/** Sound by the next day, and kits are kept. */
const passing = /-by-hours$/
/** Only checks with parties that are new to the target have them. */
const ofNewParties = /^(crl|ocsp)-(second|behind|by)-/

/**
 * Writes the kit of one target: `kit.json` (`kit.schema.json`) and the files it names, folders 0700, files 0600;
 * `kit.json` comes last. Throws `ConfigError` when the folder cannot be written.
 */
export const writeKit = async (folder: string, options: KitOptions): Promise<Kit> => {
  const { config, addresses, authority, keep } = options
  const registers = config.roles.includes('ParticipantRegistry')
  // Who knows its clients beforehand knows those with a defect, too.
  const knows = registers || config.login?.registered === true
  await makePrivateFolder(folder)
  const material = await openMaterial(keep, authority, {
    partyId: options.partyId ?? config.partyId ?? newPartyId(config.interface),
    ids: config.interface.partyId,
    keyUsage: config.certificates.keyUsage,
    httpUrl: addresses.http,
    soundParties: options.soundParties ?? (registers ? 24 : config.login?.registered ? relyingParties : 3),
    ownKeys: registers,
    statuses: registers ? statuses : [],
    kinds: knows ? (options.kinds ?? fixtureKinds(true)) : [],
    forms: registers ? (options.forms ?? formsWith(true)) : [],
    uses: usesOf(config.roles),
  })
  const humans = await openHumans(keep)
  const write = async (name: string, content: string): Promise<string> => {
    await writePrivate(join(folder, name), content)
    return name
  }
  const { target } = material
  const kit: JsonObject = {
    version: 1,
    ...(options.runId !== undefined && { runId: options.runId }),
    target: {
      partyId: target.partyId,
      ...(config.baseUrl !== undefined && { baseUrl: config.baseUrl }),
      roles: config.roles,
      key: await write('target/key.pem', keyPem(target.certified)),
      chain: await write('target/chain.pem', chainPem(target)),
    },
    trust: await trust(options, write),
    ...counterparties(
      options,
      target.partyId,
      material.fixtures.filter((one) => (knows ? one.use === undefined : isSoundClient(one))),
      registers ? undefined : await registryChain(options, write),
    ),
    ...(config.roles.includes('ServiceProvider') && {
      service: protectedResource(addresses, config.service) as unknown as JsonObject,
    }),
    parties: await Promise.all(
      byParty(material.fixtures).map((fixtures, index) => party(fixtures, index + 1, target.partyId, write)),
    ),
    humans: humans as unknown as JsonObject[],
    policies: (delegationOf(target.partyId, material.fixtures)?.policies ?? []) as unknown as Json,
  }
  await write('kit.json', `${JSON.stringify(kit, null, 2)}\n`)
  const at = (name: string): string => resolve(folder, name)
  return {
    folder: at('.'),
    partyId: target.partyId,
    key: at('target/key.pem'),
    chain: at('target/chain.pem'),
    humans,
  }
}

/** An EntitledParty issues the policies itself; an AuthorisationRegistry holds those of another party. */
const usesOf = (roles: readonly Role[]): readonly FixtureUse[] => {
  const registered = roles.includes('ParticipantRegistry') ? twoCertificates : []
  if (roles.includes('EntitledParty')) return [...registered, ...delegationUses]
  return roles.includes('AuthorisationRegistry') ? [...registered, 'entitled party', ...delegationUses] : registered
}

const names: Readonly<Record<FixtureUse, string>> = {
  provider: 'Service provider',
  'other provider': 'Other service provider',
  'entitled party': 'Entitled party',
  subject: 'Service consumer',
  spare: 'Spare service consumer',
  'chain of 2': 'Service consumer with a chain of 2',
  'chain of 4': 'Service consumer with a chain of 4',
  'key of 3072 bits': 'Service consumer with a key of 3072 bits',
  'first certificate': 'Party with two certificates',
  'second certificate': 'Party with two certificates',
}

type Write = (name: string, content: string) => Promise<string>

const trust = async ({ authority, addresses }: KitOptions, write: Write): Promise<JsonObject> => {
  const roots = await authority.trustedRoots()
  const tlsRoot = (await authority.authority('tls-root')).chain[0]
  return {
    roots: await Promise.all(roots.map(({ pem }, index) => write(`trust/root-${index + 1}.pem`, pem))),
    ...(tlsRoot &&
      addresses.https.startsWith('https:') && { tlsRoot: await write('trust/tls-root.pem', pem(tlsRoot)) }),
  }
}

/** Some pin the certificate of the registry. */
const registryChain = ({ addresses }: KitOptions, write: Write): Promise<string> =>
  write('trust/registry.pem', addresses.registryChain.map((der) => pem(Buffer.from(der, 'base64'))).join(''))

/** The fixtures of each party; there are several where it has several certificates. */
const byParty = (fixtures: readonly Fixture[]): readonly (readonly [Fixture, ...Fixture[]])[] => {
  const parties = new Map<string, [Fixture, ...Fixture[]]>()
  for (const fixture of fixtures) {
    const others = parties.get(fixture.party.partyId)
    if (others) others.push(fixture)
    else parties.set(fixture.party.partyId, [fixture])
  }
  return [...parties.values()]
}

const party = async (
  fixtures: readonly [Fixture, ...Fixture[]],
  number: number,
  registrarId: string,
  write: Write,
): Promise<JsonObject> => {
  const [{ status, kind, use, form, party: one }] = fixtures
  const unusual = [...(kind === 'sound' ? [] : [kind]), ...(form === undefined ? [] : [form])]
  const file = (index: number) => `parties/${String(number).padStart(3, '0')}${index === 0 ? '' : `-${index + 1}`}.pem`
  return {
    partyId: one.partyId,
    name: use === undefined ? `Fixture ${number}` : names[use],
    status,
    certificates: await Promise.all(fixtures.map((fixture, index) => write(file(index), chainPem(fixture.party)))),
    ...(use === 'first certificate' && { claims: registeredClaims(registrarId) as JsonObject[] }),
    ...(unusual.length > 0 && { defect: unusual.join(', ') }),
  }
}

const idsOf = (fixtures: readonly Fixture[]): readonly string[] => fixtures.map(({ party }) => party.partyId)

const chainPem = ({ certified }: Party): string => certified.chain.map(pem).join('')

/** Members of the kit for the roles; for a target in that very role the entry is the target itself. */
const counterparties = (
  { config, addresses }: KitOptions,
  partyId: string,
  clients: readonly Fixture[],
  registryFile: string | undefined,
): JsonObject => {
  const { registry, token, delegation, service, login } = config.interface
  const asking = { paths: { delegation: delegation.path } }
  const asked = { tokenPath: delegation.tokenPath, ...asking }
  const paths = { parties: registry.partiesPath, party: registry.partyPath }
  const own = (role: Role, more: JsonObject): JsonObject | undefined =>
    config.roles.includes(role) && config.baseUrl !== undefined
      ? { partyId, baseUrl: config.baseUrl, tokenPath: token.path, ...more }
      : undefined
  const signingIn: JsonObject = {
    tokenPath: login.tokenPath,
    paths: {
      authorize: login.authorizePath,
      token: login.tokenPath,
      userinfo: login.userinfoPath,
      discovery: discoveryPath,
    },
  }
  const isLoggedInAt = config.roles.some((role) => identityServers.includes(role))
  const identityProviders = addresses.identityProviders.map((one) => ({ ...one, ...signingIn }))
  const broker = own('IdentityBroker', signingIn)
  return {
    participantRegistry: own('ParticipantRegistry', { paths }) ?? {
      ...addresses.registry,
      tokenPath: registry.tokenPath,
      paths,
      ...(registryFile !== undefined && { certificate: registryFile }),
    },
    authorisationRegistry: own('AuthorisationRegistry', asking) ?? { ...addresses.authorisationRegistry, ...asked },
    entitledParty: own('EntitledParty', asking) ?? { ...addresses.entitledParty, ...asked },
    serviceProvider: own('ServiceProvider', { paths: { service: config.service?.path ?? service.path } }) ?? {
      ...addresses.serviceProvider,
      tokenPath: token.path,
      paths: { service: service.path },
    },
    identityProvider: own('IdentityProvider', signingIn) ?? { ...addresses.identityProviders[0], ...signingIn },
    identityProviders,
    ...(broker && { identityBroker: broker }),
    relyingParties: [addresses.relyingParty.partyId, ...(isLoggedInAt ? idsOf(clients) : [])].map((id) => ({
      partyId: id,
      baseUrl: addresses.relyingParty.baseUrl,
      redirectUris: [addresses.redirectUri],
    })),
  }
}
