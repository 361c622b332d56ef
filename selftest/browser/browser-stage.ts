import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before } from 'node:test'
import { openBrowser } from '../../harness/browser/browser.js'
import { StepProblem } from '../../harness/browser/step-problem.js'
import type { Browser, Visit, VisitOptions } from '../../harness/browser/types.js'
import type { LoginStep } from '../../harness/contracts/login.js'
import { type Pages, servePages } from './browser-pages.js'

/** Who logs in. */
export const values = { username: 'alice', password: 'correct & horse "battery" <staple>' }
/** The steps of most pages. */
export const usual: readonly LoginStep[] = [
  { fill: { label: 'User name', value: 'username' } },
  { fill: { label: 'Password', value: 'password' } },
  { click: { role: 'button', name: 'Log in' } },
]

/** The problem in which a login ends. */
export async function problem(work: Promise<unknown>): Promise<StepProblem> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof StepProblem, `${error ?? 'no problem'}`)
  return error
}

/** All that a visit says of what it saw. */
export const told = ({ exchanges, blocked, screenshots }: Visit): string =>
  JSON.stringify([exchanges, blocked, screenshots.map(({ label }) => label)])

/** A browser with pages, and with a stranger whom it must not reach. */
export interface BrowserStage {
  readonly pages: Pages
  /** Origin of the stranger. */
  readonly foreign: string
  /** Every sign that the stranger was reached. */
  readonly strangers: readonly string[]
  visit(options: VisitOptions): Promise<Visit>
  /** Visits a path and leaves again; what it saw stays. */
  visiting<T>(
    path: string,
    work: (visit: Visit) => Promise<T>,
    options?: Partial<VisitOptions>,
  ): Promise<{ readonly result: T; readonly visit: Visit }>
  /** Logs in on the pages of a path. */
  login(
    path: string,
    steps?: readonly LoginStep[],
    options?: Partial<VisitOptions>,
  ): Promise<{ readonly result: string; readonly visit: Visit }>
  isEnd(url: string): boolean
}

/** One Chromium for all tests of the suite that asks for it. */
export function browserStage(): BrowserStage {
  let browser: Browser
  let pages: Pages
  let foreign = ''
  const strangers: string[] = []
  const stranger = createServer((request, response) => {
    strangers.push(`${request.method} ${request.url}`)
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('stranger')
  })
  stranger.on('upgrade', (request, socket) => {
    strangers.push(`upgrade ${request.url}`)
    socket.destroy()
  })
  stranger.on('connection', () => strangers.push('connection'))
  const stun = createSocket('udp4').on('message', () => strangers.push('stun'))

  before(async () => {
    stranger.listen(0, '127.0.0.1')
    stun.bind(0, '127.0.0.1')
    await Promise.all([once(stranger, 'listening'), once(stun, 'listening')])
    foreign = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
    pages = await servePages({ foreign, stun: stun.address().port })
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await pages?.close()
    stun.close()
    stranger.close()
    stranger.closeAllConnections()
  })

  const isEnd = (url: string): boolean => url.startsWith(`${pages.origin}/end`)
  const visiting: BrowserStage['visiting'] = async (path, work, options = {}) => {
    const visit = await browser.visit({ origins: [pages.origin], secrets: [values.password], ...options })
    try {
      await visit.goto(`${pages.origin}${path}`)
      return { result: await work(visit), visit }
    } finally {
      await visit.close()
    }
  }
  return {
    get pages() {
      return pages
    },
    get foreign() {
      return foreign
    },
    strangers,
    visit: (options) => browser.visit(options),
    visiting,
    login: (path, steps = usual, options = {}) =>
      visiting(path, (visit) => visit.follow(steps, values, isEnd), options),
    isEnd,
  }
}
