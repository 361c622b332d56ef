import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { NotPlain } from '../../harness/browser/plain/not-plain.js'
import { plainPage } from '../../harness/browser/plain/plain-page.js'
import { plainVisit } from '../../harness/browser/plain/plain-visit.js'
import { StepProblem } from '../../harness/browser/step-problem.js'
import type { Visit } from '../../harness/browser/types.js'
import type { LoginStep } from '../../harness/contracts/login.js'
import { createHttpClient, type HttpClient } from '../../harness/wire/http.js'
import { type Pages, servePages } from './browser-pages.js'

// The same pages as the browser's: a window without one does as it does, or says that it cannot tell.

const nobody = 'http://127.0.0.1:9'
const values = { username: 'alice', password: 'correct & horse "battery" <staple>' }
const fill: readonly LoginStep[] = [
  { fill: { label: 'User name', value: 'username' } },
  { fill: { label: 'Password', value: 'password' } },
]
const usual: readonly LoginStep[] = [...fill, { click: { role: 'button', name: 'Log in' } }]
const next: LoginStep = { click: { role: 'button', name: 'Next' } }

describe('a window without a browser', () => {
  let pages: Pages
  let http: HttpClient
  before(async () => {
    pages = await servePages({ foreign: nobody, stun: 9 })
    http = createHttpClient({ insecure: true, timeoutMs: 30_000 })
  })
  after(async () => {
    await http.close()
    await pages.close()
  })

  const opened = (): Visit =>
    plainVisit(http, {
      origins: [pages.origin],
      secrets: [values.password],
      labLogin: [`${pages.origin}/lab/`],
      seen: true,
    })
  const loggingIn = async (path: string, steps: readonly LoginStep[]): Promise<Visit> => {
    const visit = opened()
    await visit.goto(`${pages.origin}${path}`)
    assert.match(await visit.follow(steps, values, (url) => url.includes('/end?')), /\/end\?code=/)
    assert.equal(await visit.shows('Signed in', 0), true)
    return visit
  }

  const logins: Readonly<Record<string, readonly LoginStep[]>> = {
    '/plain': usual,
    '/two-pages': [fill[0] as LoginStep, next, fill[1] as LoginStep, next],
    '/choice': [
      { fill: { label: 'Provider', value: 'Two' } },
      { click: { role: 'button', name: 'Help' }, optional: true },
      { click: { selector: 'form:first-of-type button' } },
    ],
    '/consent': [{ click: { role: 'button', name: 'Allow' } }],
    '/to-lab': [],
  }
  for (const [path, steps] of Object.entries(logins))
    test(`logs in at ${path}`, async () => {
      await loggingIn(path, steps)
    })

  test('keeps cookies, addresses and pages as evidence, and no password', async () => {
    const visit = await loggingIn('/plain', usual)
    assert.deepEqual(
      visit.exchanges.map(
        ({ request: { method, url }, response }) => `${method} ${new URL(url).pathname} ${response?.status}`,
      ),
      ['GET /plain 200', 'POST /taken 302', 'GET /hop 302', 'GET /end 200'],
    )
    assert.deepEqual(
      (await visit.cookies()).map(({ name, value }) => [name, value]),
      [['session', '1']],
    )
    assert.match(String(visit.exchanges[1]?.request.body), /^user=alice&password=‹secret›$/)
    assert.doesNotMatch(JSON.stringify(visit.exchanges), /horse/)
  })

  for (const path of [
    '/late',
    '/scripted',
    '/framed',
    '/shadow',
    '/sends-on',
    '/sends-on-by-header',
    '/decoys',
    '/stay',
    '/loop',
    '/script-loop',
    '/cut',
    '/file',
    '/huge',
    '/bomb',
    '/to-hop',
    '/lab/stubborn',
  ])
    test(`leaves ${path} to a browser`, async () => {
      await assert.rejects(loggingIn(path, usual), NotPlain)
    })

  test('finds that nothing more happens where no step matches a page that only a human changes', async () => {
    await assert.rejects(loggingIn('/consent', usual), StepProblem)
    await assert.rejects(loggingIn('/nowhere', usual), StepProblem)
  })

  for (const [path, says] of [
    ['/refused-at-length', /<h1>Not you/],
    ['/refused-without-a-word', /^$/],
  ] as const)
    test(`has received all of ${path}`, async () => {
      const visit = opened()
      await visit.goto(`${pages.origin}${path}`)
      const { status, body = '', truncated } = visit.exchanges[0]?.response ?? {}
      assert.deepEqual([status, truncated], [403, false])
      assert.match(body, says)
    })

  test('keeps no more of many large pages than it has room for', async () => {
    const large = { status: 200, headers: { 'content-type': 'text/html' }, body: 'x'.repeat(900_000), truncated: false }
    const answering: Pick<HttpClient, 'exchange'> = {
      exchange: async (request) => ({ request, response: large, startedAt: '', durationMs: 1 }),
    }
    const visit = plainVisit(answering as HttpClient, { origins: [pages.origin], secrets: [], seen: true })
    for (let count = 0; count < 20; count += 1) await visit.goto(`${pages.origin}/`)
    const kept = visit.exchanges.map(({ response }) => [response?.body.length, response?.truncated])
    assert.deepEqual(
      [kept[0], kept.at(-1)],
      [
        [900_000, false],
        [0, true],
      ],
    )
  })

  test('does not show what stands in a script, a template or the title', async () => {
    const visit = opened()
    await visit.goto(`${pages.origin}/plain`)
    assert.equal(await visit.shows('Welcome', 0), true)
    assert.equal(await visit.shows('Sign in', 0), false)
    assert.equal(await visit.shows('welcome', 0), false)
  })

  test('sees no more in the page of another origin than that it may not be asked for', async () => {
    const visit = opened()
    await assert.rejects(visit.goto(`${pages.origin}/to-foreign`), NotPlain)
    assert.deepEqual(
      visit.exchanges.map(({ request }) => new URL(request.url).pathname),
      ['/to-foreign'],
    )
  })

  test('tells that a login ends at another origin, without asking that', async () => {
    const visit = opened()
    await visit.goto(`${pages.origin}/posts`)
    const end = await visit.follow([usual[2] as LoginStep], values, (url) => url.startsWith(nobody))
    assert.equal(end, `${nobody}/post`)
    assert.equal(visit.exchanges.length, 1)
    await visit.goto(`${pages.origin}/posts`)
    await assert.rejects(
      visit.follow([usual[2] as LoginStep], values, () => false),
      NotPlain,
    )
  })
})

