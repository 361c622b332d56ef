import { request as httpRequest } from 'node:http'
import { connect, isIP, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { collectBody } from './body.js'
import type { HttpRequest, HttpResponse } from './types.js'
import { splitUrl } from './url.js'

/** Trust settings of a raw connection. */
export interface SocketOptions {
  readonly ca?: string | Buffer
  readonly insecure?: boolean
}

/** An open connection (TLS handshake done) to the server of a URL. Rejects as node:net and node:tls do, or with the signal's reason. */
export const openSocket = (url: string, options: SocketOptions, signal: AbortSignal): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { secure, host, port } = splitUrl(url)
    const socket = secure
      ? connectTls({
          host,
          port,
          ALPNProtocols: ['http/1.1'],
          rejectUnauthorized: !options.insecure,
          ...(options.ca === undefined ? {} : { ca: options.ca }),
          ...(isIP(host) === 0 ? { servername: host } : {}),
        })
      : connect({ host, port })
    socket.setNoDelay(true)
    const abort = (): void => {
      socket.destroy()
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort, { once: true })
    socket.once('error', reject)
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      signal.removeEventListener('abort', abort)
      resolve(socket)
    })
  })

/**
 * Reads one answer with Node's own parser. The parser believes that it sends a request: its bytes go nowhere, and the
 * socket's bytes come in.
 */
export const readAnswer = (
  socket: Socket,
  { method }: HttpRequest,
  maxBodyBytes: number,
  signal: AbortSignal,
): Promise<HttpResponse> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    const wire = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() })
    socket.on('data', (chunk) => wire.push(chunk))
    socket.once('end', () => wire.push(null))
    socket.once('close', () => wire.push(null))
    socket.once('error', (error) => wire.destroy(error))
    const parser = httpRequest({
      method: /^(HEAD|CONNECT)$/.test(method) ? 'HEAD' : 'POST',
      createConnection: () => wire as Socket,
    })
    parser.on('error', reject)
    parser.on('response', (answer) => {
      const body = collectBody(maxBodyBytes)
      const done = (): void => {
        const headers = answer.headers as HttpResponse['headers']
        resolve({ status: answer.statusCode ?? 0, headers, ...body.read(headers) })
        wire.destroy()
      }
      answer.on('data', (chunk: Buffer) => body.add(chunk) || done())
      answer.on('end', done)
      answer.on('error', reject)
    })
    parser.end()
  })
