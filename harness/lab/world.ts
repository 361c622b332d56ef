import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Authority } from '../../ca/index.js'
import { createAuthority, type KeyPool, openAuthority } from '../../ca/index.js'
import { ConfigError } from '../contracts/errors.js'
import type { PartyIdSettings } from '../contracts/interface.js'
import {
  type CounterpartyAddress,
  type WorldAddresses,
  type WorldSettings,
  wrongTlsCertificates,
} from '../contracts/lab-protocol.js'
import { noting } from '../evidence/leaks/note.js'
import type { Speaker } from '../mutations/signed-token.js'
import { readCertificates } from '../target/pem.js'
import { callbackPath, counterparties, prefixes } from './counterparty/counterparty.js'
import { answerEvidenceRegistry } from './evidence-registry/evidence-registry.js'
import { listen, type Service } from './http/listener.js'
import { redactTarget } from './http/redact.js'
import { type LabRequest, readRequest, seen, send } from './http/request.js'
import { answerIdentityProvider } from './identity-provider/identity-provider.js'
import { answerCallback } from './identity-provider/relying-party.js'
import { idsOf } from './ids.js'
import { readInterface } from './interface.js'
import { belowPrefix, type Origins, openOrigins, originHosts } from './origins.js'
import { answerProvider } from './provider/provider.js'
import { registryIn } from './registry/identity.js'
import { answerRegistry, registryPrefix } from './registry/registry.js'
import { answerCanary, answerIssuer, answerRevocation } from './sources.js'
import { newState, type WorldState } from './storage/state.js'
import { unique } from './unique.js'

/** One target's counterparties, listening. */
export interface World {
  readonly state: WorldState
  readonly addresses: WorldAddresses
  readonly close: () => Promise<void>
}

/** Where the world's PKI lives, and what it needs. */
export interface WorldHome {
  readonly folder: string
  readonly keys: KeyPool
  readonly largeRoot: boolean
}

/** Opens the listeners and identities of a world. Throws ConfigError when a port cannot be had. */
export const openWorld = async (settings: WorldSettings, home: WorldHome): Promise<World> => {
  const { host, tls, target } = settings
  const { first, second, origins, https, http, close } = await openListeners(settings)
  const baseUrl = origins?.bases.registry ?? `${https}${registryPrefix}`
  const names = readInterface(settings.interface)
  const authority = await pki(home, http, names.partyId.subject)
  const ids = idsOf(home, names.partyId.form)
  const wanted = { partyId: ids.registry, httpUrl: http, subject: names.partyId.subject }
  const { keys } = home
  const registry = await registryIn(home.folder, { authority, keys }, wanted)
  const identity = await identities(authority, ids.bystander, registry, http)
  const others = counterparties({
    ids: ids.others,
    https,
    http,
    own: origins?.bases,
    authority,
    keys,
    tokenSeconds: settings.registryTokenSeconds,
  })
  const state = newState({
    ...identity,
    name: settings.name,
    authority,
    keys,
    httpUrl: http,
    names,
    roots: [
      ...(await authority.trustedRoots()).map(({ der }) => der),
      ...(settings.trustRoots ?? []).flatMap(certificatesIn),
    ],
    targetPartyId: target.partyId,
    tokenSeconds: settings.registryTokenSeconds,
    counterparties: others,
  })
  state.closeConnections = (kept) => {
    first.closeConnections(kept)
    origins?.closeConnections(kept)
  }
  const belowPath = (scope: string): string => `${https}${prefixes.serviceProvider}${encodeURIComponent(scope)}`
  state.providerBase = async (scope) => (await origins?.provider(scope)) ?? belowPath(scope)
  const { partyId } = state.registry
  const certificates = tls
    ? await tlsCertificates(authority, [host, ...(origins ? originHosts : [])], https)
    : undefined
  const service = (counterparties: boolean, prefix = ''): Service =>
    serviceOf(state, counterparties ? baseUrl : undefined, prefix)
  const secured = certificates && {
    certificates,
    certificate: () => [undefined, ...wrongTlsCertificates].indexOf(state.outage.tlsCertificate),
  }
  first.serve({ ...service(true), ...secured })
  origins?.serve((prefix) => ({ ...service(true, prefix), ...secured }))
  second.serve(service(false))
  return {
    state,
    addresses: {
      https,
      http,
      registry: { partyId, baseUrl },
      registryChain: state.registry.certified.chain.map((der) => der.toString('base64')),
      authorisationRegistry: addressOf(others.authorisationRegistry),
      entitledParty: addressOf(others.entitledParty),
      serviceProvider: addressOf(others.serviceProvider),
      identityProviders: [addressOf(others.identityProviderA), addressOf(others.identityProviderB)],
      relyingParty: addressOf(others.relyingParty),
      redirectUri: `${others.relyingParty.baseUrl}${callbackPath}`,
    },
    close,
  }
}

