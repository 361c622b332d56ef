import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { NotPlain } from '../../harness/browser/plain/not-plain.js'
import { plainVisit } from '../../harness/browser/plain/plain-visit.js'
import type { World } from '../../harness/check/world.js'
import { NotTestable } from '../../harness/contracts/errors.js'
import { usualPartyForm } from '../../harness/contracts/party-form.js'
import { findPersonalPage } from '../../harness/run/preflight/personal-page.js'
import { relyingPartyProblem } from '../../harness/run/preflight/relying-party.js'
import { createHttpClient, type HttpClient } from '../../harness/wire/http.js'
import type { HttpRequest } from '../../harness/wire/types.js'

/** Pages that do not show the text of success, each hiding it in its own way. */
const hidden: Readonly<Record<string, string>> = {
  'a style sheet': '<link rel="stylesheet" href="/style.css"><p class="ok">Signed in</p>',
  'a style element': '<style>.ok { display: none }</style><p class="ok">Signed in</p>',
  'a class of a style element':
    '<style>@media screen { .sr-only { clip-path: inset(50%) } }</style><p class="sr-only">Signed in</p>',
  'a size of nothing': '<p style="font-size: 0">Signed in</p>',
  'its visibility': '<p style="visibility: hidden">Signed in</p>',
  'closed details': '<details><summary>More</summary>Signed in</details>',
  'a closed dialog': '<dialog>Signed in</dialog>',
  'a hidden parent': '<div hidden><p>Signed in</p></div>',
  'a script': '<p id="ok">Signed in</p><script>document.getElementById("ok").remove()</script>',
  'a frame': '<iframe srcdoc="Signed in"></iframe>',
  'a popover': '<div popover>Signed in</div>',
  'a choice': '<select><option>No</option><option>Signed in</option></select>',
  'a template': '<template>Signed in</template>',
  'one of two details of a name':
    '<details open name="a">More</details><details open name="a"><summary>More</summary>Signed in</details>',
  'a shadow tree': '<div><template shadowrootmode="open"></template><p>Signed in</p></div>',
  'an element that nobody knows': '<x-hidden>Signed in</x-hidden>',
  'a list of proposals': '<datalist><option>Signed in</option></datalist>',
  'what scripts replace': '<noscript>Signed in</noscript>',
  'a line break within': '<p>Sig</p><p>ned in</p>',
}

describe('a page that no browser has seen', () => {
  let server: Server
  let http: HttpClient
  let origin: string
  before(async () => {
    const bodies = Object.values(hidden)
    server = createServer(({ url = '' }, response) => {
      const body = bodies[Number(url.slice(1))] ?? '<h1>Signed in</h1>'
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>x</title><body>${body}`)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    http = createHttpClient({ insecure: true, timeoutMs: 30_000 })
  })
  after(async () => {
    await http.close()
    server.close()
  })

  /** Whether the page shows success; `for a browser` where only one can tell. */
  const shown = async (path: string): Promise<boolean | 'for a browser'> => {
    const visit = plainVisit(http, { origins: [origin], secrets: [], seen: false })
    try {
      await visit.goto(`${origin}${path}`)
      return await visit.shows('Signed in', 0)
    } catch (error) {
      if (error instanceof NotPlain) return 'for a browser'
      throw error
    }
  }

  for (const [index, what] of Object.keys(hidden).entries())
    it(`shows no success that is hidden by ${what}`, async () => {
      assert.notEqual(await shown(`/${index}`), true)
    })

  it('shows what it says where it holds nothing that could hide it', async () => {
    assert.equal(await shown('/plain'), true)
  })
})

describe('a login that no browser has seen', () => {
  /** Where the browser goes, in that order: to a page, by its form to another site, and back by a redirect. */
  const walked = async ({
    page = '<form method="post" action="http://localhost/there"><button>Log in</button></form>',
    status = 303,
    cookie = 'session=1; Path=/; HttpOnly; SameSite=Lax',
    policy = "default-src 'none'",
  } = {}): Promise<string> => {
    const answers: Readonly<Record<string, [status: number, headers: Record<string, string>, body?: string]>> = {
      '/start': [
        200,
        { 'content-type': 'text/html', 'set-cookie': cookie, 'content-security-policy': policy },
        `<!doctype html><title>x</title><body>${page}`,
      ],
      '/there': [status, { location: 'http://127.0.0.1/end' }],
      '/end': [200, { 'content-type': 'text/html' }, '<h1>Signed in</h1>'],
    }
    const http = {
      exchange: (request: HttpRequest) => {
        const [code, headers, body = ''] = answers[new URL(request.url).pathname] ?? [404, {}]
        return Promise.resolve({ request, response: { status: code, headers, body, truncated: false } })
      },
    } as unknown as HttpClient
    const origins = ['http://127.0.0.1', 'http://localhost']
    const visit = plainVisit(http, { origins, secrets: [], seen: false })
    try {
      await visit.goto('http://127.0.0.1/start')
      const steps = [{ click: { role: 'button', name: 'Log in' } }]
      const values = { username: 'ada', password: 'hunter2' }
      return new URL(await visit.follow(steps, values, (url) => url.endsWith('/end'))).pathname
    } catch (error) {
      if (error instanceof NotPlain) return 'for a browser'
      throw error
    }
  }

  it('may go by way of another site', async () => {
    assert.equal(await walked(), '/end')
    assert.equal(await walked({ policy: "form-action *; default-src 'none'" }), '/end')
  })

  for (const [what, how] of Object.entries({
    'cookies that are kept back on the way from another site': { cookie: 'session=1; Path=/; SameSite=Strict' },
    'a form of another site': { status: 307 },
    'a cookie that is taken on conditions': { cookie: '__Host-session=1; Path=/; Secure' },
    'a cookie for frames of others': { cookie: 'session=1; SameSite=None' },
    'a policy for forms': { policy: "form-action 'self'" },
    'a policy without any rights': { policy: 'sandbox' },
    'a value that a browser checks': {
      page: '<form action="http://localhost/there"><input name="a" pattern="x"><button>Log in</button></form>',
    },
    'letters of another code': {
      page: '<meta charset="utf-16"><form action="http://localhost/there"><button>Log in</button></form>',
    },
  }))
    it(`is left to a browser for ${what}`, async () => {
      assert.equal(await walked(how), 'for a browser')
    })
})

describe('preflight where no browser starts', () => {
  const world = {
    target: { name: 'acme', role: 'ServiceProvider', baseUrl: 'http://127.0.0.1:9', partyId: 'did:example:acme' },
    settings: { partyId: { form: usualPartyForm } },
    redirectUri: 'http://127.0.0.1:9/back',
    counterparties: { identityProviders: [] },
    login: { start: '/login', successText: 'Signed in', username: '', password: '', allowOrigins: [], steps: [] },
    lab: { humans: () => Promise.resolve(), ledger: () => Promise.resolve([]) },
    browser: () => Promise.reject(new NotTestable('It does not start.')),
  } as unknown as World

  it('has not seen the pages of the target', async () => {
    assert.deepEqual(await relyingPartyProblem(world, { seed: 1, out: '/nowhere' }), {})
  })

  it('does not know that there is no page which tells who is logged in', async () => {
    await assert.rejects(findPersonalPage(world, 1, false), NotTestable)
  })
})
