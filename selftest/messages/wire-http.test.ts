import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { createHttpClient, type HttpClient } from '../../harness/wire/http.js'
import type { HttpRequest } from '../../harness/wire/types.js'

const servers: Server[] = []
const clients: HttpClient[] = []
after(async () => {
  await Promise.all(clients.map((client) => client.close()))
  for (const server of servers) {
    ;(server as Server & { closeAllConnections?: () => void }).closeAllConnections?.()
    server.close()
  }
})

const listen = async (server: Server): Promise<string> => {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const serving = (handler: (request: IncomingMessage, response: ServerResponse) => void) => listen(createServer(handler))
const tcp = (handler: (socket: Socket) => void) =>
  listen(
    createTcpServer((socket) => {
      socket.on('error', () => undefined)
      handler(socket)
    }),
  )
const newClient = (options: { timeoutMs?: number; maxBodyBytes?: number } = {}): HttpClient => {
  const client = createHttpClient({ timeoutMs: 20_000, ...options })
  clients.push(client)
  return client
}
const get = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url,
  headers: [],
  ...more,
})

/** Answers with method, target, port of the peer and body. */
const echo = () =>
  serving(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    response.end(
      JSON.stringify({
        method: request.method,
        target: request.url,
        from: request.socket.remotePort,
        headers: request.rawHeaders,
        body: Buffer.concat(chunks).toString(),
      }),
    )
  })

