import { availableParallelism, loadavg } from 'node:os'
import { openBrowser } from '../harness/browser/browser.js'
import { plainVisit } from '../harness/browser/plain/plain-visit.js'
import type { LoginStep } from '../harness/contracts/login.js'
import { createHttpClient } from '../harness/wire/http.js'
import { servePages } from '../selftest/browser/browser-pages.js'
import { median } from './measure.js'

/** What a login in the browser costs, against a server that answers at once: a new context, the form, redirects, the page at the end. */
const times = Number(process.argv[2] ?? 15)
const steps: readonly LoginStep[] = [
  { fill: { label: 'User name', value: 'username' } },
  { fill: { label: 'Password', value: 'password' } },
  { click: { role: 'button', name: 'Log in' } },
]
const parts = ['open', 'page', 'login', 'look', 'close'] as const
const costs: Record<(typeof parts)[number] | 'whole', number[]> = {
  open: [],
  page: [],
  login: [],
  look: [],
  close: [],
  whole: [],
}
const ms = (figures: readonly number[]): string => `${Math.round(median(figures))} ms`

const pages = await servePages({ foreign: 'http://127.0.0.1:9', stun: 9 })
const started = performance.now()
const browser = await openBrowser()
const start = performance.now() - started

for (let index = 0; index < times; index++) {
  const marks = [performance.now()]
  const mark = (): void => void marks.push(performance.now())
  const visit = await browser.visit({ origins: [pages.origin], secrets: [] })
  mark()
  await visit.goto(`${pages.origin}/plain`)
  mark()
  await visit.follow(steps, { username: 'alice', password: 'correct horse' }, (url) => url.includes('/end'))
  mark()
  if (!(await visit.shows('Signed in', 5_000))) throw new Error('The login did not come to its end.')
  mark()
  await visit.close()
  mark()
  for (const [place, part] of parts.entries()) costs[part].push((marks[place + 1] as number) - (marks[place] as number))
  costs.whole.push((marks.at(-1) as number) - (marks[0] as number))
}
await browser.close()

/** The same without a browser, milliseconds. */
const plain: number[] = []
const http = createHttpClient({ insecure: true, timeoutMs: 5_000 })
for (let index = 0; index < times; index++) {
  const since = performance.now()
  const visit = plainVisit(http, { origins: [pages.origin], secrets: [], seen: true })
  await visit.goto(`${pages.origin}/plain`)
  await visit.follow(steps, { username: 'alice', password: 'correct horse' }, (url) => url.includes('/end'))
  if (!(await visit.shows('Signed in', 0))) throw new Error('The login did not come to its end.')
  plain.push(performance.now() - since)
}
await http.close()
await pages.close()

const say = (line: string): void => void process.stdout.write(`${line}\n`)
say(
  `${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}, medians of ${times} logins`,
)
say(`start of the browser, once per worker: ${Math.round(start)} ms`)
say(`login: ${ms(costs.whole)} (aim: under 1000 ms)`)
say(`  ${parts.map((part) => `${part} ${ms(costs[part])}`).join(', ')}`)
say(`login without a browser, where its pages need none: ${ms(plain)}`)
