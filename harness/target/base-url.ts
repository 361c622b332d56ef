import { randomInt } from 'node:crypto'
import { connect, createServer } from 'node:net'
import type { TargetConfig } from './config.js'
import { ownBaseUrl } from './fields.js'

/** Below the ports that operating systems lend to outgoing connections, so that none of those takes it before the target does. */
const ports = { least: 20_000, most: 32_000 }

/** A TCP port on 127.0.0.1 that nobody listens on just now. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(ports.least, ports.most)
    if (await canListen(port)) return port
  }
}

const canListen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

const isServer = ({ roles }: TargetConfig): boolean => roles.some((role) => role !== 'ServiceConsumer')

const namesOwn = ({ trigger }: TargetConfig): boolean => trigger?.url?.startsWith(ownBaseUrl) === true

/**
 * The same target with a base URL: a launched one without is given a free port on 127.0.0.1, a ServiceConsumer only where its trigger is
 * called there. Call it before the kit is written.
 */
export const withBaseUrl = async (config: TargetConfig): Promise<TargetConfig> => {
  const chosen =
    config.baseUrl === undefined && config.launch && (isServer(config) || namesOwn(config))
      ? `http://127.0.0.1:${await freePort()}`
      : config.baseUrl
  if (chosen === undefined) return config
  const { trigger } = config
  return {
    ...config,
    baseUrl: chosen,
    ...(trigger?.url !== undefined && { trigger: { ...trigger, url: trigger.url.replace(ownBaseUrl, chosen) } }),
  }
}

/** Whether somebody accepts connections at the host and port of a URL. */
export const isTaken = (url: string): Promise<boolean> => {
  const { hostname, port, protocol } = new URL(url)
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
    timeout: 1_000,
  })
  return new Promise((resolve) => {
    const answer = (taken: boolean) => () => {
      socket.destroy()
      resolve(taken)
    }
    socket.once('connect', answer(true)).once('error', answer(false)).once('timeout', answer(false))
  })
}
