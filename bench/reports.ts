import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { writeReports } from '../reports/index.js'
import { largeSample, sample, writeSample } from '../selftest/reports/reports-sample.js'
import { launchChromium } from '../selftest/stage/chromium.js'
import { median } from './measure.js'

const times = Number(process.argv[2] ?? 3)
const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** One filter of the report, with how it is chosen. */
const filters = {
  verdict: "document.querySelector('[name=verdict][value=fail]').click()",
  role: "const role = document.querySelector('[name=role]'); role.value = '2'; role.dispatchEvent(new Event('input', { bubbles: true }))",
  text: "const text = document.querySelector('[name=text]'); text.value = 'lifetime'; text.dispatchEvent(new Event('input', { bubbles: true }))",
  all: "document.querySelector('#filter button').click()",
} as const

/** Milliseconds from an action in the page to the frame that shows what came of it. */
const untilShown = (page: Page, action: string): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    const from = performance.now()
    ${action}
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)))
  })`)

async function measure(folder: string) {
  const started = performance.now()
  await writeReports(folder)
  const writing = performance.now() - started
  const browser = await launchChromium()
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  const from = performance.now()
  await page.goto(pathToFileURL(join(folder, 'index.html')).href)
  await untilShown(page, '')
  const opening = performance.now() - from
  const filtering = new Map<string, number>()
  for (const [name, action] of Object.entries(filters)) filtering.set(name, await untilShown(page, `{ ${action} }`))
  await browser.close()
  return { writing, opening, filtering }
}

for (const checks of [1000, 1600]) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  await writeSample(folder, largeSample(sample(3), checks / 4))
  const runs: Awaited<ReturnType<typeof measure>>[] = []
  for (let index = 0; index < times; index++) runs.push(await measure(folder))
  const of = (figure: (run: (typeof runs)[number]) => number) => `${Math.round(median(runs.map(figure)))} ms`
  const size = statSync(join(folder, 'index.html')).size / 1e6
  rmSync(folder, { recursive: true })
  say(`${checks} checks of four roles with their evidence, medians of ${times}`)
  say(`  writing all views: ${of(({ writing }) => writing)} (aim for 1,000: under 2 s)`)
  say(`  index.html: ${size.toFixed(1)} MB (aim: under 5 MB)`)
  say(`  opening it in Chromium: ${of(({ opening }) => opening)} (aim for 1,000: under 2 s)`)
  for (const name of Object.keys(filters))
    say(`  filter, ${name}: ${of(({ filtering }) => filtering.get(name) ?? Number.NaN)} (aim: under 100 ms)`)
}
