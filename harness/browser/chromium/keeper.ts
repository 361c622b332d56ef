import type { Browser as Chromium } from '@playwright/test'
import { within } from '../bounds.js'
import type { FromHost, Order, PlainProblem, ToHost } from '../protocol.js'
import { StepProblem } from '../step-problem.js'
import { launchChromium } from './launch.js'
import { type NearVisit, openVisit } from './visit.js'

/** Keeps one Chromium and its visits. */
export interface Keeper {
  hear(message: ToHost): void
  close(): Promise<void>
}

/** Longest wait for Chromium to end in good order, milliseconds. */
const closeMs = 3_000

/**
 * Starts Chromium and carries out orders, each at once.
 * @param end Called where Chromium no longer does what it should.
 */
export async function openKeeper(
  executable: string,
  tell: (message: FromHost) => void,
  end: () => void,
): Promise<Keeper> {
  let chromium = await launchChromium(executable)
  const visits = new Map<number, NearVisit>()
  const questions = new Map<number, (yes: boolean) => void>()
  let count = 0
  let stuck = false

  /** A page may have brought it down. */
  const running = async (): Promise<Chromium> => {
    if (!chromium.isConnected()) chromium = await launchChromium(executable)
    return chromium
  }
  const ask = (id: number, url: string): Promise<boolean> =>
    new Promise((resolve) => {
      count += 1
      questions.set(count, resolve)
      tell({ question: count, id, url })
    })

  async function carryOut(id: number, order: Order): Promise<unknown> {
    switch (order.call) {
      case 'version':
        return chromium.version()
      case 'visit':
        visits.set(id, await openVisit(await running(), order.options))
        return id
      case 'goto':
        return visitOf(order).goto(order.url)
      case 'follow':
        return visitOf(order).follow(order.steps, order.values, (url) => ask(id, url))
      case 'shows':
        return visitOf(order).shows(order.text, order.ms)
      case 'cookies':
        return visitOf(order).cookies()
      case 'keep':
        return visitOf(order).keep(order.cookies)
      case 'leave': {
        const visit = visitOf(order)
        visits.delete(order.visit)
        stuck ||= !(await visit.close())
        return undefined
      }
    }
  }
  const visitOf = ({ visit }: { readonly visit: number }): NearVisit => {
    const found = visits.get(visit)
    if (!found) throw new StepProblem('The visit is over.')
    return found
  }

  async function obey(id: number, order: Order): Promise<void> {
    const near = 'visit' in order ? visits.get(order.visit) : undefined
    let outcome: { readonly value?: unknown; readonly problem?: PlainProblem }
    try {
      outcome = { value: await carryOut(id, order) }
    } catch (error) {
      outcome = { problem: plain(error) }
    }
    const seen = near && (await near.seen())
    tell({ id, ...outcome, ...(seen && { seen }) })
    // A page that does not let go takes its browser with it; the next visit gets another.
    if (stuck) end()
  }

  return {
    hear: (message) => {
      if ('order' in message) return void obey(message.id, message.order)
      questions.get(message.question)?.(message.yes)
      questions.delete(message.question)
    },
    close: async () => {
      await within(closeMs, chromium.close(), undefined)
    },
  }
}

/** What Playwright says may hold what was typed; it stays here. */
const plain = (error: unknown): PlainProblem =>
  error instanceof StepProblem
    ? {
        message: error.message,
        ...(error.step !== undefined && { step: error.step }),
        ...(error.page && { page: error.page }),
        ...(error.screenshot && { screenshot: error.screenshot }),
      }
    : { message: 'The browser ended, or its window was closed by the page, before this was done.' }