describe('a page without a browser', () => {
  const at = 'https://idp.example/a/login?x=1'
  const page = (body: string, headers: Readonly<Record<string, string>> = {}, seen = true) =>
    plainPage(
      at,
      { status: 200, headers: { 'content-type': 'text/html', ...headers }, body, truncated: false },
      { seen },
    )
  const button = { role: 'button', name: 'Go' }

  test('sends the fields of the form that a button stands in, and the button', () => {
    const form = `<form action="../sent?old=1" method="POST"><input name="a" value="1"><input name="b" value="2" disabled>
      <input type="checkbox" name="c" value="3" checked><input type="checkbox" name="d"><textarea name="e">4</textarea>
      <select name="f"><option value="5">Five<option selected>6</select><button name="g" value="7">Go</button><button name="h">Other</button></form>
      <form><input name="z" value="9"></form>`
    assert.deepEqual(page(form).click(button), {
      method: 'POST',
      url: 'https://idp.example/sent?old=1',
      body: 'a=1&c=3&e=4&f=6&g=7',
    })
    assert.deepEqual(page(form.replace('method="POST"', '')).click(button), {
      method: 'GET',
      url: 'https://idp.example/sent?a=1&c=3&e=4&f=6&g=7',
    })
  })

  test('goes where a link leads, from the base that the page names', () => {
    const link = { role: 'link', name: 'On' }
    assert.deepEqual(page('<a href="next">On</a>').click(link), { method: 'GET', url: 'https://idp.example/a/next' })
    assert.deepEqual(page('<base href="/b/"><a href="next">Go on</a>').click(link), {
      method: 'GET',
      url: 'https://idp.example/b/next',
    })
    assert.equal(page('<a href="next">Back</a>').click(link), undefined)
  })

  test('takes a whole name before a part of one, by label, value or text', () => {
    const forms = (...inner: readonly string[]) =>
      inner.map((one, index) => `<form action="/${index}">${one}</form>`).join('')
    const to = (html: string) => page(html).click(button)?.url
    assert.equal(to(forms('<button>Go away</button>', '<button>Go</button>')), 'https://idp.example/1')
    assert.equal(to(forms('<button>No</button>', '<input type="submit" value="Go">')), 'https://idp.example/1')
    assert.equal(to(forms('<button aria-label="Go">→</button>')), 'https://idp.example/0')
    assert.equal(to(forms('<button>go on</button>')), 'https://idp.example/0')
  })

  for (const [what, body] of Object.entries({
    'a hidden button': '<form><div hidden><button>Go</button></div></form>',
    'a button with a style': '<form><button style="display:none">Go</button></form>',
    'a button that acts': '<form><button onclick="x()">Go</button></form>',
    'a form that acts': '<form onsubmit="x()"><button>Go</button></form>',
    'a button without a form': '<button>Go</button>',
    'a file upload': '<form enctype="multipart/form-data" method="post"><button>Go</button></form>',
    'a dialog': '<form method="dialog"><button>Go</button></form>',
  }))
    test(`leaves ${what} to a browser`, () => {
      assert.throws(() => page(body).click(button), NotPlain)
    })

  test('leaves pages that take long to read to a browser', () => {
    const texts = [
      '<b>'.repeat(300_000),
      '<label>x<input></label>'.repeat(40_000),
      '<a b=1>'.repeat(5_000) + '<p>'.repeat(5_000),
    ]
    for (const text of texts) assert.throws(() => page(text), NotPlain)
    const deep = page(`${Array.from({ length: 480 }, (_, index) => `<b a=${index}>`).join('')}${'<p>x'.repeat(480)}`)
    assert.equal(deep.says('y'), false)
    assert.equal(deep.click(button), undefined)
  })

  test('says where no browser has seen it what stands on lines of their own apart', () => {
    const split = '<p>Sign</p><p>ed in</p>'
    assert.equal(page(split).says('Signed in'), true)
    assert.equal(page(split, {}, false).says('Signed in'), false)
    assert.equal(page('<p>Signed<br>in</p>', {}, false).says('Signed in'), true)
    assert.equal(page('<select><option>Signed in</option></select>', {}, false).says('Signed in'), false)
  })

  test('calls a page inert that nothing but a human changes', () => {
    assert.equal(page('<p>Text').inert, true)
    for (const moving of [
      '<script>1</script>',
      '<meta http-equiv="refresh" content="1">',
      '<p onload="x()">',
      '<svg></svg>',
    ])
      assert.equal(page(moving).inert, false, moving)
    assert.equal(page('<p>Text', { refresh: '1' }).inert, false)
  })

  test('reads an answer of text or JSON as what it says', () => {
    assert.equal(page('{"error":"access_denied"}', { 'content-type': 'application/json' }).says('access_denied'), true)
    assert.throws(() => page('x', { 'content-type': 'image/png' }), NotPlain)
  })
})
