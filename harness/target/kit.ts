import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import { certificateKinds, pem } from '../../ca/index.js'
import type { Role } from '../../requirements/types.js'
import type { JsonObject } from '../json.js'
import type { WorldAddresses } from '../lab/protocol.js'
import type { Party } from '../mutations/types.js'
import type { TargetConfig } from './config.js'
import { keyPem } from './fixtures.js'
import { type KitAuthority, type Material, newPartyId, openMaterial } from './material.js'
import { makePrivateFolder, writePrivate } from './private-file.js'

/** What a kit is made of. */
export interface KitOptions {
  /** With a base URL where the target is a server (`withBaseUrl`). */
  readonly config: TargetConfig
  /** Party Identifier of the target; that of the target file, or a new one, by default. */
  readonly partyId?: string | undefined
  readonly addresses: WorldAddresses
  readonly authority: KitAuthority
  /** Folder for `fixtures.json`, the private keys of the fixture parties; never the kit's own. Material that stands there is used again where it fits. */
  readonly keep: string
  /** Parties in good standing; 24 for a ParticipantRegistry, else 3. */
  readonly soundParties?: number
  /** Certificate kinds that a ParticipantRegistry is to register, one party each; `fixtureKinds` by default. */
  readonly kinds?: readonly string[]
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
}

/** Words that the status of a fixture party takes beside `Active`. */
const statuses = ['Inactive', 'Suspended', 'Revoked', 'Pending']

/** Kinds of which the kit of a ParticipantRegistry registers a party. Those of 4096 bits need a key pool with large keys. */
export const fixtureKinds = (largeKeys: boolean): readonly string[] =>
  certificateKinds.filter(
    (kind) => kind !== 'conforming' && !endless.test(kind) && (largeKeys || !kind.includes('4096')),
  )

/** Seconds of work each; what they show does not depend on the registry's data. */
const endless = /^chain-of-1000?\b/

/**
 * Writes the kit of one target: `kit.json` (`kit.schema.json`) and the files it names, folders 0700, files 0600; `kit.json` comes last.
 * Throws `ConfigError` when the folder cannot be written.
 */
export const writeKit = async (folder: string, options: KitOptions): Promise<Kit> => {
  const { config, addresses, authority, keep } = options
  const registers = config.roles.includes('ParticipantRegistry')
  await makePrivateFolder(folder)
  const material = await openMaterial(keep, authority, {
    partyId: options.partyId ?? config.partyId ?? newPartyId(),
    keyUsage: config.certificates.keyUsage,
    httpUrl: addresses.http,
    soundParties: options.soundParties ?? (registers ? 24 : 3),
    statuses: registers ? statuses : [],
    kinds: registers ? (options.kinds ?? fixtureKinds(true)) : [],
  })
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
    ...counterparties(options, target.partyId),
    parties: await Promise.all(material.fixtures.map((fixture, index) => party(fixture, index + 1, write))),
    policies: [],
  }
  await write('kit.json', `${JSON.stringify(kit, null, 2)}\n`)
  const at = (name: string): string => resolve(folder, name)
  return { folder: at('.'), partyId: target.partyId, key: at('target/key.pem'), chain: at('target/chain.pem') }
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

const party = async (
  { status, kind, party: one }: Material['fixtures'][number],
  number: number,
  write: Write,
): Promise<JsonObject> => ({
  partyId: one.partyId,
  name: `Fixture ${number}`,
  status,
  certificates: [await write(`parties/${String(number).padStart(3, '0')}.pem`, chainPem(one))],
  ...(kind !== 'sound' && { defect: kind }),
})

const chainPem = ({ certified }: Party): string => certified.chain.map(pem).join('')

/** Members of the kit for the roles; for a target in that very role the entry is the target itself. */
const counterparties = ({ config, addresses }: KitOptions, partyId: string): JsonObject => {
  const { registry, token } = config.interface
  const paths = { parties: registry.partiesPath, party: registry.partyPath }
  const own = (role: Role, more: JsonObject): JsonObject | undefined =>
    config.roles.includes(role) && config.baseUrl !== undefined
      ? { partyId, baseUrl: config.baseUrl, tokenPath: token.path, ...more }
      : undefined
  const lab = `${addresses.https}/authorisation-registry`
  return {
    participantRegistry: own('ParticipantRegistry', { paths }) ?? {
      ...addresses.registry,
      tokenPath: registry.tokenPath,
      paths,
    },
    authorisationRegistry: own('AuthorisationRegistry', {}) ?? {
      partyId: labPartyId(addresses, 'AuthorisationRegistry'),
      baseUrl: lab,
    },
  }
}

/** Of a counterparty that the lab plays: other in every lab, the same in every kit of one lab. */
const labPartyId = ({ registry }: WorldAddresses, role: Role): string =>
  `did:example:${createHash('sha256').update(`${registry.partyId} ${role}`).digest('hex').slice(0, 12)}`
