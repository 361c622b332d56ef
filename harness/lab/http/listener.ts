import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { pem } from '../../../ca/index.js'
import type { CertifiedKey } from '../../../ca/types.js'
import { ConfigError } from '../../contracts/errors.js'

/** What a listener hands over: `reset` ends the connection with a TCP reset, below TLS too. */
export type Handler = (request: IncomingMessage, response: ServerResponse, reset: () => void) => void

/** How connections are served. */
export interface Service {
  readonly handle: Handler
  /** Something came that is no HTTP; its first line as far as it can be read. */
  readonly garbage: (firstLine: string) => void
  /** Chooses among `certificates` for each new connection. */
  readonly certificate?: () => number
  readonly certificates?: readonly CertifiedKey[]
}

/** An open port. Connections that come before `serve` are closed. */
export interface Listener {
  readonly port: number
  readonly serve: (service: Service) => void
  /** Closes every connection at once, but for that of a request that is still to be answered. */
  readonly closeConnections: (kept?: IncomingMessage) => void
  readonly close: () => Promise<void>
}

/** Opens a port; `setting` names it for the user. Throws ConfigError when it cannot be had. */
export const listen = async (host: string, port: number, setting: string): Promise<Listener> => {
  const sockets = new Map<string, Socket>()
  let accept = (socket: Socket): void => void socket.destroy()
  const server = createServer((socket) => {
    const peer = peerOf(socket)
    sockets.set(peer, socket)
    socket.on('close', () => sockets.delete(peer))
    socket.on('error', () => socket.destroy())
    socket.setNoDelay(true)
    accept(socket)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ConfigError(complaint(error, host, port, setting))),
    )
    server.listen(port, host, resolve)
  })
  const closeConnections = (kept?: IncomingMessage): void => {
    for (const [peer, socket] of sockets) if (!kept || peer !== peerOf(kept.socket)) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    serve: (service) => {
      const servers = httpServers(service, (request) => sockets.get(peerOf(request.socket))?.resetAndDestroy())
      accept = (socket) => void servers[service.certificate?.() ?? 0]?.emit('connection', socket)
    },
    closeConnections,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      closeConnections()
      await closed
    },
  }
}

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

const complaint = ({ code, message }: NodeJS.ErrnoException, host: string, port: number, setting: string): string => {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken: set ${setting} to another one, or to 0 for a free one.`
  if (code === 'EACCES') return `Port ${port} on ${host} may not be opened: set ${setting} to one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is no address of this machine: set lab.host to one, for example 127.0.0.1.`
  return `The lab cannot listen on ${host}:${port} (${setting}): ${message}`
}

/** One HTTP server per certificate, or one without TLS; none listens itself. */
const httpServers = (
  { handle, garbage, certificates }: Service,
  reset: (request: IncomingMessage) => void,
): Server[] => {
  const onRequest = (request: IncomingMessage, response: ServerResponse): void =>
    handle(request, response, () => reset(request))
  const servers = certificates?.map(({ key, chain }) =>
    createHttpsServer({ key: key.export({ type: 'pkcs8', format: 'pem' }), cert: chain.map(pem).join('') }, onRequest),
  ) ?? [createHttpServer(onRequest)]
  for (const server of servers) {
    // A target keeps its connections as long as it likes: an idle one that we close looks like a failure of the registry.
    server.keepAliveTimeout = 0
    server.requestTimeout = 0
    server.headersTimeout = 0
    server.on('clientError', (error: Error & { rawPacket?: Buffer }, socket: Socket) => {
      if (error.rawPacket !== undefined) garbage(error.rawPacket.toString('latin1').split('\r\n')[0] ?? '')
      if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      else socket.destroy()
    })
    server.on('tlsClientError', (_error, socket) => socket.destroy())
  }
  return servers
}