describe('HTTP exchange', () => {
  it('leaves the request target as it is', async () => {
    const url = await echo()
    const client = newClient()
    for (const path of ['//oauth2.0/token', '/./a/../b', '/a;x=1?b=%2f&c', '/%2e/A%zz']) {
      const { response } = await client.exchange(get(url + path))
      assert.equal(JSON.parse(response?.body ?? '').target, path)
    }
  })
  it('sends any method, with a body too', async () => {
    const url = await echo()
    const client = newClient()
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'M-SEARCH', 'QUERY']) {
      const { response, noAnswer } = await client.exchange(get(url, { method, body: 'a=1' }))
      assert.equal(noAnswer, undefined, `${method}: ${noAnswer?.message}`)
      const seen = JSON.parse(response?.body ?? '{}')
      assert.deepEqual([seen.method, seen.body], [method, 'a=1'])
    }
  })
  it('sends method names that the server does not know', async () => {
    const { response } = await newClient().exchange(get(await echo(), { method: 'FOO' }))
    assert.equal(response?.status, 400)
  })
  it('keeps the order and spelling of headers, repeated ones too', async () => {
    const headers = [
      ['X-B', '1'],
      ['content-TYPE', 'a/b'],
      ['X-A', '2'],
      ['X-B', '3'],
      ['Content-Type', 'c/d'],
    ] as const
    const { response } = await newClient().exchange(get(await echo(), { method: 'POST', headers, body: 'x' }))
    const raw = JSON.parse(response?.body ?? '').headers as string[]
    assert.deepEqual(raw.slice(raw.indexOf('X-B'), raw.indexOf('X-B') + 10), headers.flat())
  })
  it('sends headers that undici refuses', async () => {
    const headers = [
      ['Transfer-Encoding', 'chunked'],
      ['Connection', 'close'],
    ] as const
    const { response } = await newClient().exchange(
      get(await echo(), { method: 'POST', headers, body: '3\r\nabc\r\n0\r\n\r\n' }),
    )
    assert.equal(JSON.parse(response?.body ?? '').body, 'abc')
  })
  it('reuses a connection, unless it has to open one', async () => {
    const url = await echo()
    const client = newClient()
    const from = async (connection?: 'new') =>
      JSON.parse((await client.exchange(get(url, connection && { connection }))).response?.body ?? '').from
    const first = await from()
    assert.equal(await from(), first)
    assert.notEqual(await from('new'), first)
    assert.equal(await from(), first)
  })
  it('does not follow redirects', async () => {
    const url = await serving((_, response) => response.writeHead(302, { location: '/other' }).end())
    const { response } = await newClient().exchange(get(url))
    assert.deepEqual([response?.status, response?.headers.location], [302, '/other'])
  })
  it('ends at the bound when the peer is silent, or sends one byte at a time', async () => {
    const silent = await tcp(() => undefined)
    const slow = await tcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      const timer = setInterval(() => socket.write('x'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    for (const url of [silent, slow]) {
      const { noAnswer, durationMs } = await newClient().exchange(get(url), { timeoutMs: 150 })
      assert.equal(noAnswer?.kind, 'timeout')
      assert.ok(durationMs >= 145 && durationMs < 60_000, `${durationMs} ms`)
    }
  })
  it('cuts a body at its bound and closes the connection', async () => {
    let closed: () => void = () => undefined
    const end = new Promise<void>((resolve) => {
      closed = resolve
    })
    const url = await serving((_, response) => {
      const more = (): void => {
        while (response.write(Buffer.alloc(4096, 'x')));
      }
      response.on('drain', more)
      response.on('close', closed)
      more()
    })
    const { response } = await newClient({ maxBodyBytes: 10_000 }).exchange(get(url))
    assert.deepEqual([response?.body.length, response?.truncated], [10_000, true])
    await end
  })
  it('asks for no coding, unless it is set to, and reads an answer in one all the same', async () => {
    const codings = { gzip: gzipSync, 'X-GZIP': gzipSync, deflate: deflateSync, br: brotliCompressSync }
    const url = await serving((request, response) => {
      const coding = request.url?.slice(1) as keyof typeof codings
      const text = codings[coding](String(request.headers['accept-encoding']))
      response.writeHead(200, { 'content-encoding': coding }).end(request.method === 'HEAD' ? '' : text)
    })
    const client = newClient()
    const raw = [['Connection', 'close']] as const
    for (const coding of Object.keys(codings)) {
      const request = get(`${url}/${coding}`)
      const own = [['Accept-Encoding', coding]] as const
      const said = [
        await client.exchange(request),
        await client.exchange({ ...request, headers: raw }),
        ...(await client.race([request])),
        await client.exchange({ ...request, headers: own }),
        await client.exchange({ ...request, headers: [...own, ...raw] }),
        await client.exchange({ ...request, method: 'HEAD' }),
      ].map(({ response }) => response?.body)
      assert.deepEqual(said, ['identity', 'identity', 'identity', coding, coding, ''])
    }
  })
  it('says what sends it and that it takes any form, which firewalls ask for, unless it is set otherwise', async () => {
    const url = await serving(({ headers }, response) => response.end(`${headers['user-agent']} ${headers.accept}`))
    const client = newClient()
    const own = { ...get(url), headers: [['Accept', 'text/html'] as const] }
    const said = [await client.exchange(get(url)), ...(await client.race([get(url)])), await client.exchange(own)]
    assert.deepEqual(
      said.map(({ response }) => response?.body),
      ['Assay */*', 'Assay */*', 'Assay text/html'],
    )
  })
  it('keeps as it came what it cannot decode within the bound', async () => {
    const bodies: Record<string, Buffer> = {
      '/bomb': gzipSync(Buffer.alloc(50_000_000)),
      '/full': gzipSync(Buffer.alloc(100_000, 'x')),
      '/none': Buffer.from('no gzip'),
      '/half': gzipSync('half').subarray(0, -9),
    }
    const url = await serving(({ url: path = '' }, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bodies[path]),
    )
    const client = newClient({ maxBodyBytes: 100_000 })
    const answers = await Promise.all(Object.keys(bodies).map((path) => client.exchange(get(url + path))))
    const kept = answers.map(({ response }) => [response?.body, response?.truncated])
    const asItCame = (path: string) => bodies[path]?.toString()
    assert.deepEqual(kept, [
      [asItCame('/bomb'), true],
      ['x'.repeat(100_000), false],
      ['no gzip', false],
      [asItCame('/half'), false],
    ])
  })
  it('tells apart why no answer came', async () => {
    const client = newClient()
    const kind = async (url: string) => (await client.exchange(get(url))).noAnswer?.kind
    assert.equal(await kind('http://127.0.0.1:1'), 'refused')
    assert.equal(await kind(await tcp((socket) => socket.resetAndDestroy())), 'reset')
    assert.equal(await kind(await tcp((socket) => socket.once('data', () => socket.end()))), 'reset')
    assert.equal(
      await kind(await tcp((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'))),
      'reset',
    )
    assert.equal(await kind(await tcp((socket) => socket.end('no HTTP at all\r\n\r\n'))), 'protocol')
    assert.equal(await kind((await echo()).replace('http:', 'https:')), 'tls')
    const long = `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`
    assert.equal(await kind(await tcp((socket) => socket.end(long))), 'too-large')
  })
  it('says that a reset hit a used connection', async () => {
    let requests = 0
    const url = await tcp((socket) => {
      socket.on('data', () => {
        requests += 1
        if (requests === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
        else socket.resetAndDestroy()
      })
    })
    const client = newClient()
    assert.equal((await client.exchange(get(url))).response?.status, 200)
    const second = await client.exchange(get(url, { method: 'POST', body: 'a' }))
    assert.deepEqual([second.noAnswer?.kind, second.noAnswer?.reusedConnection], ['reset', true])
    const third = await client.exchange(get(url))
    assert.deepEqual([third.noAnswer?.kind, third.noAnswer?.reusedConnection], ['reset', undefined])
    assert.equal(requests, 3, 'nothing was sent twice')
  })
  it('sends bytes as they are, and slowly', async () => {
    const url = await tcp((socket) => {
      let seen = ''
      socket.on('data', (chunk) => {
        seen += chunk
        if (seen.endsWith('!')) socket.end(`HTTP/1.1 200 OK\r\n\r\n${seen}`)
      })
    })
    const sent = 'POST /a HTTP/1.1\r\nX: 1\r\nX: 2\r\n\r\nab!'
    const { response, request, durationMs } = await newClient().exchangeRaw(url, sent, {
      drip: { bytes: 16, intervalMs: 20 },
    })
    assert.equal(response?.body, sent)
    // Three pieces with a pause after the first and the second; a timer may be early by a millisecond.
    assert.ok(durationMs >= 38, `${durationMs} ms`)
    assert.deepEqual([request.method, request.url, request.body], ['POST', `${url}/a`, 'ab!'])
  })
  it('bounds a slow raw exchange', async () => {
    const url = await tcp(() => undefined)
    const { noAnswer } = await newClient().exchangeRaw(url, 'x'.repeat(100), {
      timeoutMs: 60,
      drip: { bytes: 1, intervalMs: 10 },
    })
    assert.equal(noAnswer?.kind, 'timeout')
  })
  it('releases a race together', async () => {
    const open = new Set<Socket>()
    let [arrived, release] = [0, (): void => undefined]
    const all = new Promise<void>((resolve) => {
      release = resolve
    })
    const url = await serving(async (request, response) => {
      open.add(request.socket)
      for await (const _ of request);
      arrived += 1
      if (arrived === 20) release()
      // Nobody is answered before everybody has arrived.
      await all
      response.end('done')
    })
    const answers = await newClient().race(
      Array.from({ length: 20 }, () => get(url, { method: 'POST', body: 'client_id=1234567' })),
    )
    assert.deepEqual(
      answers.map(({ response }) => response?.body),
      Array(20).fill('done'),
    )
    assert.equal(open.size, 20)
  })
  it('does not let one lost runner hold up a race', async () => {
    const answers = await newClient().race([get('http://127.0.0.1:1'), get(await echo())])
    assert.deepEqual([answers[0]?.noAnswer?.kind, answers[1]?.response?.status], ['refused', 200])
  })
})
