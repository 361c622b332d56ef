import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LabReady } from '../../contracts/lab-protocol.js'
import { readBody } from '../http/request.js'
import type { WorldState } from '../storage/state.js'
import { type Call, type CallContext, calls } from './calls.js'

/** The control channel, listening on 127.0.0.1. */
export interface Control {
  readonly address: LabReady['control']
  readonly close: () => void
}

/** Header by which the holder of a lease gives a sign of life. */
export const leaseHeader = 'x-assay-lease'

/** Body of a call at most: thousands of parties. */
const bodyLimit = 64 * 1024 * 1024

/** Opens the control channel of the given worlds: `POST /<world>/<call>` with JSON, guarded by a random bearer token. */
export const openControl = async (worlds: ReadonlyMap<string, WorldState>): Promise<Control> => {
  const token = randomBytes(32).toString('base64url')
  const expected = Buffer.from(`Bearer ${token}`)
  const server = createServer((request, response) => {
    const given = Buffer.from(request.headers.authorization ?? '')
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      return void response.writeHead(401, { 'content-length': 0, connection: 'close' }).end()
    }
    serve(worlds, request, response).catch((error: unknown) => reply(response, 400, { error: messageOf(error) }))
  })
  server.keepAliveTimeout = 0
  server.requestTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const serve = async (
  worlds: ReadonlyMap<string, WorldState>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const body = await readBody(request, bodyLimit)
  const [, world = '', name = ''] = (request.url ?? '').split('/').map(decodeURIComponent)
  const state = worlds.get(world)
  const call: Call | undefined = Object.hasOwn(calls, name) ? calls[name as keyof typeof calls] : undefined
  if (state === undefined || call === undefined) return reply(response, 404, { error: `no call ${request.url}` })
  if (state.failure !== undefined) return reply(response, 500, { error: `the lab failed at ${state.failure}` })
  const lease = request.headers[leaseHeader]
  const context: CallContext = {
    lease: typeof lease === 'string' && state.leases.touch(lease) ? lease : undefined,
    onGone: (then) => void response.once('close', () => response.writableFinished || then()),
  }
  reply(response, 200, (await call(state, JSON.parse(body.toString('utf8')) as never, context)) ?? null)
}

const reply = (response: ServerResponse, status: number, body: unknown): void => {
  if (response.destroyed || response.headersSent) return
  const text = JSON.stringify(body)
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    .end(text)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
