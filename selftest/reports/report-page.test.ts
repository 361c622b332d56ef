import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { writeReports } from '../../reports/index.js'
import { launchChromium } from '../stage/chromium.js'
import { needs } from '../stage/needs.js'
import { largeSample, sample, writeSample } from './reports-sample.js'

const results = sample(2)
let browser: Browser
let folder = ''
const skip = needs('chromium')

before(async () => {
  if (skip) return
  folder = await mkdtemp(join(tmpdir(), 'assay-page-'))
  await writeSample(folder, results)
  await writeReports(folder)
  browser = await launchChromium()
})
after(async () => {
  if (skip) return
  await browser.close()
  await rm(folder, { recursive: true })
})

const address = (fragment = '', at = folder): string => `${pathToFileURL(join(at, 'index.html'))}${fragment}`

/** The page in a context of its own, with everything that it should not have done. */
async function open(
  options: BrowserContextOptions,
  fragment = '',
  at = folder,
): Promise<{ readonly page: Page; readonly wrongs: string[]; close(): Promise<void> }> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const wrongs: string[] = []
  page.on('console', (message) => wrongs.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => wrongs.push(`error: ${error.message}`))
  page.on('dialog', (dialog) => {
    wrongs.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== address('', at)) wrongs.push(`request: ${request.url()}`)
  })
  await page.goto(address(fragment, at))
  return { page, wrongs, close: () => context.close() }
}

const unfold = (page: Page): Promise<void> =>
  page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")

/** How far the page is wider than its window, and what sticks out of it. */
const sticksOut = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`[...document.querySelectorAll('body *')]
    .filter((one) => one.checkVisibility() && !one.closest('.scroll, .sr, .skip') && one.getBoundingClientRect().right > innerWidth + 1)
    .map((one) => one.outerHTML.slice(0, 120))
    .concat(document.documentElement.scrollWidth > innerWidth ? ['the page'] : [])`)

describe('the page in Chromium', { skip }, () => {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1280, 1920])
      it(`is sound at ${width} px, ${colorScheme}: no violation of axe, nothing sticks out, nothing acts`, async () => {
        const { page, wrongs, close } = await open({ colorScheme, viewport: { width, height: 900 } })
        // Twice with everything that is folded: for axe that is ten times the work.
        if (width === (colorScheme === 'light' ? 390 : 1280)) await unfold(page)
        assert.deepEqual(await sticksOut(page), [])
        const { violations } = await new AxeBuilder({ page }).analyze()
        assert.deepEqual(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3)}`),
          [],
        )
        await unfold(page)
        assert.deepEqual(await sticksOut(page), [])
        assert.deepEqual(wrongs, [])
        await close()
      })

  it('shows hostile text as text, and nothing that is not seen', async () => {
    const { page, wrongs, close } = await open({})
    await unfold(page)
    const text = await page.evaluate<string>('document.body.innerText')
    assert.ok(text.includes('<script>alert(1)</script>"\' onload=x ]]> \\u{202E}gnp.exe\\u{0000}'))
    assert.doesNotMatch(text.replace(/[\n\t]/g, ''), /[\p{Cc}\p{Cf}\p{Cs}]/u)
    assert.equal(await page.locator('script').count(), 1)
    assert.equal(await page.evaluate("document.querySelectorAll('[onload],iframe,img,object,embed,base').length"), 0)
    assert.deepEqual(wrongs, [])
    await close()
  })

  it('refuses what gets in all the same: its policy lets no other script and no other style act', async () => {
    const { page, wrongs, close } = await open({})
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<img id="in" src="x" onerror="document.title = 1" style="width:7px">');
      document.body.append(Object.assign(document.createElement('script'), { textContent: 'document.title = 2' }))`)
    await page.waitForFunction("document.getElementById('in').complete")
    assert.doesNotMatch(await page.title(), /^\d$/)
    assert.notEqual(await page.evaluate("getComputedStyle(document.getElementById('in')).width"), '7px')
    assert.ok(wrongs.some((wrong) => /Content Security Policy/.test(wrong)))
    await close()
  })

  it('can be read without a script, and links still open what is folded', async () => {
    const { page, wrongs, close } = await open({ javaScriptEnabled: false }, '#check-2-pass.1')
    assert.ok(!(await page.locator('#filter').isVisible()))
    assert.ok(await page.locator('[id="check-2-pass.1"]').isVisible())
    assert.ok(await page.getByText('What to fix').first().isVisible())
    assert.deepEqual(wrongs, [])
    await close()
  })
})

