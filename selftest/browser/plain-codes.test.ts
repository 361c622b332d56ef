import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { ownLogin } from '../../harness/check/identity-provider/kept-login.js'
import type { WalkOptions } from '../../harness/check/identity-provider/types.js'
import { type WalkWorld, walker } from '../../harness/check/identity-provider/walk.js'
import type { Party } from '../../harness/mutations/types.js'
import { createHttpClient } from '../../harness/wire/http.js'

/** Who asks; nothing is signed here. */
const party = {} as Party

describe('a code at a target that shows a page at each login', () => {
  const http = createHttpClient({ timeoutMs: 30_000 })
  let page = ''
  let refusal = ''
  const typed: string[] = []
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return response.setHeader('content-type', 'text/html').end(page)
    const sent = String(await request.toArray())
    typed.push(sent)
    if (!sent.endsWith('word=hunter2')) return response.setHeader('content-type', 'text/html').end(refusal)
    return response.writeHead(303, { location: '/back?code=abc' }).end()
  })
  before(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  after(async () => {
    server.close()
    server.closeAllConnections()
    await http.close()
  })

  const form =
    '<form method="post"><label>User name <input name="user"></label><label>Password <input type="password" name="word"></label><button>Log in</button></form>'

  /** A walker whose browser opens no window, and how often that was asked for one. */
  const walking = () => {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    let windows = 0
    const visit = () => {
      windows += 1
      return Promise.reject(new Error('no window'))
    }
    const world = {
      target: { baseUrl },
      settings: { login: { authorizePath: '/authorize' } },
      http,
      pages: http,
      browser: () => Promise.resolve({ visit }),
      login: {
        username: 'alice',
        password: 'hunter2',
        allowOrigins: [],
        steps: [
          { fill: { label: 'User name', value: 'username' } },
          { fill: { label: 'Password', value: 'password' } },
          { click: { role: 'button', name: 'Log in' } },
        ],
      },
      redirectUri: `${baseUrl}/back`,
      counterparties: { identityProviders: [] },
    } as unknown as WalkWorld
    const { walk } = walker(world, ownLogin(), () => '')
    return {
      walk: (plain?: WalkOptions['plain']) => walk([['response_type', 'code']], { party, plain }),
      walkWrong: (plain?: WalkOptions['plain']) =>
        walk([['response_type', 'code']], { party, plain, session: 'none', typed: { password: 'wrong' } }),
      windows: () => windows,
    }
  }

  test('is fetched over HTTP where the page needs no browser', async () => {
    page = form
    typed.length = 0
    const { walk, windows } = walking()
    for (let count = 0; count < 5; count++) {
      const { redirect = '', exchanges } = await walk('redirect')
      assert.match(redirect, /\/back\?code=abc$/)
      assert.doesNotMatch(JSON.stringify(exchanges), /hunter2/)
    }
    assert.deepEqual(typed, Array(5).fill('user=alice&word=hunter2'))
    assert.equal(windows(), 0)
  })

  test('is fetched in the browser where a script may have its say, after three attempts without', async () => {
    page = `${form}<script>document.title = 'Log in'</script>`
    typed.length = 0
    const { walk, windows } = walking()
    for (let count = 0; count < 5; count++) await assert.rejects(walk('redirect'), /no window/)
    assert.deepEqual([windows(), typed.length], [5, 0])
  })

  test('is fetched in the browser where what is asked for is more than a code', async () => {
    page = form
    const { walk, windows } = walking()
    await assert.rejects(walk(), /no window/)
    assert.equal(windows(), 1)
  })

  test('is refused over HTTP where nothing more happens on the page, once a login went that way', async () => {
    page = form
    refusal = `<p role="alert">No such human.</p>${form}`
    const { walk, walkWrong, windows } = walking()
    await assert.rejects(walkWrong('page'), /no window/)
    assert.equal(windows(), 1)
    await walk('redirect')
    typed.length = 0
    const { redirect, proven, problem, exchanges } = await walkWrong('page')
    assert.deepEqual([redirect, proven, typed], [undefined, true, ['user=alice&word=wrong']])
    assert.match(problem?.message ?? '', /Nothing more happens/)
    assert.doesNotMatch(JSON.stringify(exchanges), /word=wrong/)
    assert.equal(windows(), 1)
  })

  test('is refused by the browser alone where a script may have its say, or a redirect is all that counts', async () => {
    page = form
    refusal = form
    const { walk, walkWrong, windows } = walking()
    await walk('redirect')
    await assert.rejects(walkWrong('redirect'), /no window/)
    refusal = `${form}<script>location = '/back?code=abc'</script>`
    await assert.rejects(walkWrong('page'), /no window/)
    assert.equal(windows(), 2)
  })
})
