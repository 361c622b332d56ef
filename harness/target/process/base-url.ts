import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { connect, createServer, type Server } from 'node:net'
import type { TargetConfig } from '../../contracts/target.js'
import { ownBaseUrl } from '../../contracts/target-file/fields.js'

/** Below the ports that operating systems lend to outgoing connections, so that none of those takes it before the target does. */
const ports = { least: 20_000, most: 32_000 }

/** From a port to the UDP port that claims it. Others may hold one of these for a while, which costs another draw. */
const toClaim = 12_000

/** Base URLs that were chosen, each with a server that holds its port until the target is started, so that no other run chooses it. */
const held = new Map<string, Server>()

/** A base URL at a port of 127.0.0.1 that nobody else listens on; `releasePort` lets go of it. */
const holdPort = async (): Promise<string> => {
  for (;;) {
    const port = randomInt(ports.least, ports.most)
    if (!(await claimPort(port))) continue
    const server = await listenAt(port)
    if (!server) continue
    // A run that ends before the target is started does not wait for it.
    server.unref()
    const url = `http://127.0.0.1:${port}`
    held.set(url, server)
    return url
  }
}

/** Lets go of the port of a base URL that was chosen here; does nothing for any other. */
export const releasePort = async (baseUrl: string): Promise<void> => {
  const server = held.get(baseUrl)
  held.delete(baseUrl)
  if (server) await new Promise((resolve) => server.close(resolve))
}

/** A TCP port on 127.0.0.1 that nobody listens on just now. */
export const freePort = async (): Promise<number> => {
  const url = await holdPort()
  await releasePort(url)
  return Number(new URL(url).port)
}

/**
 * Keeps a port for this process until that ends, so that no other run chooses it between its release and the start of
 * the target. Returns whether it was free; a system that gives no UDP port lets every claim be.
 */
export const claimPort = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4').once('error', (error: NodeJS.ErrnoException) => {
      socket.close()
      resolve(error.code !== 'EADDRINUSE')
    })
    socket.bind(port + toClaim, '127.0.0.1', () => {
      socket.unref()
      resolve(true)
    })
  })

const listenAt = (port: number): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })

const isServer = ({ roles }: TargetConfig): boolean => roles.some((role) => role !== 'ServiceConsumer')

const namesOwn = ({ trigger, provision }: TargetConfig): boolean =>
  [trigger, provision].some((hook) => hook?.url?.startsWith(ownBaseUrl))

/**
 * The same target with a base URL. Chooses a free port on 127.0.0.1 for a launched one without, and holds it until the
 * start; for a ServiceConsumer only where a hook calls it there. To be called before the kit is written.
 */
export const withBaseUrl = async (config: TargetConfig): Promise<TargetConfig> => {
  const chosen =
    config.baseUrl === undefined && config.launch && (isServer(config) || namesOwn(config))
      ? await holdPort()
      : config.baseUrl
  if (chosen === undefined) return config
  const { trigger, provision } = config
  return {
    ...config,
    baseUrl: chosen,
    ...(trigger && { trigger: calledAt(chosen, trigger) }),
    ...(provision && { provision: calledAt(chosen, provision) }),
  }
}

const calledAt = <H extends { readonly url?: string | undefined }>(baseUrl: string, hook: H): H => ({
  ...hook,
  ...(hook.url !== undefined && { url: hook.url.replace(ownBaseUrl, baseUrl) }),
})

/** Whether somebody accepts connections at the host and port of a URL. */
export const isTaken = async (url: string): Promise<boolean> => (await whoAccepts(url)) === 'somebody'

/** Whether connections to the host and port of a URL are refused, as where nobody listens. */
export const isRefused = async (url: string): Promise<boolean> => (await whoAccepts(url)) === 'ECONNREFUSED'

/** What comes of a connection: `somebody` accepts it, or the code of the error. */
const whoAccepts = (url: string): Promise<string> => {
  const { hostname, port, protocol } = new URL(url)
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
    timeout: 1_000,
  })
  return new Promise((resolve) => {
    const answer = (what: string): void => {
      socket.destroy()
      resolve(what)
    }
    socket
      .once('connect', () => answer('somebody'))
      .once('error', (error: NodeJS.ErrnoException) => answer(codeOf(error)))
      .once('timeout', () => answer('ETIMEDOUT'))
  })
}

/** A name with several addresses has an error for each; that nobody listens at one of them is said by the rest, too. */
const codeOf = (error: NodeJS.ErrnoException): string => {
  const codes = (error instanceof AggregateError ? error.errors : [error]).map(({ code }) => String(code))
  return codes.find((code) => code === 'ECONNREFUSED') ?? codes[0] ?? ''
}
