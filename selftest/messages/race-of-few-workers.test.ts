import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createSecureContext, TLSSocket } from 'node:tls'
import { createHttpClient, type HttpClient } from '../../harness/wire/http.js'
import type { HttpRequest } from '../../harness/wire/types.js'
import { makePki, type TestPki } from '../ca/ca-pki.js'

/** Reads a request to its end, and answers it. */
async function serve(
  raw: Socket,
  secureContext: ReturnType<typeof createSecureContext>,
  answer: (body: string) => string,
) {
  const socket = new TLSSocket(raw, { isServer: true, secureContext })
  let text = ''
  for await (const chunk of socket) {
    text += chunk
    const [head = '', body = ''] = text.split('\r\n\r\n')
    if (body.length < Number(/content-length: (\d+)/i.exec(head)?.[1])) continue
    const said = answer(body)
    socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${said.length}\r\nConnection: close\r\n\r\n${said}`)
  }
}

/** So many workers, each of which makes the handshake of a connection and waits for its whole request before it takes the next one. */
async function blockingServer(pki: TestPki, workers: number, answer: (body: string) => string) {
  const { key, chain } = await pki.authority.tls(['127.0.0.1'])
  const pem = chain.map((der) => `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`)
  const secureContext = createSecureContext({
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem.join(''),
  })
  const server = createServer({ pauseOnConnect: true })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const waiting: Socket[] = []
  const open = new Set<Socket>()
  let idle = workers
  const goOn = (): void => {
    const next = idle > 0 ? waiting.shift() : undefined
    if (!next) return
    idle -= 1
    void serve(next, secureContext, answer)
      .catch(() => undefined)
      .finally(() => {
        idle += 1
        goOn()
      })
  }
  server.on('connection', (socket) => {
    open.add(socket)
    waiting.push(socket)
    goOn()
  })
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

/** Remembers what it was sent, and grants each once. */
const grantingOnce = (): ((body: string) => string) => {
  const seen = new Set<string>()
  return (body) => {
    const said = seen.has(body) ? 'refused' : 'granted'
    seen.add(body)
    return said
  }
}

describe('a race at a server over TLS that has fewer workers than there are runners', () => {
  let pki: TestPki
  let client: HttpClient
  before(async () => {
    pki = await makePki({ size: 1, largeKeys: false })
    client = createHttpClient({ timeoutMs: 10_000, insecure: true })
  })
  after(async () => {
    await client.close()
    await pki.remove()
  })

  for (const [workers, runners] of [
    [1, 2],
    [1, 20],
    [3, 5],
  ] as const)
    it(`answers all ${runners} of ${workers}`, async () => {
      const { url, close } = await blockingServer(pki, workers, grantingOnce())
      const request: HttpRequest = { method: 'POST', url, headers: [], body: 'client_assertion=12345678' }
      const answers = await client.race(Array.from({ length: runners }, () => request))
      close()
      const said = answers.map(({ response, noAnswer }) => response?.body ?? noAnswer?.kind)
      assert.deepEqual(said.toSorted(), ['granted', ...Array(runners - 1).fill('refused')])
    })
})
