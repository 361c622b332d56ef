import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, startUpstream } from './upstream.js'

// Plays a target that misbehaves: node hostile.js KIND [GRANTS FIRST]. Grants the first so many token requests, then
// does what its kind says. Listens at ASSAY_BASE_URL, as every launched target does.

/** A token request as a kind sees it. */
interface Request {
  /** Counts from 1 after the grants at the beginning. */
  readonly number: number
  readonly client: string
  readonly head: IncomingMessage
  readonly body: Buffer
}

type Kind = (response: ServerResponse, request: Request) => unknown

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}
let tokens = 0
const grant = (response: ServerResponse): void => {
  tokens += 1
  json(response, 200, { access_token: `token-${tokens}`, token_type: 'Bearer', expires_in: 300 })
}
const refuse = (response: ServerResponse): void => json(response, 401, { error: 'invalid_client' })

/** Writes for ever, or until so many bytes are sent, as fast as they are taken. */
const pour = (response: ServerResponse, bytes = Number.POSITIVE_INFINITY): void => {
  const chunk = Buffer.alloc(64 * 1024, ' ')
  let left = bytes
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.length
      if (!response.write(chunk)) return void response.once('drain', more)
    }
    response.end()
  }
  response.write('{"pad":"')
  more()
}

const seen = new Set<string>()
const gigabyte = 2 ** 30
/** Requests that a target answers which dies. */
const lastBreath = 50
/** A target behind a supervisor dies at each request whose number this divides … */
const betweenOutages = 200
/** … and comes back after this time, milliseconds. */
const outageMs = 1_000

const kinds: Readonly<Record<string, Kind>> = {
  'refuses-everything': refuse,
  'grants-everything': grant,
  'server-error': (response) => json(response, 500, { error: 'server_error' }),
  'never-answers': () => undefined,
  resets: (response) => response.socket?.resetAndDestroy(),
  drips: async (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    for (const byte of JSON.stringify({ access_token: 'x'.repeat(1_000), token_type: 'Bearer' })) {
      response.write(byte)
      await sleep(1_000)
    }
  },
  endless: (response) => pour(response),
  gigabyte: (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': gigabyte })
    pour(response, gigabyte)
  },
  // An access token behind a megabyte that nobody reads to its end.
  'late-token': (response) => json(response, 200, { pad: ' '.repeat(3 * 2 ** 20), access_token: 'late' }),
  html: (response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<h1 onload=alert(1)>Hello</h1><script>alert("access_token")</script>\u001b[31m')
  },
  redirects: (response, { head }) => {
    response.writeHead(302, { location: head.url })
    response.end()
  },
  dies: (response, { number }) => {
    if (number <= lastBreath) return grant(response)
    process.stdout.write('I have seen enough.\n')
    process.exit(7)
  },
  'first-of-party': (response, { client }) => {
    if (seen.has(client)) return refuse(response)
    seen.add(client)
    return grant(response)
  },
  'token-in-400': (response) => json(response, 400, { access_token: 'oops', error: 'invalid_client' }),
  'empty-token': (response) => json(response, 200, { access_token: '', token_type: 'Bearer' }),
  'numeric-token': (response) => json(response, 200, { access_token: 42, token_type: 'Bearer' }),
  'same-token': (response) => json(response, 200, { access_token: 'always', token_type: 'Bearer', expires_in: 300 }),
  slow: async (response) => {
    await sleep(300)
    grant(response)
  },
}

/** What stands in front of a conforming target, and how it spoils that. */
const proxies: Readonly<Record<string, (upstream: (request: Request) => Promise<Answer>) => Kind>> = {
  // A rate limit, which a conforming target may have.
  impatient: (upstream) => async (response, request) => {
    if (request.number % 25 !== 0) return send(response, await upstream(request))
    response.writeHead(429, { 'retry-after': '0' })
    return response.end()
  },
  'dies-honestly': (upstream) => async (response, request) => {
    if (request.number > lastBreath) process.exit(7)
    return send(response, await upstream(request))
  },
  // A claims set of `null`, which it reads members of.
  'dies-of-null': (upstream) => async (response, request) => {
    if (payloadOf(request) !== 'null') return send(response, await upstream(request))
    process.stdout.write(`TypeError: cannot read properties of null of ${request.body.toString().slice(0, 300)}\n`)
    process.exit(7)
  },
  // A supervisor starts it again, each time.
  'comes-back': (upstream) => async (response, request) => {
    if (request.head.url !== '/' && request.number > lastBreath && request.number % betweenOutages === 0) {
      server.close()
      server.closeAllConnections()
      setTimeout(listen, outageMs)
      return
    }
    return send(response, await upstream(request))
  },
  // The answer to each request is that to the one before.
  'answer-before': (upstream) => {
    let before: Answer | undefined
    return async (response, request) => {
      const answer = await upstream(request)
      send(response, request.number > 0 && before !== undefined ? before : answer)
      if (request.head.url !== '/') before = answer
    }
  },
}

/** The claims of a client assertion as they came. */
const payloadOf = ({ body }: Request): string => {
  const assertion = new URLSearchParams(body.toString()).get('client_assertion') ?? ''
  return Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString()
}

const send = (response: ServerResponse, { status, headers, body }: Answer): void => {
  response.writeHead(status, [...headers])
  response.end(body)
}

const [, , kindName = '', grantsFirst = '0'] = process.argv
const url = new URL(process.env.ASSAY_BASE_URL ?? '')
const proxy = proxies[kindName]
const kind = proxy ? proxy(await startUpstream()) : kinds[kindName]
if (kind === undefined) throw new Error(`There is no hostile target "${kindName}".`)

let requests = 0
const server = createServer(async (head, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of head) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  // Only the token endpoint misbehaves, so that the target counts as started.
  if (proxy === undefined && (head.method !== 'POST' || head.url === '/')) return void json(response, 404, {})
  if (head.url !== '/') requests += 1
  const number = requests - Number(grantsFirst)
  if (number <= 0 && proxy === undefined) return grant(response)
  await kind(response, { number, client: new URLSearchParams(body.toString()).get('client_id') ?? '', head, body })
}).on('clientError', (_, socket) => socket.destroy())
const listen = (): void => void server.listen(Number(url.port), url.hostname)
process.on('unhandledRejection', () => undefined)
listen()
