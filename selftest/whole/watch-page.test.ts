import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import type { LedgerEntry } from '../../harness/contracts/lab-protocol.js'
import type { PlannedCheck } from '../../harness/contracts/plan.js'
import type { CheckResult } from '../../harness/contracts/results.js'
import { type Desk, openDesk } from '../../harness/watch/desk.js'
import type { Wish } from '../../harness/watch/loop.js'
import { type OpenPage, openPage } from '../../harness/watch/page/open-page.js'
import { checkPage, evidenceIn, unplayedPage } from '../../reports/index.js'
import { hostile, sample, writeSample } from '../reports/reports-sample.js'
import { launchChromium } from '../stage/chromium.js'
import { needs } from '../stage/needs.js'
import { ownFolder } from '../stage/own-folder.js'

const results = sample(2)
const folder = ownFolder()
const wishes: Wish[] = []
const made: string[] = []
let calls: readonly LedgerEntry[] = []
let desk: Desk
let open: OpenPage

const requirementsOf = ({ requirements }: CheckResult): readonly string[] => [
  ...requirements.filter((id) => ['JWT-LIFETIME', 'JWT-HEADER-ONLY'].includes(id)),
  'JWT-ALG',
]
const plan = results.checks.map(
  (check) =>
    ({
      target: check.target,
      role: check.role,
      check: { ...check, requirements: requirementsOf(check), cases: check.cases ?? [] },
      selected: { run: true },
    }) as PlannedCheck,
)
const resultOf = (id: string): CheckResult => results.checks.find((check) => check.id === id) as CheckResult

before(async () => {
  await writeSample(folder, results)
  desk = openDesk(plan)
  open = await openPage({
    desk,
    title: `Acme ${hostile}`,
    check: ({ planned, result }) =>
      result ? checkPage(results, result, evidenceIn(folder)) : unplayedPage(planned.check.title),
    calls: [
      async () => {
        const fresh = calls
        calls = []
        return fresh
      },
    ],
    want: (wish) => void wishes.push(wish),
    bench: {
      work: async (act) => {
        made.push(act)
        return '<p>made</p>'
      },
    },
  })
})
after(() => open.close())

/** A check of the sample is carried out. */
function judge(id: string, verdict = resultOf(id).verdict): void {
  const result = { ...resultOf(id), verdict }
  open.view.judged(result, desk.lay(result))
  open.view.kept([result])
}

/** Status of a request to the server of the page; `path` below its token unless it begins with a slash. */
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET', body = ''): Promise<number> =>
  new Promise((resolve, reject) => {
    const url = new URL(path, open.address)
    const asked = httpRequest(url, { method, agent: false, headers: { host: url.host, ...headers } }, (response) => {
      response.destroy()
      resolve(response.statusCode ?? 0)
    })
    asked.once('error', reject).end(body)
  })

describe('the server of the page', () => {
  it('answers those alone who know its address, by no other name, and from no other site', async () => {
    const { origin, port } = new URL(open.address)
    assert.equal(await ask(''), 200)
    assert.equal(await ask('', { host: `localhost:${port}` }), 200)
    for (const path of ['/', '/events', `${new URL(open.address).pathname.slice(0, -2)}x/`])
      assert.equal(await ask(path), 403, path)
    assert.equal(await ask('', { host: `assay.example:${port}` }), 403)
    assert.equal(await ask('', { origin: 'http://assay.example' }), 403)
    assert.equal(await ask('check?key=none'), 404)
    const wish = JSON.stringify({ what: 'all' })
    const byHand = JSON.stringify({ act: 'send' })
    const strangers: Record<string, string>[] = [
      {},
      { origin: 'null' },
      { origin: 'http://assay.example' },
      { origin: `https://127.0.0.1:${port}` },
      { origin, host: `assay.example:${port}` },
    ]
    for (const headers of strangers) {
      assert.equal(await ask('run', headers, 'POST', wish), 403, JSON.stringify(headers))
      assert.equal(await ask('by-hand', headers, 'POST', byHand), 403, JSON.stringify(headers))
    }
    assert.deepEqual([...wishes, ...made], [])
    assert.equal(await ask('run', { origin }, 'POST', wish), 200)
    assert.equal(await ask('by-hand', { origin }, 'POST', byHand), 200)
    assert.deepEqual([...wishes.splice(0), ...made.splice(0)], [{ kind: 'all' }, 'send'])
  })

  it('takes nothing that it cannot read', async () => {
    const { origin } = new URL(open.address)
    for (const body of [
      '',
      '{',
      '[]',
      '{"names":[1]}',
      '{"what":"quit"}',
      '{"names":["no.such"]}',
      `{"names":["${'x'.repeat(99_999)}"]}`,
    ])
      assert.equal(await ask('run', { origin }, 'POST', body), 400, body.slice(0, 40))
    assert.deepEqual(wishes, [])
  })
})

