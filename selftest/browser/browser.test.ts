import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findChromium, noChromium } from '../../harness/browser/find.js'
import type { Visit } from '../../harness/browser/types.js'
import type { LoginStep } from '../../harness/contracts/login.js'
import { servePages } from './browser-pages.js'
import { browserStage, problem, told, usual, values } from './browser-stage.js'

// One Chromium for all; what it must not reach counts its callers.

const skip = findChromium() === undefined ? noChromium() : false
const next: LoginStep = { click: { role: 'button', name: 'Next' } }

describe('a browser', { skip }, () => {
  const stage = browserStage()
  const { visiting, login, isEnd, strangers } = stage

  describe('follows a login', { concurrency: 2 }, () => {
    test('to the address where it ends, with cookies, traffic and pictures', async () => {
      const { result, visit } = await visiting('/plain', async (visiting) => {
        const url = await visiting.follow(usual, values, isEnd)
        assert.equal(await visiting.shows('Signed in', 30_000), true)
        assert.equal(await visiting.shows('signed in', 0), false)
        return { url, cookies: await visiting.cookies() }
      })
      assert.equal(result.url, `${stage.pages.origin}/end?code=abc&state=xyz`)
      assert.equal(visit.proven, true)
      assert.deepEqual(
        result.cookies.map(({ name, value, httpOnly }) => ({ name, value, httpOnly })),
        [{ name: 'session', value: '1', httpOnly: true }],
      )
      const trail = visit.exchanges.map(({ request, response }) => [
        request.method,
        new URL(request.url).pathname,
        response?.status,
      ])
      assert.deepEqual(trail, [
        ['GET', '/plain', 200],
        ['POST', '/taken', 302],
        ['GET', '/hop', 302],
        ['GET', '/end', 200],
      ])
      assert.equal(visit.exchanges[1]?.request.body, 'user=alice&password=‹secret›')
      assert.match(visit.exchanges[3]?.response?.body ?? '', /Signed/)
      assert.deepEqual(
        visit.screenshots.map(({ label }) => label),
        [
          'step 1: fill the field "User name"; step 2: fill the field "Password"',
          'step 3: click the button "Log in"; the login is at its end',
        ],
      )
      for (const { png } of visit.screenshots) assert.equal(png.subarray(1, 4).toString(), 'PNG')
    })

    for (const [path, says] of [
      ['/refused-at-length', /<h1>Not you/],
      ['/refused-without-a-word', /^$/],
    ] as const)
      test(`and has received all of ${path}`, async () => {
        const { result, visit } = await visiting(path, (visiting) => visiting.shows('Signed in', 0))
        const { status, body = '', truncated } = visit.exchanges[0]?.response ?? {}
        assert.deepEqual([result, status, truncated], [false, 403, false])
        assert.match(body, says)
      })

    test('and fills in all of a form that appears while it looks for its fields', async () => {
      const optional = usual.map((step) => ({ ...step, optional: true }))
      for (const ms of [10, 25, 40, 55, 70, 85, 100]) {
        const { visit } = await login(`/shown-later?ms=${ms}`, optional)
        const sent = visit.exchanges.find(({ request }) => request.method === 'POST')
        assert.equal(sent?.request.body, 'user=alice&password=‹secret›', `after ${ms} ms`)
      }
    })

    const looks: Readonly<Record<string, readonly [path: string, steps: readonly LoginStep[]]>> = {
      'whose form comes late': ['/late', usual],
      'whose pages are made by a script': ['/scripted', [usual[0] as LoginStep, next, usual[1] as LoginStep, next]],
      'of two pages': ['/two-pages', [usual[0] as LoginStep, next, usual[1] as LoginStep, next]],
      'among elements that are named alike': ['/decoys', usual],
      'in a frame': ['/framed', usual],
      'in a shadow tree': ['/shadow', usual],
      'by a choice': [
        '/choice',
        [{ expect: { text: 'Provider' } }, { fill: { label: 'Provider', value: 'Two' } }, { click: { text: 'Go on' } }],
      ],
      'by selectors and roles': [
        '/plain',
        [
          { fill: { role: 'textbox', name: 'User name', value: 'username' } },
          { fill: { selector: 'input[name=password]', value: 'password' } },
          { click: { selector: 'form button' } },
        ],
      ],
      'without the steps that it does not need': [
        '/consent',
        [...usual.map((step) => ({ ...step, optional: true })), { click: { role: 'button', name: 'Allow' } }],
      ],
      'whose page sends on after a while': ['/sends-on', []],
      'whose answer sends on after a while': ['/sends-on-by-header', []],
      'that has ended already': ['/hop', usual],
      'at the lab by itself': ['/to-lab', []],
    }
    for (const [look, [path, steps]] of Object.entries(looks))
      test(look, async () => {
        const { result } = await login(path, steps, { labLogin: [`${stage.pages.origin}/lab/`] })
        assert.ok(isEnd(result), result)
      })

    test('with the cookies of an earlier one', async () => {
      const first = await visiting('/taken', (visit) => visit.cookies())
      const { visit } = await visiting('/end', async () => undefined, { cookies: first.result })
      const sent = visit.exchanges[0]?.request.headers.find(([name]) => name.toLowerCase() === 'cookie')
      assert.equal(sent?.[1], 'session=1')
    })

    test('with cookies that it is given on the way', async () => {
      const first = await visiting('/taken', (visit) => visit.cookies())
      const { visit } = await visiting('/end', async (one) => {
        await one.keep(first.result)
        await one.goto(`${stage.pages.origin}/end`)
      })
      const cookies = visit.exchanges.map(
        ({ request }) => request.headers.find(([name]) => /^cookie$/i.test(name))?.[1],
      )
      assert.deepEqual(cookies, [undefined, 'session=1'])
    })
  })

  describe('says what a page has where a step does not match', { concurrency: 2 }, () => {
    test('with the number of the step, the names on the page and a picture', async () => {
      const steps: readonly LoginStep[] = [usual[0] as LoginStep, { fill: { label: 'Passphrase', value: 'password' } }]
      const started = performance.now()
      const { message, step, page, screenshot } = await problem(login('/plain', steps))
      assert.ok(performance.now() - started < 120_000)
      assert.equal(step, 2)
      assert.deepEqual(page, {
        title: 'Sign in',
        headings: ['Welcome'],
        labels: ['User name', 'Password'],
        buttons: ['Log in'],
        links: ['Help'],
      })
      assert.match(message, /^Login step 2 \(fill the field "Passphrase"\) matches nothing on http:\/\/127/)
      assert.match(
        message,
        /The page "Sign in" has headings "Welcome"; fields "User name", "Password"; buttons "Log in"/,
      )
      assert.equal(screenshot?.png.subarray(1, 4).toString(), 'PNG')
    })

    test('and that it was still loading, which patience mends; a mailbox is filled in where one is asked for', async () => {
      const steps: readonly LoginStep[] = [{ fill: { label: 'E-mail', value: 'email' } }, ...usual.slice(1)]
      const idleMs = 1_000
      const after = (stepMs: number) =>
        visiting('/compiled', (visit) => visit.follow(steps, { ...values, email: 'alice@example.org' }, isEnd), {
          patience: { idleMs, stepMs },
        })
      const [{ message }, patient] = await Promise.all([problem(after(2_500)), after(60_000)])
      assert.match(message, /^Login step 1 .* s, while the page was still loading something: login\.patience says/)
      assert.match(patient.result, /\/end\?code=abc/)
      assert.match(told(patient.visit), /user=alice%40example\.org/)
    })

    test('without what could harm a terminal', async () => {
      const { message } = await problem(login('/terminal'))
      assert.doesNotMatch(message, /[\p{Cc}\u202e]/u)
      assert.match(message, /buttons "a b"/)
    })

    test('and names a selector that cannot be read', async () => {
      const { step, message } = await problem(login('/plain', [{ click: { selector: 'a[[' } }]))
      assert.equal(step, 1)
      assert.match(message, /the selector a\[\[ cannot be read/)
    })

    test('and the status of an error page', async () => {
      assert.match(
        (await problem(login('/refused'))).message,
        /answered with 500\. The page has headings "Internal error"/,
      )
    })

    test('also where all steps are done', async () => {
      const { step, message } = await problem(login('/plain', [{ click: { role: 'link', name: 'Help' } }]))
      assert.equal(step, undefined)
      assert.match(message, /^After the last of 1 login steps nothing more happened/)
    })

    test('also where the lab itself does not know the user name', async () => {
      const { result, visit } = await visiting('/lab/stubborn', (one) => problem(one.follow([], values, isEnd)), {
        labLogin: [`${stage.pages.origin}/lab/`],
      })
      assert.equal(visit.proven, true)
      const { message } = result
      assert.match(message, /page of the lab did not take the user name alice/)
    })
  })

  describe('never tells a password', { concurrency: 2 }, () => {
    const fills = usual.slice(0, 2)
    const never = () => false
    const spellings = [values.password, encodeURIComponent(values.password), 'horse', 'battery', 'staple']

    test('that a page shows as text or as its title', async () => {
      const { result, visit } = await visiting('/echo', (one) => problem(one.follow(fills, values, never)))
      for (const word of spellings) assert.ok(!`${result.message} ${told(visit)}`.includes(word), word)
      assert.match(result.message, /The page "‹secret›"/)
      assert.equal(visit.screenshots.length, 0)
      assert.equal(result.screenshot, undefined)
    })

    test('that stands in a field which hides nothing', async () => {
      const { visit } = await visiting('/unmasked', (one) => problem(one.follow(fills, values, never)))
      assert.equal(visit.screenshots.length, 0)
    })

    test('that goes over the wire, of every visit', async () => {
      const { visit } = await login('/plain', usual, { secrets: [] })
      for (const word of spellings) assert.ok(!told(visit).includes(word), word)
      assert.equal(visit.screenshots.length, 2)
    })
  })

  describe('reaches nobody but whom it may', { concurrency: 2 }, () => {
    const from: Readonly<Record<string, (visit: Visit) => Promise<unknown>>> = {
      '/to-foreign': async () => undefined,
      '/to-hop': async () => undefined,
      '/posts': (visit) => visit.follow([usual[2] as LoginStep], values, () => false),
      '/refreshes': (visit) => visit.follow([], values, () => false),
    }
    for (const [path, work] of Object.entries(from))
      test(`by ${path.slice(1)}`, async () => {
        const visit = await stage.visit({ origins: [stage.pages.origin], secrets: [] })
        const { message } = await problem(visit.goto(`${stage.pages.origin}${path}`).then(() => work(visit)))
        await visit.close()
        assert.ok(message.includes(`it was sent to ${stage.foreign}, which it may not ask`), message)
        assert.equal(visit.blocked.length, 1)
        assert.ok(visit.blocked[0]?.startsWith(stage.foreign), visit.blocked[0])
        assert.deepEqual(strangers, [])
      })

    for (const [path, end] of Object.entries({ '/posts': '/post', '/posts-on': '/end#part' }))
      test(`though a login ends there, which is noticed, by ${path.slice(1)}`, async () => {
        const { result, visit } = await visiting(path, (one) =>
          one.follow([usual[2] as LoginStep], values, (url) => url.startsWith(stage.foreign)),
        )
        assert.equal(result, `${stage.foreign}${end}`)
        assert.equal(visit.blocked.length, 1)
        assert.deepEqual(strangers, [])
      })

    test('by whatever a page may load', async () => {
      const { visit } = await visiting('/loads', async (one) => {
        assert.equal(await one.shows('Loaded', 30_000), true)
        // All of them begin at once; the slowest is over when the page is still.
        assert.equal(await one.shows('Never', 3_000), false)
      })
      const paths = new Set(visit.blocked.map((url) => new URL(url).pathname))
      for (const way of [
        'image',
        'image-hop',
        'fetch',
        'fetch-hop',
        'frame',
        'style',
        'socket',
        'beacon',
        'events',
        'popup',
        'worker',
      ])
        assert.ok(paths.has(`/${way}`), `${way} is not among ${[...paths].join(', ')}`)
      for (const url of visit.blocked) assert.ok(url.includes(new URL(stage.foreign).host), url)
      assert.ok(!stage.pages.asked.includes('GET /worker.js'), 'a service worker was fetched')
      assert.deepEqual(strangers, [])
    })

    test('but those who are named', async () => {
      const friend = await servePages({ foreign: stage.pages.origin, stun: 9 })
      const visit = await stage.visit({ origins: [friend.origin, stage.pages.origin], secrets: [] })
      await visit.goto(`${friend.origin}/to-foreign`)
      assert.equal(visit.url(), `${stage.pages.origin}/redirect`)
      assert.equal(await visit.shows('Nothing here', 30_000), true)
      await visit.close()
      await friend.close()
      assert.deepEqual(visit.blocked, [])
    })
  })
})