/** The two listeners of a world, and origins of their own for its counterparties where it has such. */
async function openListeners(settings: WorldSettings) {
  const { host, ports, publicUrls, tls } = settings
  const open: { close(): Promise<void> }[] = []
  const close = async (): Promise<void> => void (await Promise.all(open.map((one) => one.close())))
  try {
    const first = await listen(host, ports.https, 'lab.ports.https')
    open.push(first)
    const second = await listen(host, ports.http, 'lab.ports.http')
    open.push(second)
    const origins = await originsOf(settings, first.port)
    if (origins) open.push(origins)
    const https = publicUrls.https ?? `${tls ? 'https' : 'http'}://${authorityPart(host)}:${first.port}`
    const http = publicUrls.http ?? `http://${authorityPart(host)}:${second.port}`
    return { first, second, origins, https, http, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * How a world answers at a listener.
 * @param baseUrl Of the registry; counterparties answer only where it is given.
 * @param prefix Path prefix that stands for the root of an origin.
 */
const serviceOf = (state: WorldState, baseUrl: string | undefined, prefix: string): Service => ({
  handle: (request, response, reset) => {
    const incoming = belowPrefix(readRequest(request, response, reset), prefix)
    answer(state, incoming, baseUrl).catch((error: unknown) => {
      // A peer that went away fails what reads or writes, and is nobody's mistake.
      if (!request.destroyed && !response.destroyed)
        state.failure ??= `${incoming.method} ${redactTarget(incoming.target)}: ${error}`
      response.destroy()
    })
  },
  garbage: (line) => {
    const [method = '', path = ''] = line.split(' ')
    state.ledger.add({ at: Date.now(), kind: 'other', method, target: redactTarget(path), status: 400 })
  },
})

/** Origins of their own, where the settings ask for them; none where they only may be and this machine has none. */
async function originsOf({ ownOrigins, tls }: WorldSettings, port: number): Promise<Origins | undefined> {
  if (ownOrigins === undefined) return undefined
  try {
    return await openOrigins(port, tls ? 'https' : 'http')
  } catch (error) {
    if (ownOrigins === 'may' && error instanceof ConfigError) return undefined
    throw error
  }
}

const addressOf = ({ partyId, baseUrl }: CounterpartyAddress): CounterpartyAddress => ({ partyId, baseUrl })

/** Of the listener of the counterparties, and those that are to be refused. */
const tlsCertificates = async (authority: Authority, own: readonly string[], https: string) => {
  const hosts = [...new Set([...own, '127.0.0.1', 'localhost', new URL(https).hostname.replace(/^\[|\]$/g, '')])]
  const wrong = wrongTlsCertificates.map((kind) =>
    kind === 'for another host' ? authority.tls([foreignHost]) : authority.tls(hosts, kind),
  )
  return Promise.all([authority.tls(hosts), ...wrong])
}

const authorityPart = (host: string): string => (host.includes(':') ? `[${host}]` : host)

const pki = async (
  { folder, keys, largeRoot }: WorldHome,
  httpUrl: string,
  subject: PartyIdSettings['subject'],
): Promise<Authority> =>
  noting(
    existsSync(join(folder, 'authority.json'))
      ? openAuthority(folder, keys, subject)
      : await createAuthority(folder, { keys, httpUrl, largeRoot, subject }),
  )

/** Who signs what. */
const identities = async (
  authority: Authority,
  bystander: string,
  registry: Speaker,
  base: string,
): Promise<Record<'registry' | 'participant' | 'untrusted', Speaker>> => {
  const speaker = async (partyId: string, kind: string): Promise<Speaker> => ({
    partyId,
    certified: await authority.issue({ partyId, kind, revocation: { base, scope: unique() } }),
  })
  const [participant, untrusted] = await Promise.all([
    speaker(bystander, 'conforming'),
    speaker(registry.partyId, 'untrusted-chain'),
  ])
  return { registry, participant, untrusted }
}

/** Not where the lab listens, and nobody's name (RFC 6761 §6.4). */
const foreignHost = 'registry.invalid'

/** Counterparties answer on the first listener only, revocation sources and canaries on both. */
const answer = async (state: WorldState, incoming: LabRequest, baseUrl: string | undefined): Promise<void> => {
  const { path } = incoming
  if (/^\/(crl|ocsp)\//.test(path)) return answerRevocation(state, incoming)
  if (path.startsWith('/issuers/')) return answerIssuer(state, incoming)
  if (path.startsWith('/canary/')) return answerCanary(state, incoming)
  if (baseUrl !== undefined) {
    const { authorisationRegistry, entitledParty, identityProviderA, identityProviderB } = state.counterparties
    if (path.startsWith(registryPrefix)) return answerRegistry(state, incoming, baseUrl)
    if (path.startsWith(`${prefixes.authorisationRegistry}/`))
      return answerEvidenceRegistry(state, incoming, authorisationRegistry, prefixes.authorisationRegistry)
    if (path.startsWith(`${prefixes.entitledParty}/`))
      return answerEvidenceRegistry(state, incoming, entitledParty, prefixes.entitledParty)
    if (path.startsWith(prefixes.serviceProvider)) return answerProvider(state, incoming)
    if (path.startsWith(`${prefixes.identityProviderA}/`))
      return answerIdentityProvider(state, incoming, prefixes.identityProviderA, {
        asked: identityProviderA,
        other: identityProviderB,
      })
    if (path.startsWith(`${prefixes.identityProviderB}/`))
      return answerIdentityProvider(state, incoming, prefixes.identityProviderB, {
        asked: identityProviderB,
        other: identityProviderA,
      })
    if (path === `${prefixes.relyingParty}${callbackPath}`) return answerCallback(state, incoming)
  }
  state.ledger.add({ ...seen(incoming), kind: 'other' }).status = 404
  // With nothing in it a browser shows a page of its own in its place, and has not been there.
  send(incoming.response, 404, 'text/plain', 'not found\n')
}

const certificatesIn = (file: string): readonly Buffer[] =>
  readCertificates(readFileSync(file, 'utf8')).map(({ raw }) => raw)