const skip = needs('chromium')

describe('the page of a watch in Chromium', { skip }, () => {
  let browser: Browser
  before(async () => {
    browser = await launchChromium()
  })
  after(() => browser.close())

  /** The page in a context of its own, with everything that it should not have done. */
  async function visit(options: BrowserContextOptions) {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    const wrongs: string[] = []
    page.on('console', (message) => wrongs.push(`console: ${message.text()}`))
    page.on('pageerror', (error) => wrongs.push(`error: ${error.message}`))
    page.on('dialog', (dialog) => {
      wrongs.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('request', (request) => {
      if (!request.url().startsWith(open.address)) wrongs.push(`request: ${request.url()}`)
    })
    await page.goto(open.address)
    return { page, wrongs, close: () => context.close() }
  }

  const openCheck = async (page: Page, id: string): Promise<void> => {
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    await page.locator(`[data-open="${id}"]`).first().click()
    await page.frameLocator('#frame').locator('h1').waitFor()
  }

  /** What axe finds; without the frame, whose page is looked at by itself. */
  const violations = async (page: Page): Promise<readonly string[]> =>
    (await new AxeBuilder({ page }).setLegacyMode(true).exclude('#frame').analyze()).violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3)}`,
    )

  it('shows a check in a page of which axe finds nothing either', async () => {
    judge('jwt.header-kid')
    const { page, close } = await visit({})
    await openCheck(page, 'jwt.header-kid')
    await page.goto(new URL((await page.locator('#frame').getAttribute('src')) ?? '', open.address).href)
    assert.match((await page.locator('h1').textContent()) ?? '', /^refuses a header/)
    assert.deepEqual(await violations(page), [])
    await close()
  })

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1280, 1920])
      it(`is sound at ${width} px, ${colorScheme}: no violation of axe, nothing sticks out, nothing acts`, async () => {
        for (const { id } of results.checks) judge(id)
        const { page, wrongs, close } = await visit({ colorScheme, viewport: { width, height: 900 } })
        calls = [{ at: 1, kind: 'other', method: 'GET', target: `/${hostile}`, caller: hostile, status: 404 }]
        await openCheck(page, 'jwt.header-kid')
        await page.locator('#calls tr').first().waitFor()
        const sticksOut = await page.evaluate(`[...document.querySelectorAll('body *')]
          .filter((one) => one.checkVisibility() && !one.closest('.scroll, .skip') && one.getBoundingClientRect().right > innerWidth + 1)
          .map((one) => one.outerHTML.slice(0, 120))`)
        assert.deepEqual(sticksOut, [])
        assert.deepEqual(await violations(page), [])
        assert.deepEqual(wrongs, [])
        if (process.env.SELFTEST_PICTURES !== undefined)
          await page.screenshot({ path: `${process.env.SELFTEST_PICTURES}/page-${width}-${colorScheme}.png` })
        await close()
      })

  it('shows hostile text as text, in the list, in a check and among the calls', async () => {
    judge('jwt.header-kid')
    const { page, wrongs, close } = await visit({})
    open.view.complain(`The target printed ${hostile}`)
    calls = [{ at: 1, kind: 'other', method: 'GET', target: `/${hostile}`, caller: hostile, status: 404 }]
    await openCheck(page, 'jwt.header-kid')
    await page.locator('#calls tr').first().waitFor()
    const said = '<script>alert(1)</script>"\' onload=x ]]> \\u{202E}gnp.exe\\u{0000}'
    assert.ok((await page.locator('#now').textContent())?.includes(said))
    assert.ok((await page.locator('#calls').textContent())?.includes(said))
    assert.ok((await page.locator('#list').textContent())?.includes(said))
    const inside = (await page.frameLocator('#frame').locator('main').textContent()) ?? ''
    assert.ok(inside.includes(said))
    for (const text of [(await page.locator('main').textContent()) ?? '', inside])
      assert.doesNotMatch(text.replace(/[\n\t]/g, ''), /[\p{Cc}\p{Cf}\p{Cs}]/u)
    assert.equal(await page.locator('script').count(), 1)
    assert.equal(await page.frameLocator('#frame').locator('script, [onload]').count(), 0)
    assert.deepEqual(wrongs, [])
    await close()
  })

  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1280, 'light'],
  ] as const)
    it(`shows the decoded JWT of a call under the mouse, and keeps it where it is asked to, at ${width} px`, async () => {
      const { page, wrongs, close } = await visit({ colorScheme, viewport: { width, height: 900 } })
      const jwt = { digest: 'd', whole: 'w', verified: true }
      const assertion = { ...jwt, header: { alg: 'RS512' }, payload: { iss: `did:example:acme${hostile}` } }
      const forwarded = [{ ...jwt, header: {}, payload: { sub: 'did:example:buyer' } }]
      const call = { method: 'POST', target: '/token', caller: 'acme', status: 200 }
      calls = [
        { ...call, at: 1, kind: 'registry-token', assertion },
        { ...call, at: 2, kind: 'delegation', forwarded },
        { ...call, at: 3, kind: 'crl', target: '/plain' },
      ]
      const panel = page.getByRole('region', { name: 'The JWT, decoded' })
      const row = (text: string) => page.locator('#calls tr', { hasText: text }).first()
      await row('/plain').hover()
      assert.equal(await row('/plain').getByRole('button').count(), 0)
      assert.ok(!(await panel.isVisible()))
      await row('registry-token').hover()
      const told = (await panel.textContent()) ?? ''
      assert.match(told, /"alg": "RS512".*"iss": "did:example:acme<script>/s)
      assert.doesNotMatch(told.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Cs}]/u)
      await page.locator('h1').hover()
      assert.ok(!(await panel.isVisible()))
      await row('delegation').getByRole('button', { name: 'JWT' }).press('Enter')
      await page.locator('h1').hover()
      assert.match((await panel.textContent()) ?? '', /"sub": "did:example:buyer"/)
      assert.deepEqual(await violations(page), [])
      if (process.env.SELFTEST_PICTURES !== undefined)
        await page.screenshot({ path: `${process.env.SELFTEST_PICTURES}/jwt-${width}-${colorScheme}.png` })
      await panel.getByRole('button', { name: 'Close' }).press('Enter')
      assert.ok(!(await panel.isVisible()))
      assert.match(String(await page.evaluate("document.activeElement.closest('tr').textContent")), /delegation/)
      assert.deepEqual(wrongs, [])
      await close()
    })

  it('has a frame in which nothing can act, even where something gets in', async () => {
    const { page, close } = await visit({})
    await openCheck(page, 'jwt.lifetime-31')
    await page
      .frameLocator('#frame')
      .locator('body')
      .evaluate((body) => {
        body.insertAdjacentHTML(
          'beforeend',
          '<img src="x" onerror="parent.document.title = 1"><a id="out" href="https://assay.example/" target="_top">out</a>',
        )
      })
    await page.frameLocator('#frame').locator('#out').click()
    await page.waitForTimeout(200)
    assert.equal(page.url(), open.address)
    assert.match(await page.title(), /^Assay watches/)
    await close()
  })

  it('stays true while rounds go on, and by itself loads anew what is opened', async () => {
    judge('jwt.lifetime-31', 'fail')
    const { page, close } = await visit({})
    await page.getByText('only what is not green').waitFor()
    await openCheck(page, 'jwt.lifetime-31')
    const state = page.locator('details.rule:has-text("JWT-LIFETIME") > summary [data-state]').first()
    assert.equal(await state.textContent(), 'Fail')
    const src = await page.locator('#frame').getAttribute('src')
    judge('jwt.lifetime-31', 'pass')
    await page.waitForFunction(`document.getElementById('frame').getAttribute('src') !== ${JSON.stringify(src)}`)
    assert.equal(await state.textContent(), 'Pass')
    assert.ok(!(await page.locator('details.rule:has-text("JWT-LIFETIME")').first().isVisible()))
    await close()
  })

  it('asks for rounds by its buttons, and can be used by keyboard alone', async () => {
    const { page, wrongs, close } = await visit({})
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('searchbox').focus()
    await page.keyboard.type('jwt.lifetime')
    const summary = page.locator('details.rule:visible > summary').first()
    await summary.focus()
    await page.keyboard.press('Enter')
    const button = page.locator('[data-open="jwt.lifetime-31"]:visible').first()
    await button.focus()
    await page.keyboard.press('Enter')
    await page.frameLocator('#frame').locator('h1').waitFor()
    for (const name of ['Replay this check', 'Run its topic']) {
      await page.getByRole('button', { name }).focus()
      await page.keyboard.press('Space')
    }
    for (const end = Date.now() + 10_000; wishes.length < 3 && Date.now() < end; ) await page.waitForTimeout(20)
    assert.deepEqual(
      wishes.splice(0).map((wish) => (wish.kind === 'checks' ? [...wish.ids] : wish.kind)),
      ['failing', ['jwt.lifetime-31'], ['jwt.lifetime-31', 'jwt.header-kid']],
    )
    assert.deepEqual(wrongs, [])
    await close()
  })

  it('says so when the watch has ended', async () => {
    const { page, close } = await visit({})
    await open.close()
    await page.getByText('The watch has ended').waitFor()
    await close()
  })
})