describe('the filter', { skip }, () => {
  const shown = (page: Page, what: string): Promise<readonly string[]> =>
    page.evaluate(
      `[...document.querySelectorAll('${what}')].filter((one) => one.checkVisibility()).map((one) => one.dataset.v)`,
    )
  const checks = '#checks [data-v]'
  const requirements = '#clauses [data-v]'

  it('leaves the chosen verdicts of requirements and checks, and says how many', async () => {
    const { page, close } = await open({})
    await page.getByRole('checkbox', { name: 'Fail', exact: true }).check()
    assert.deepEqual(await shown(page, checks), ['fail'])
    assert.deepEqual([...new Set(await shown(page, requirements))], ['fail'])
    await page.getByRole('checkbox', { name: 'Disabled' }).check()
    assert.deepEqual(await shown(page, checks), ['fail', 'disabled'])
    assert.match((await page.locator('output').textContent()) ?? '', /^\d+ of 16 requirements, 2 of 12 checks$/)
    await close()
  })
  it('takes role, level and words together, and shows all again', async () => {
    const { page, close } = await open({})
    await page.getByLabel('Role').selectOption('2')
    assert.equal((await page.locator('#checks .group:visible').allTextContents()).length > 0, true)
    await page.getByLabel('Level').selectOption('must')
    await page.getByLabel('Text').fill('PASS.1 variation')
    assert.deepEqual(await shown(page, checks), ['pass'])
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByText(`, ${results.checks.length} of ${results.checks.length} checks`).waitFor()
    await unfold(page)
    assert.equal((await shown(page, checks)).length, results.checks.length)
    assert.equal((await shown(page, requirements)).length, results.requirements.length)
    await close()
  })
  it('stands in the address, so that a filtered view can be linked', async () => {
    const { page, close } = await open({})
    await page.getByRole('checkbox', { name: 'Finding' }).check()
    await page.getByLabel('Text').fill('jwt header')
    const fragment = await page.evaluate<string>('location.hash')
    assert.equal(fragment, '#verdict=finding&text=jwt+header')
    await close()
    const again = await open({}, fragment)
    assert.deepEqual(await shown(again.page, checks), ['finding'])
    assert.equal(await again.page.getByLabel('Text').inputValue(), 'jwt header')
    await again.close()
  })
  it('gives way to a link to what it hides', async () => {
    const { page, close } = await open({}, '#verdict=fail')
    const target = page.locator('[id="check-1-token.no-get"]')
    assert.ok(!(await target.isVisible()))
    await page.evaluate("location.hash = '#check-1-token.no-get'")
    await target.waitFor({ state: 'visible' })
    assert.ok(!(await page.getByRole('checkbox', { name: 'Fail', exact: true }).isChecked()))
    await close()
  })
  it('takes hostile text and hostile fragments as text', async () => {
    const { page, wrongs, close } = await open({}, '#text=<img src=x onerror=alert(1)>&verdict=nonsense')
    assert.deepEqual(await shown(page, checks), [])
    await page.evaluate("location.hash = '#%E0%A4%A'")
    await page.getByLabel('Text').fill('(((')
    assert.deepEqual(await shown(page, checks), [])
    assert.deepEqual(wrongs, [])
    await close()
  })
  it('works on 1,600 checks of four roles', async () => {
    const place = await mkdtemp(join(tmpdir(), 'assay-page-'))
    await writeSample(place, largeSample(results, 400))
    await writeReports(place)
    const { page, wrongs, close } = await open({}, '', place)
    await page.getByRole('checkbox', { name: 'Fail', exact: true }).check()
    assert.equal((await shown(page, checks)).length, 160)
    await page.getByLabel('Role').selectOption('3')
    assert.equal((await shown(page, checks)).length, 40)
    assert.deepEqual(await sticksOut(page), [])
    assert.deepEqual(wrongs, [])
    await close()
    await rm(place, { recursive: true })
  })
})

describe('the keyboard', { skip }, () => {
  it('reaches every control, and shows where it is', async () => {
    const { page, close } = await open({})
    const controls =
      await page.evaluate<number>(`window.all = [...document.querySelectorAll('a[href],summary,input,select,button,[tabindex]')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }));
      all.length`)
    const reached = new Set<number>()
    for (let press = 0; press < controls; press += 1) {
      await page.keyboard.press('Tab')
      const [index, outline] = await page.evaluate<[number, string]>(
        '[all.indexOf(document.activeElement), getComputedStyle(document.activeElement).outlineStyle]',
      )
      assert.notEqual(outline, 'none')
      reached.add(index)
    }
    assert.equal(reached.size, controls)
    assert.ok(!reached.has(-1))
    await close()
  })
  it('opens a check and chooses a verdict', async () => {
    const { page, close } = await open({})
    await page.getByRole('checkbox', { name: 'Finding' }).focus()
    await page.keyboard.press('Space')
    assert.equal(await page.evaluate('location.hash'), '#verdict=finding')
    const summary = page.locator('#checks details.check:visible > summary').first()
    await summary.focus()
    await page.keyboard.press('Enter')
    assert.ok(await page.locator('#checks details.check[open]:visible .pair').first().isVisible())
    await close()
  })
})

describe('on paper', { skip }, () => {
  it('nothing is cut off, and what did not pass stands open', async () => {
    const { page, wrongs, close } = await open({ colorScheme: 'dark', viewport: { width: 700, height: 900 } })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    assert.deepEqual(await sticksOut(page), [])
    const folded = await page.evaluate<readonly string[]>(
      `[...document.querySelectorAll('details.check.shown > div, .more > div, details.group:not(.never) > div')]
        .filter((one) => !one.checkVisibility({ contentVisibilityAuto: true }) || one.getBoundingClientRect().height === 0)
        .map((one) => one.id || one.outerHTML.slice(0, 80))`,
    )
    assert.deepEqual(folded, [])
    assert.equal(await page.evaluate('getComputedStyle(document.body).backgroundColor'), 'rgb(255, 255, 255)')
    const hidden = await page.evaluate(
      "[...document.querySelectorAll('nav, #filter')].filter((one) => one.checkVisibility()).length",
    )
    assert.equal(hidden, 0)
    const pdf = await page.pdf({ format: 'A4' })
    const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
    assert.ok(pages > 5 && pages < 80, String(pages))
    assert.deepEqual(wrongs, [])
    await close()
  })
})
