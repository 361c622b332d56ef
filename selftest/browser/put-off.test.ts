import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { noChromium } from '../../harness/browser/find.js'
import { lazyBrowser } from '../../harness/browser/lazy.js'
import { ownLogin } from '../../harness/check/identity-provider/kept-login.js'
import { type WalkWorld, walker } from '../../harness/check/identity-provider/walk.js'
import { patient } from '../../harness/check/patience.js'
import type { Party } from '../../harness/mutations/types.js'
import { createHttpClient } from '../../harness/wire/http.js'

/** Who asks; nothing is signed here. */
const party = {} as Party

const { browser, close } = lazyBrowser()

describe('a login page that is busy', { skip: browser ? false : noChromium() }, () => {
  const http = createHttpClient({ timeoutMs: 30_000 })
  /** How many names it puts off before it takes one; counted down. */
  let busy = 0
  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url?.startsWith('/authorize'))
      return response
        .setHeader('content-type', 'text/html')
        .end(
          '<form method="post" action="/typed"><label>User name <input name="user"></label><button>Log in</button></form>',
        )
    if (request.url === '/typed' && busy-- > 0)
      return response.writeHead(429, { 'content-type': 'text/html', 'retry-after': '1' }).end('<h1>Busy</h1>')
    return response.writeHead(303, { location: '/back?code=abc' }).end()
  })
  before(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  after(async () => {
    server.close()
    server.closeAllConnections()
    await Promise.all([http.close(), close()])
  })

  const nobodyElse = (): Promise<never> => Promise.reject(new Error('short pleas concern this login alone'))
  const walk = async (puttingOff: number) => {
    busy = puttingOff
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const world = {
      target: { baseUrl },
      settings: { login: { authorizePath: '/authorize' } },
      ...patient(http, { lab: { hold: nobodyElse, slot: nobodyElse }, mostSeconds: 60, tell: () => undefined }),
      browser,
      login: {
        username: 'alice',
        password: 'secret',
        allowOrigins: [],
        steps: [{ fill: { label: 'User name', value: 'username' } }, { click: { role: 'button', name: 'Log in' } }],
      },
      redirectUri: `${baseUrl}/back`,
      counterparties: { identityProviders: [] },
    } as unknown as WalkWorld
    const started = performance.now()
    const authorized = await walker(world, ownLogin(), () => '').walk([['response_type', 'code']], { party })
    return { ...authorized, ms: performance.now() - started }
  }

  test('is asked again after the time that it tells', async () => {
    const { redirect = '', exchanges, ms } = await walk(2)
    assert.match(redirect, /\/back\?code=abc$/)
    const typed = exchanges.filter(({ request }) => request.method === 'POST')
    assert.deepEqual(
      typed.map(({ response }) => response?.status),
      [429, 429, 303],
    )
    assert.ok(ms > 2_000, `${ms} ms`)
  })
})
