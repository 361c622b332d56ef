import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { openBrowser } from '../../../harness/browser/browser.js'
import type { Browser } from '../../../harness/browser/types.js'
import { ownLogin } from '../../../harness/check/identity-provider/kept-login.js'
import { type WalkWorld, walker } from '../../../harness/check/identity-provider/walk.js'
import type { Party } from '../../../harness/mutations/types.js'
import { createHttpClient } from '../../../harness/wire/http.js'
import { needs } from '../../stage/needs.js'

/** Who asks; nothing is signed here. */
const party = {} as Party

// Small IdentityProviders whose pages carry on where the code goes, in ways that the reference has no cookies for.

const foreign = 'https://x-assay.example/callback'
const escaped = (text: string): string => text.replaceAll('"', '&quot;')

interface Provider {
  /** The form, or the script, that carries the address on. */
  readonly page: (uri: string) => string
  /** Whether a form has to come from the browser that the page went to. */
  readonly knowsBrowser?: true
  /** Whether the address is carried on by a redirect alone: to the page, or behind its form. */
  readonly redirects?: 'to the page' | 'behind the form'
  /** Where the code goes by what was sent. */
  readonly answersAt?: (sent: URLSearchParams) => string | null
}

const fields = '<label>Password <input type="password" name="word"></label><button>Log in</button>'
const hidden = (uri: string): string =>
  `<form method="post"><input type="hidden" name="redirect_uri" value="${escaped(uri)}">${fields}</form>`
const inAction = (uri: string): string =>
  `<form method="post" action="/login?redirect_uri=${encodeURIComponent(uri)}">${fields}</form>`
const inState = (uri: string): string =>
  `<form method="post"><input type="hidden" name="tx" value="${Buffer.from(JSON.stringify({ uri })).toString('base64url')}">${fields}</form>`
const byScript = (uri: string): string =>
  `${fields}<script>document.querySelector('button').onclick = async () => {
    const { url } = await (await fetch('/login', { method: 'POST', body: JSON.stringify({ redirect_uri: ${JSON.stringify(uri)} }) })).json()
    location = url
  }</script>`

const nowhere = (): string => `<form method="post" action="/login">${fields}</form>`
const nowhereByScript = (): string => `${nowhere()}<script>document.title = 'Log in'</script>`

/** How often a window is opened at most. */
const mostTries = 4

const believing: Readonly<Record<string, Provider>> = {
  'a hidden field': { page: hidden },
  'the address of a form': { page: inAction },
  'base64 in a form': { page: inState },
  'what a script sends': { page: byScript },
  'a redirect to its page': { page: nowhere, redirects: 'to the page' },
  'a redirect to a page with a script': { page: nowhereByScript, redirects: 'to the page' },
  'a redirect behind its form': { page: nowhere, redirects: 'behind the form' },
  'a redirect behind the form of a page with a script': { page: nowhereByScript, redirects: 'behind the form' },
}
const sound: Readonly<Record<string, Provider>> = {
  'heeds no hidden field': { page: hidden, answersAt: () => null },
  'takes a form of its own page alone': { page: hidden, knowsBrowser: true },
}

