import type { IncomingMessage } from 'node:http'
import { ConfigError } from '../contracts/errors.js'
import { defaultScope } from '../contracts/lab-places.js'
import { type CounterpartySet, prefixes } from './counterparty/counterparty.js'
import { type Listener, listen, type Service } from './http/listener.js'
import type { LabRequest } from './http/request.js'
import { registryPrefix } from './registry/registry.js'

/** Who has an origin of their own: browsers come to a relying party by the address that it names. */
type Own = 'registry' | Exclude<keyof CounterpartySet, 'relyingParty'>

/** Their loopback addresses, and the path prefix that stands for what lives at the root there. */
const places: Readonly<Record<Own, { readonly host: string; readonly prefix: string }>> = {
  registry: { host: '127.0.0.2', prefix: registryPrefix },
  authorisationRegistry: { host: '127.0.0.3', prefix: prefixes.authorisationRegistry },
  entitledParty: { host: '127.0.0.4', prefix: prefixes.entitledParty },
  serviceProvider: { host: '127.0.0.5', prefix: `${prefixes.serviceProvider}${defaultScope}` },
  identityProviderA: { host: '127.0.0.6', prefix: prefixes.identityProviderA },
  identityProviderB: { host: '127.0.0.7', prefix: prefixes.identityProviderB },
}

/** Addresses for the ServiceProviders that checks make; used again when as many have come after, which is minutes later. */
const ofProviders = Array.from({ length: 200 }, (_, index) => `127.0.1.${index + 1}`)

/** Every address of own origins, for the TLS certificate. */
export const originHosts: readonly string[] = [...Object.values(places).map(({ host }) => host), ...ofProviders]

/** Counterparties at the root of an origin of their own: a loopback address each, all at one port. */
export interface Origins {
  /** Base URLs, without a path. */
  readonly bases: Readonly<Record<Own, string>>
  /** @param below Serves requests of an origin as if they had come below a path prefix. */
  serve(below: (prefix: string) => Service): void
  /** The base URL of a ServiceProvider by its scope, which holds until as many others were asked for as there are addresses. */
  provider(scope: string): Promise<string | undefined>
  closeConnections(kept?: IncomingMessage): void
  close(): Promise<void>
}

/** An address for one ServiceProvider after another. */
interface Slot {
  readonly host: string
  listener?: Promise<Listener>
  scope?: string
}

/** Opens the origins. @throws ConfigError where this machine has no such addresses, or the port is taken there. */
export async function openOrigins(port: number, scheme: string): Promise<Origins> {
  const listeners: Listener[] = []
  const slots: Slot[] = ofProviders.map((host) => ({ host }))
  let next = 0
  let served: ((prefix: string) => Service) | undefined
  const open = async (host: string): Promise<Listener> => {
    const listener = await listen(host, port, 'lab.origins: paths, or lab.ports.https')
    listeners.push(listener)
    return listener
  }
  const close = async (): Promise<void> => void (await Promise.all(listeners.map((listener) => listener.close())))
  const baseOf = (host: string): string => `${scheme}://${host}:${port}`
  /** Where an address cannot be had after all, the provider lives below a path. */
  const occupy = async (slot: Slot, scope: string): Promise<string | undefined> => {
    slot.scope = scope
    try {
      slot.listener ??= open(slot.host)
      const listener = await slot.listener
      if (served) listener.serve(served(`${prefixes.serviceProvider}${encodeURIComponent(scope)}`))
      return baseOf(slot.host)
    } catch (error) {
      if (error instanceof ConfigError) return undefined
      throw error
    }
  }
  const fixed = Object.entries(places)
  try {
    for (const [, { host }] of fixed) await open(host)
  } catch (error) {
    await close()
    throw error
  }
  return {
    bases: Object.fromEntries(fixed.map(([name, { host }]) => [name, baseOf(host)])) as Record<Own, string>,
    serve(below) {
      served = below
      for (const [index, [, { prefix }]] of fixed.entries()) listeners[index]?.serve(below(prefix))
    },
    provider(scope) {
      const known = slots.find((slot) => slot.scope === scope)
      if (known) return occupy(known, scope)
      const slot = slots[next % slots.length] as Slot
      next += 1
      return occupy(slot, scope)
    },
    closeConnections: (kept) => {
      for (const listener of listeners) listener.closeConnections(kept)
    },
    close,
  }
}

/** Whether a path is that of a ServiceProvider, at the origin of one: several may live there. */
const isOfProviders = (path: string, prefix: string): boolean =>
  [path, prefix].every((one) => one.startsWith(prefixes.serviceProvider))

/** A request at the root of an origin as if it had come below a prefix; addresses that pages and answers name may hold it. */
export const belowPrefix = (incoming: LabRequest, prefix: string): LabRequest =>
  incoming.path === prefix || incoming.path.startsWith(`${prefix}/`) || isOfProviders(incoming.path, prefix)
    ? incoming
    : { ...incoming, path: `${prefix}${incoming.path}` }
