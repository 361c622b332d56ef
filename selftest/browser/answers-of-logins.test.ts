import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { noChromium } from '../../harness/browser/find.js'
import { lazyBrowser } from '../../harness/browser/lazy.js'
import { codeIn } from '../../harness/check/identity-provider/authorization.js'
import { formAnswer } from '../../harness/check/identity-provider/form-answer.js'
import { ownLogin } from '../../harness/check/identity-provider/kept-login.js'
import { landing } from '../../harness/check/identity-provider/redirects.js'
import type { WalkOptions } from '../../harness/check/identity-provider/types.js'
import { type WalkWorld, walker } from '../../harness/check/identity-provider/walk.js'
import { patient } from '../../harness/check/patience.js'
import type { Party } from '../../harness/mutations/types.js'
import { createHttpClient } from '../../harness/wire/http.js'
import type { HttpResponse } from '../../harness/wire/types.js'

/** Who asks; nothing is signed here. */
const party = {} as Party

const { browser, close } = lazyBrowser()
const password = 'correct & horse'

describe('a provider whose page asks again after a wrong password', () => {
  const http = createHttpClient({ timeoutMs: 30_000 })
  const page = (...content: readonly string[]): string => `<!doctype html><h1>Log in</h1>${content.join('')}`
  const form =
    '<form method="post" action="/typed"><label>User name <input name="user"></label><label>Password <input type="password" name="word"></label><button>Log in</button></form>'
  /** What was typed, oldest first. */
  const typed: string[] = []
  let posts = false
  let asksInScript = false
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://here')
    const sent = new URLSearchParams(String(await request.toArray()))
    response.setHeader('content-type', 'text/html')
    if (pathname === '/back') return response.end('<p>Here again</p>')
    if (pathname === '/typed') typed.push(`${sent.get('user')} ${sent.get('word')}`)
    if (sent.get('word') !== password)
      return response.end(page(form, asksInScript ? '<script>document.title = "Log in"</script>' : ''))
    if (!posts) return response.writeHead(303, { location: '/back?code=a%20b&state=c' }).end()
    return response.end(
      page(
        '<form method="post" action="/back"><input type="hidden" name="code" value="a b"><input type="hidden" name="state" value="c"></form>',
        '<script>document.forms[0].submit()</script>',
      ),
    )
  })
  before(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  after(async () => {
    server.close()
    server.closeAllConnections()
    await Promise.all([http.close(), close()])
  })

  const nobodyElse = (): Promise<never> => Promise.reject(new Error('nobody puts this login off'))
  const walk = async (options: Partial<WalkOptions> = {}) => {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const world = {
      target: { baseUrl },
      settings: { login: { authorizePath: '/authorize' } },
      ...patient(http, { lab: { hold: nobodyElse, slot: nobodyElse }, mostSeconds: 60, tell: () => undefined }),
      pages: http,
      browser,
      login: {
        username: 'alice',
        password,
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
    typed.length = 0
    const mode = posts ? ([['response_mode', 'form_post']] as const) : []
    return walker(world, ownLogin(), noChromium).walk([['response_type', 'code'], ...mode.map(([...pair]) => pair)], {
      party,
      session: 'none',
      plain: 'redirect',
      ...options,
    })
  }
  const slip = { password: 'wrong' }

  for (const [where, inScript] of [
    ['over HTTP', false],
    ['in Chromium', true],
  ] as const) {
    const options = { skip: inScript && !browser ? noChromium() : false }
    test(`is given the right one ${where}, and sends a code`, options, async () => {
      posts = false
      asksInScript = inScript
      const { redirect, proven, inBrowser = false } = await walk({ slip })
      assert.deepEqual([codeIn(redirect), proven, inBrowser], ['a b', true, inScript])
      assert.deepEqual(typed, ['alice wrong', `alice ${password}`])
    })

    test(`posts a code that is read ${where}`, options, async () => {
      posts = true
      asksInScript = inScript
      const { redirect = '', inBrowser = false } = await walk()
      assert.deepEqual([codeIn(redirect), inBrowser], ['a b', inScript])
      assert.equal(new URL(redirect).searchParams.get('state'), 'c')
      assert.equal(new URL(redirect).pathname, '/back')
    })
  }
})

describe('the page that posts an answer', () => {
  const at = 'https://provider.example/authorize'
  const sendsOn = formAnswer(landing(['https://client.example/back']))
  const read = (body: string, more: Partial<HttpResponse> = {}) =>
    sendsOn({ status: 200, headers: {}, body, truncated: false, ...more } as HttpResponse, at)
  const inputs = '<input type="hidden" name="code" value="a&amp;b"><input type=hidden name=state value=c>'

  test('leads to the address of its form, with the fields for a query', async () => {
    const form = (action: string) => read(`<form method="POST" action="${action}">${inputs}</form>`)
    assert.equal(await form('https://client.example/back'), 'https://client.example/back?code=a%26b&state=c')
    assert.equal(
      await form('https://client.example/back?x=1#f'),
      'https://client.example/back?x=1&code=a%26b&state=c#f',
    )
  })

  test('leads nowhere where its form is for somebody else, is no answer, or is not posted', async () => {
    const form = `<form method="post" action="https://client.example/back">${inputs}</form>`
    assert.equal(await read(form.replace('client', 'other')), undefined)
    assert.equal(await read(form.replace('post', 'get')), undefined)
    assert.equal(await read(form, { status: 400 }), undefined)
    assert.equal(await read(form, { truncated: true }), undefined)
    assert.equal(await read(`${form}${'<p>'.repeat(300)}`), undefined)
    assert.equal(await read('<p>Hello</p>'), undefined)
  })
})