describe('a redirect URI that pages bring back', { skip: needs('chromium') }, () => {
  const http = createHttpClient({ timeoutMs: 30_000 })
  let browser: Browser
  let provider: Provider
  /** What the last redirect said, where one is believed. */
  let led: string | null = null
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://provider')
    const { redirects } = provider
    const sendOn = (path: string, uri: string) =>
      response.writeHead(302, { location: `${path}?redirect_uri=${encodeURIComponent(uri)}` }).end()
    if (pathname === '/back') return response.end('back')
    if (pathname === '/page') led = searchParams.get('redirect_uri')
    if (pathname === '/done')
      return response.writeHead(303, { location: `${searchParams.get('redirect_uri')}?code=abc` }).end()
    if (pathname === '/authorize' && redirects === 'to the page')
      return sendOn('/page', searchParams.get('redirect_uri') ?? '')
    if (request.method === 'GET') {
      const page = provider.page(searchParams.get('redirect_uri') ?? '')
      return response
        .setHeader('content-type', 'text/html')
        .setHeader('set-cookie', 'seen=1; HttpOnly; Path=/')
        .end(`<!doctype html>${page}`)
    }
    const text = Buffer.concat(await request.toArray()).toString()
    const sent = text.startsWith('{') ? new URLSearchParams(JSON.parse(text)) : new URLSearchParams(text)
    for (const [name, value] of searchParams) if (!sent.has(name)) sent.set(name, value)
    const inside = Buffer.from(sent.get('tx') ?? '', 'base64url').toString()
    const said = inside === '' ? sent.get('redirect_uri') : (JSON.parse(inside) as { uri: string }).uri
    if (provider.knowsBrowser && !request.headers.cookie?.includes('seen=1')) return response.writeHead(403).end('no')
    if (redirects === 'behind the form') return sendOn('/done', back())
    if (redirects === 'to the page') return response.writeHead(303, { location: `${led}?code=abc` }).end()
    const to = `${(provider.answersAt ? provider.answersAt(sent) : said) ?? back()}?code=abc`
    if (text.startsWith('{')) return response.end(JSON.stringify({ url: to }))
    return response.writeHead(303, { location: to }).end()
  })
  const baseUrl = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const back = (): string => `${baseUrl()}/back`
  before(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    browser = await openBrowser()
  })
  after(async () => {
    server.close()
    server.closeAllConnections()
    await http.close()
    await browser?.close()
  })

  const walkOnce = async (of: Provider, at?: number) => {
    provider = of
    const world = {
      target: { baseUrl: baseUrl() },
      settings: { login: { authorizePath: '/authorize' } },
      http,
      pages: http,
      browser: () => Promise.resolve(browser),
      login: {
        username: 'alice',
        password: 'hunter2',
        allowOrigins: [],
        steps: [{ fill: { label: 'Password', value: 'password' } }, { click: { role: 'button', name: 'Log in' } }],
      },
      redirectUri: back(),
      counterparties: { identityProviders: [] },
    } as unknown as WalkWorld
    const swap = { from: back(), to: foreign, ...(at !== undefined && { at }) }
    return walker(world, ownLogin(), () => '').walk([['redirect_uri', back()]], { party, session: 'none', swap })
  }
  /** On a busy machine a window may lose its patience: a check is inconclusive then, and here it is opened again. */
  const walk = async (of: Provider, at?: number) => {
    for (let tries = 1; ; tries += 1) {
      const walked = await walkOnce(of, at)
      if (!walked.problem || tries === mostTries) return walked
    }
  }

  for (const [what, of] of Object.entries(believing))
    test(`is seen to be believed in ${what}`, async () => {
      const honest = await walk(of)
      assert.deepEqual([honest.redirect, honest.carriers], [`${back()}?code=abc`, 1], honest.problem?.message)
      const { redirect, exchanges, problem } = await walk(of, 0)
      assert.equal(redirect, `${foreign}?code=abc`, problem?.message)
      const told = exchanges.find(({ request }) => request.method === 'POST')?.request
      assert.ok(told)
      assert.doesNotMatch(`${told?.url} ${told?.body}`, new RegExp(`${back()}|${encodeURIComponent(back())}`))
    })

  for (const [what, of] of Object.entries(sound))
    test(`leads nobody astray at a provider that ${what}`, async () => {
      assert.deepEqual([(await walk(of)).redirect, (await walk(of)).carriers], [`${back()}?code=abc`, 1])
      const { redirect = '' } = await walk(of, 0)
      assert.ok(!redirect.startsWith(foreign), redirect)
    })

  test('is carried by no page that does not name it', async () => {
    const { redirect, carriers } = await walk({ page: nowhere }, 0)
    assert.deepEqual([redirect, carriers], [`${back()}?code=abc`, 0])
  })
})
