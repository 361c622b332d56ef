import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ConfigError } from '../contracts/errors.js'
import { isObject, type JsonObject } from '../contracts/json.js'

const address = z.object({
  partyId: z.string().min(1),
  baseUrl: z.url(),
  tokenPath: z.string().startsWith('/').default('/oauth2.0/token'),
  paths: z.record(z.string(), z.string()).default({}),
})

/** An IdentityProvider, whose token endpoint is another one (L216). */
const identityProvider = address.extend({ tokenPath: z.string().startsWith('/').default('/identity_provider/token') })

const jsonObject = z.custom<JsonObject>(isObject)

const human = z.object({ username: z.string().min(1), password: z.string().min(1), claims: jsonObject.default({}) })

const policy = z.object({
  id: z.string(),
  policyIssuer: z.string(),
  accessSubject: z.string(),
  resource: z.object({
    type: z.string(),
    identifiers: z.array(z.string()),
    attributes: z.array(z.string()).default(['*']),
  }),
  actions: z.array(z.string()),
  effect: z.enum(['Permit', 'Deny']),
  conditions: z.custom<JsonObject>((value) => typeof value === 'object' && value !== null).optional(),
  evaluatedBy: z.enum(['AuthorisationRegistry', 'ServiceProvider']).default('AuthorisationRegistry'),
})

const shape = z.object({
  version: z.literal(1),
  target: z.object({
    partyId: z.string().min(1),
    baseUrl: z.string().optional(),
    key: z.string(),
    chain: z.string(),
  }),
  trust: z.object({ roots: z.array(z.string()).min(1), tlsRoot: z.string().optional() }),
  participantRegistry: address,
  authorisationRegistry: address.optional(),
  serviceProvider: address.optional(),
  identityProvider: identityProvider.optional(),
  identityProviders: z.array(identityProvider).default([]),
  humans: z.array(human).default([]),
  service: z
    .object({
      policyIssuer: z.string(),
      resource: z.object({ type: z.string(), identifiers: z.array(z.string()) }),
      actions: z.array(z.string()),
      other: z.object({ resource: z.object({ type: z.string(), identifiers: z.array(z.string()) }) }).optional(),
    })
    .optional(),
  parties: z.array(
    z.object({
      partyId: z.string(),
      status: z.string(),
      certificates: z.array(z.string()),
      claims: z.array(z.record(z.string(), z.json())).default([]),
    }),
  ),
  policies: z.array(policy).default([]),
})

/** Where the Participant Registry is found. */
export type RegistryAddress = z.output<typeof address>

/** What a ServiceProvider needs evidence for before it serves. */
export type KitService = NonNullable<z.output<typeof shape>['service']>

/** A policy as the kit has it for an AuthorisationRegistry or EntitledParty. */
export type KitPolicy = z.output<typeof policy>

/** Somebody who can log in at an IdentityProvider. */
export type KitHuman = z.output<typeof human>

/** A party as the kit registers it at a ParticipantRegistry. */
export interface KitParty {
  readonly partyId: string
  readonly status: string
  /** DER of each registered certificate. */
  readonly certificates: readonly Buffer[]
  readonly claims: readonly JsonObject[]
}

/** What a reference role needs from its kit. */
export interface Kit {
  readonly folder: string
  readonly partyId: string
  readonly baseUrl: string | undefined
  readonly key: KeyObject
  /** DER, leaf first, root last. */
  readonly chain: readonly Buffer[]
  /** DER of the trusted list. */
  readonly roots: readonly Buffer[]
  /** PEM of the root of the lab's HTTPS certificates. */
  readonly tlsRoot: string | undefined
  readonly participantRegistry: RegistryAddress
  readonly authorisationRegistry: RegistryAddress | undefined
  /** The one whose paths a ServiceConsumer calls at every provider. */
  readonly serviceProvider: RegistryAddress | undefined
  readonly service: KitService | undefined
  /** The one that a ServiceProvider lets humans log in at. */
  readonly identityProvider: RegistryAddress | undefined
  /** Those that an IdentityBroker lets humans choose among. */
  readonly identityProviders: readonly RegistryAddress[]
  readonly humans: readonly KitHuman[]
  readonly parties: readonly KitParty[]
  readonly policies: readonly KitPolicy[]
}

/** Reads a kit folder (`kit.schema.json`). Throws a `ConfigError` that names the file and what is wrong with it. */
export function readKit(folder: string): Kit {
  const kit = parseKit(folder)
  const pem = (file: string) => readText(join(folder, file))
  const certificates = (file: string) => readCertificates(join(folder, file), pem(file))
  return {
    folder,
    partyId: kit.target.partyId,
    baseUrl: kit.target.baseUrl,
    key: readKey(join(folder, kit.target.key), pem(kit.target.key)),
    chain: certificates(kit.target.chain),
    roots: kit.trust.roots.flatMap(certificates),
    tlsRoot: kit.trust.tlsRoot === undefined ? undefined : pem(kit.trust.tlsRoot),
    participantRegistry: kit.participantRegistry,
    authorisationRegistry: kit.authorisationRegistry,
    serviceProvider: kit.serviceProvider,
    service: kit.service,
    identityProvider: kit.identityProvider,
    identityProviders: kit.identityProviders,
    humans: kit.humans,
    policies: kit.policies,
    parties: kit.parties.map((party) => ({
      partyId: party.partyId,
      status: party.status,
      certificates: party.certificates.flatMap((file) => blocks(pem(file)).slice(0, 1)),
      claims: party.claims as readonly JsonObject[],
    })),
  }
}

function parseKit(folder: string): z.output<typeof shape> {
  const file = join(folder, 'kit.json')
  const text = readText(file)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new ConfigError(`${file} is not JSON.`, { cause })
  }
  const kit = shape.safeParse(json)
  if (kit.success) return kit.data
  const [issue] = kit.error.issues
  throw new ConfigError(`${file} is no kit: ${issue?.path.join('.') || 'the whole'}: ${issue?.message}.`)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new ConfigError(`The kit file ${file} cannot be read.`, { cause })
  }
}

function readKey(file: string, pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch (cause) {
    throw new ConfigError(`${file} holds no PEM private key.`, { cause })
  }
}

function readCertificates(file: string, pem: string): readonly Buffer[] {
  const chain = blocks(pem)
  if (chain.length === 0) throw new ConfigError(`${file} holds no PEM certificate.`)
  try {
    for (const der of chain) new X509Certificate(der)
  } catch (cause) {
    throw new ConfigError(`${file} holds a certificate that cannot be read.`, { cause })
  }
  return chain
}

const blocks = (pem: string): readonly Buffer[] =>
  [...pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/g)].map(([, body = '']) =>
    Buffer.from(body, 'base64'),
  )
