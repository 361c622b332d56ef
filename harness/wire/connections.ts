import { Client } from 'undici'
import { BoundExceeded } from './failure.js'
import type { HttpRequest } from './types.js'
import { splitUrl } from './url.js'

/** One connection; undici's `Client` holds exactly one socket. */
export interface Connection {
  readonly client: Client
  /** How many sockets it has opened so far: undici opens another when it finds the last one closed. */
  readonly sockets: () => number
  /** Hands it back for the next request. */
  readonly release: () => void
  /** Closes its socket at once, whatever is under way. */
  readonly destroy: () => void
}

/** Trust settings of the connections. */
export interface ConnectionOptions {
  readonly ca?: string | Buffer
  readonly insecure?: boolean
  readonly timeoutMs: number
}

/** Connections by origin. Handled one by one, because only so is it known whether a request went out on a used one. */
export interface Connections {
  readonly take: (request: HttpRequest) => Connection
  /** This server breaks connections that it kept: from now on each request to it gets one of its own. */
  readonly distrust: (url: string) => void
  readonly close: () => Promise<void>
}

/** Opens connections as they are needed and keeps them while the peer does. */
export const openConnections = (options: ConnectionOptions): Connections => {
  const idle = new Map<string, Connection[]>()
  const all = new Set<Client>()
  const distrusted = new Set<string>()

  const open = (origin: string, keep: boolean): Connection => {
    const client = new Client(origin, {
      // The exchange has one bound of its own; undici's are idle times and would only blur the reason.
      headersTimeout: 0,
      bodyTimeout: 0,
      strictContentLength: false,
      connect: {
        timeout: 0,
        ...(options.ca === undefined ? {} : { ca: options.ca }),
        ...(options.insecure ? { rejectUnauthorized: false } : {}),
      },
    })
    all.add(client)
    let sockets = 0
    client.on('connect', () => {
      sockets += 1
    })
    const destroy = (): void => {
      all.delete(client)
      // Exchanges under way have been answered for already; undici still wants a reason.
      client.destroy(new BoundExceeded(options.timeoutMs)).catch(() => undefined)
    }
    const connection: Connection = {
      client,
      sockets: () => sockets,
      release: () => {
        if (!keep || distrusted.has(origin)) return destroy()
        const list = idle.get(origin)
        if (list === undefined) idle.set(origin, [connection])
        else list.push(connection)
      },
      destroy,
    }
    return connection
  }

  return {
    take: ({ url, connection }) => {
      const { origin } = splitUrl(url)
      return (connection === 'new' ? undefined : idle.get(origin)?.pop()) ?? open(origin, connection !== 'new')
    },
    distrust: (url) => {
      const { origin } = splitUrl(url)
      distrusted.add(origin)
      for (const { destroy } of idle.get(origin)?.splice(0) ?? []) destroy()
    },
    close: async () => {
      const clients = [...all]
      all.clear()
      idle.clear()
      await Promise.all(clients.map((client) => client.destroy()))
    },
  }
}
