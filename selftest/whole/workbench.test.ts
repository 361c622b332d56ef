import assert from 'node:assert/strict'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from '@playwright/test'
import { referenceDocument } from '../../harness/target/reference-target.js'
import { assertNothingLeft, compiled, sandbox, targetFile, until } from '../stage/assay-command.js'
import { launchChromium } from '../stage/chromium.js'
import { needs } from '../stage/needs.js'

// The workbench of a watch's page, at a reference that takes any signature: what is sent by hand shows it, and no verdict changes.

const box = sandbox()
after(() => box.remove())

describe('the workbench of a watch', { skip: needs('chromium') }, () => {
  const document = referenceDocument('ServiceProvider')
  const lines = box.write('lines', '')
  let browser: Browser
  let page: Page
  let watch: ReturnType<typeof box.startShell>
  before(async () => {
    const config = targetFile(box, 'careless.json', {
      ...document,
      launch: { ...document.launch, env: { ...document.launch.env, ASSAY_FAULT: 'skips-signature' } },
    })
    const command = [process.execPath, compiled('harness/cli/main.js'), 'watch', '--config', config]
    const flags = ['--only', 'signature.bit-flipped,audience.two', '--profile', 'quick', '--page']
    const watching = [...command, ...flags].map((word) => `'${word}'`).join(' ')
    watch = box.startShell(`tail -f ${lines} | ${watching} | tee ${box.folder}/said`)
    await watch.says('Round 1: 1 check is not green; ')
    browser = await launchChromium()
    page = await browser.newPage({ viewport: { width: 390, height: 900 }, colorScheme: 'dark' })
    page.setDefaultTimeout(20_000)
    await page.goto(/The page: (\S+)/.exec(readFileSync(join(box.folder, 'said'), 'utf8'))?.[1] ?? '')
  })
  after(async () => {
    await browser?.close()
    appendFileSync(lines, 'quit\n')
    await until(() => box.processes().every(({ command }) => !command.includes(' watch ')), 60_000)
    for (const { pid, command } of box.processes()) if (command.startsWith('tail ')) process.kill(pid)
    await watch.ended
    await assertNothingLeft(box)
  })

  const changed = () => page.getByLabel('Changed', { exact: true })
  const says = () => page.locator('#bench-says')
  const frame = () => page.locator('#made')
  const made = () => page.frameLocator('#made').locator('main')
  /** A browser may leave a frame out of view without a layout, and all in it hidden. */
  const shows = async (text: string) => {
    await frame().scrollIntoViewIfNeeded()
    await made().getByText(text).waitFor()
  }
  const act = async (name: 'Mint' | 'Send', mutation: string, guise = '') => {
    await changed().fill(mutation)
    await page.getByLabel('Form', { exact: true }).selectOption(guise)
    const before = await frame().getAttribute('src')
    await page.getByRole('button', { name, exact: true }).press('Enter')
    const isOver = async () =>
      (await frame().getAttribute('src')) !== before || !['', 'At work …'].includes((await says().textContent()) ?? '')
    for (const end = Date.now() + 30_000; !(await isOver()) && Date.now() < end; ) await page.waitForTimeout(20)
  }

  it('sends one message, shows what came, and mints one with the line that sends it', async () => {
    await act('Send', '')
    await shows('It was granted.')
    await act('Send', 'audience.two', 'alg=RS512')
    await shows('It was refused.')
    const told = (await made().textContent()) ?? ''
    assert.match(told, /Form: alg=RS512/)
    assert.match(told, /Certificate chain/)
    assert.doesNotMatch(told, /eyJ[\w-]+\.[\w-]+\.[\w-]{40}/)
    // The fault is seen by hand, too.
    await act('Send', 'signature.bit-flipped')
    await shows('It was granted.')
    await act('Mint', 'header.other-typ')
    await shows('Minted by hand')
    assert.match(
      (await made().textContent()) ?? '',
      /Changed: header: .*"alg": "RS256".*curl -sS .*client_assertion=eyJ/s,
    )
  })

  it('says in a sentence what it cannot make', async () => {
    await act('Send', 'audience.tow')
    assert.match((await says().textContent()) ?? '', /^"audience\.tow" is no mutation .* Did you mean audience\.two/)
    assert.ok(!(await frame().isVisible()))
  })

  it('takes the message of the check that is opened', async () => {
    await page.getByRole('checkbox').uncheck()
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    await page.locator('[data-open="audience.two"]').first().click()
    await page.getByRole('button', { name: 'Its message to the workbench' }).click()
    assert.equal(await changed().inputValue(), 'audience.two')
    await page.keyboard.press('Enter')
    assert.match(page.url(), /^http:\/\/127\.0\.0\.1:\d+\/[\w-]+\/$/)
  })

  it('waits while a round goes on, and changes no verdict', async () => {
    const wish = (what: string, body: object) =>
      page.evaluate(
        `fetch(${JSON.stringify(what)}, { method: 'POST', body: ${JSON.stringify(JSON.stringify(body))} }).then((one) => one.text())`,
      )
    const hand = wish('by-hand', { act: 'send' })
    await wish('run', { what: 'all' })
    const during = wish('by-hand', { act: 'send' })
    assert.equal(await hand, 'wanted\n')
    assert.match(String(await during), /^A round goes on: the workbench waits until it is over\.$/m)
    await watch.says('Round 2: 1 check is not green; ')
  })

  it('says what differs from the time before where a check is replayed', async () => {
    const [opened, replay] = [page.frameLocator('#frame').locator('main'), page.getByRole('button', { name: 'Replay' })]
    await replay.click()
    await watch.says('Round 3: 1 check is not green; ')
    await opened.getByText('Nothing differs from the time before but names, times and keys.').waitFor()
    const found = await new AxeBuilder({ page }).setLegacyMode(true).include('#frame').analyze()
    assert.deepEqual(
      found.violations.map(({ id }) => id),
      [],
    )
  })

  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1280, 'light'],
    [1920, 'dark'],
  ] as const)
    it(`is sound at ${width} px, ${colorScheme}`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await act('Send', 'signature.bit-flipped', 'chain=4')
      await shows('It was granted.')
      await page.locator('#bench-title').scrollIntoViewIfNeeded()
      const sticksOut = await page.evaluate(`[...document.querySelectorAll('body *')]
        .filter((one) => one.checkVisibility() && !one.closest('.scroll, .skip') && one.getBoundingClientRect().right > innerWidth + 1)
        .map((one) => one.outerHTML.slice(0, 120))`)
      assert.deepEqual(sticksOut, [])
      // The frames' pages are the report's.
      const found = await new AxeBuilder({ page }).setLegacyMode(true).exclude('iframe').analyze()
      assert.deepEqual(
        found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3)}`),
        [],
      )
      if (process.env.SELFTEST_PICTURES !== undefined)
        await page.screenshot({ path: `${process.env.SELFTEST_PICTURES}/bench-${width}-${colorScheme}.png` })
    })
})
