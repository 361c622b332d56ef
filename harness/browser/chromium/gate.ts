import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'

/** The only way from a browser to the network: a SOCKS5 server that knows whom it may reach (RFC 1928). */
export interface Gate {
  /** For Chromium's proxy setting. */
  readonly address: string
  /** Whom it turned away, as `host:port`, each once. */
  readonly turnedAway: ReadonlySet<string>
  /** Why the last connection to a `host:port` did not come about, or was cut. */
  readonly problems: ReadonlyMap<string, string>
  close(): Promise<void>
}

/** Most bytes that one visit may receive. */
const mostBytes = 32 * 1024 * 1024
/** Most connections that one visit may open. */
const mostConnections = 500
const connectMs = 10_000

/** Replies of RFC 1928 §6. */
const reply = { connected: 0, notAllowed: 2, unreachable: 4, unsupported: 7 } as const

/**
 * Opens a gate on loopback. All that a browser sends goes through it, redirects, web sockets and prefetches included.
 * @param origins Whom it lets through; nobody where empty.
 */
export async function openGate(origins: readonly string[]): Promise<Gate> {
  const allowed = new Set(origins.map(hostAndPort))
  const turnedAway = new Set<string>()
  const problems = new Map<string, string>()
  const open = new Set<Socket>()
  const used = { bytes: 0, connections: 0 }

  const keep = (socket: Socket): Socket => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    return socket
  }
  const server = createServer((browser) => {
    keep(browser)
    browser.setNoDelay(true)
    serve(browser).catch(() => browser.destroy())
  })

  /** Brings the two together; one byte tells the browser of any failure. */
  async function serve(browser: Socket): Promise<void> {
    const place = await askedFor(browser)
    if (place === undefined) return void browser.end(words(reply.unsupported))
    const name = `${place.host.includes(':') ? `[${place.host}]` : place.host}:${place.port}`
    used.connections += 1
    if (!allowed.has(name) || used.connections > mostConnections) {
      if (turnedAway.size < mostConnections) turnedAway.add(name)
      return void browser.end(words(reply.notAllowed))
    }
    const server = keep(dial({ ...place, timeout: connectMs, noDelay: true }))
    server.once('timeout', () => server.destroy(new Error(`no connection within ${connectMs} ms`)))
    server.on('error', (error: Error) => problems.set(name, error.message))
    try {
      await once(server, 'connect')
    } catch {
      return void browser.end(words(reply.unreachable))
    }
    server.setTimeout(0)
    server.on('data', (chunk: Buffer) => {
      used.bytes += chunk.length
      if (used.bytes <= mostBytes) return
      problems.set(name, `more than ${mostBytes} bytes`)
      for (const socket of open) socket.destroy()
    })
    browser.on('close', () => server.destroy())
    server.on('close', () => browser.destroySoon())
    browser.write(words(reply.connected))
    browser.pipe(server)
    server.pipe(browser)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `socks5://127.0.0.1:${(server.address() as AddressInfo).port}`,
    turnedAway,
    problems,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

/** `host:port` of an origin as the gate is asked for it. */
export function hostAndPort(origin: string): string {
  const { hostname, port, protocol } = new URL(origin)
  return `${hostname}:${port || (protocol === 'https:' || protocol === 'wss:' ? 443 : 80)}`
}

const words = (code: number): Buffer => Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0])

/** Greets the browser and reads whom it wants; `undefined` where it wants something else than a connection. */
async function askedFor(browser: Socket): Promise<{ readonly host: string; readonly port: number } | undefined> {
  const [version, methods] = await take(browser, 2)
  if (version !== 5 || !methods) return undefined
  await take(browser, methods)
  browser.write(Buffer.from([5, 0]))
  // A connection to a name; Chromium writes addresses as names too, so that it never asks a DNS server.
  const [, command, , kind, length] = await take(browser, 5)
  if (command !== 1 || kind !== 3 || !length) return undefined
  const host = (await take(browser, length)).toString('latin1').toLowerCase()
  return { host, port: (await take(browser, 2)).readUInt16BE() }
}

/** The next bytes, exactly so many. */
async function take(socket: Socket, bytes: number): Promise<Buffer> {
  for (;;) {
    const chunk: Buffer | null = socket.read(bytes)
    if (chunk?.length === bytes) return chunk
    if (socket.readableEnded || socket.destroyed) throw new Error('The browser hung up.')
    const ended = new AbortController()
    const { signal } = ended
    await Promise.race([once(socket, 'readable', { signal }), once(socket, 'close', { signal })]).finally(() =>
      ended.abort(),
    )
  }
}
