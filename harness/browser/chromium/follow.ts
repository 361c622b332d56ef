import type { Page } from '@playwright/test'
import type { LoginStep } from '../../contracts/login.js'
import { act, isName } from '../act.js'
import { answerLabPage, isLabPage } from '../lab-page.js'
import { elementOf, stepWords, unreadable } from '../place.js'
import type { StepProblem } from '../step-problem.js'
import type { LoginValues } from '../types.js'
import { isInert } from './inert.js'
import { keepPicture, lookAgainMs, placeOf, problemOf, quiet, stillness, type Window } from './window.js'

/** Whether a login has come to its end at an address. */
export type Until = (url: string) => Promise<boolean>

/** A login on its way. */
interface Journey {
  readonly steps: readonly LoginStep[]
  readonly values: LoginValues
  readonly until: Until
  /** Place of the next step in `steps`. */
  next: number
  /** Addresses about which `until` was asked. */
  asked: number
  labLogins: number
  /** What was done since the last picture. */
  readonly untold: string[]
  /** Whether something was clicked since the last address, of which nothing may have come yet. */
  clicked: boolean
  /** Whether the page was found to be one that only a human changes, and then looked at for the next step. */
  inert: boolean
  /** When the login last went on, milliseconds of `performance.now`. */
  since: number
}

/** Addresses after which a login is called endless. */
const mostAddresses = 50
/** Times that the lab's own login page is answered. */
const mostLabLogins = 3
/** From then on a page is acted upon though it still loads something, milliseconds. */
const readyMs = 2_000

/** Carries out the steps of a login; see `Visit.follow`. */
export async function follow(
  window: Window,
  steps: readonly LoginStep[],
  values: LoginValues,
  until: Until,
): Promise<string> {
  const started = performance.now()
  const journey: Journey = {
    steps,
    values,
    until,
    next: 0,
    asked: 0,
    labLogins: 0,
    untold: [],
    clicked: false,
    inert: false,
    since: started,
  }
  const still = stillness(window)
  keepSecret(window, journey)
  await readSelectors(window, steps)
  for (;;) {
    const end = await endOf(window, journey)
    if (end !== undefined) return end
    const broken = brokenBy(window, journey, started)
    if (broken !== undefined) throw await problemOf(window, broken)
    if (await goOn(window, journey)) journey.since = performance.now()
    else {
      if (await isOver(window, journey, await still())) throw await unmatched(window, journey)
      await window.bell.heard(lookAgainMs)
    }
  }
}

/** What is typed is a secret. */
function keepSecret({ secrets }: Window, { steps, values }: Journey): void {
  secrets.add(values.password)
  for (const step of steps) if ('fill' in step && !isName(step.fill.value)) secrets.addTyped(step.fill.value)
}

async function readSelectors(window: Window, steps: readonly LoginStep[]): Promise<void> {
  for (const [index, step] of steps.entries()) {
    const why = await unreadable(window.page, step)
    if (why) throw await problemOf(window, `Login step ${index + 1} cannot be carried out: ${why}.`, index + 1)
  }
}

/** The address at which the login has come to its end, once what it shows has come. */
async function endOf(window: Window, journey: Journey): Promise<string | undefined> {
  const { traffic, patience } = window
  while (journey.asked < traffic.visited.length) {
    const url = traffic.visited[journey.asked] as string
    journey.asked += 1
    journey.since = performance.now()
    journey.clicked = journey.inert = false
    if (!(await journey.until(url))) continue
    while (traffic.underway !== undefined && !window.gone && performance.now() - traffic.underway < patience.loadMs)
      await window.bell.heard(lookAgainMs)
    await quiet(window)
    await tell(window, journey, 'the login is at its end')
    return url
  }
  return undefined
}

/** Why the login cannot go on, whatever the page shows. */
function brokenBy(
  { traffic, patience, gone }: Window,
  { labLogins, values }: Journey,
  started: number,
): string | undefined {
  if (gone) return 'The login broke off.'
  if (traffic.failure !== undefined) return `The login broke off: ${traffic.failure}.`
  if (traffic.visited.length >= mostAddresses)
    return `The login went through ${mostAddresses} addresses without an end.`
  if (labLogins > mostLabLogins) return `The login page of the lab did not take the user name ${values.username}.`
  if (performance.now() - started > patience.allMs) return `The login did not end within ${patience.allMs / 1000} s.`
  return undefined
}

/** Does what the page asks for, where it shows something that the login knows. */
async function goOn(window: Window, journey: Journey): Promise<boolean> {
  const { traffic, page } = window
  if (traffic.underway !== undefined) return false
  if (traffic.busy && performance.now() - journey.since < readyMs) return false
  if (isLabPage(window)) {
    const answered = await answerLabPage(window, journey.values.username)
    journey.clicked ||= answered
    if (answered) {
      journey.labLogins += 1
      journey.untold.push('logged in at the lab')
    }
    return answered
  }
  const open = awaited(journey)
  let shown = await firstShown(page, open)
  // The form of an earlier step may have come while the page was looked through.
  if (shown && shown.number > journey.next + 1) shown = await firstShown(page, open)
  if (!shown) return false
  const { number, step, element } = shown
  // Fields that are filled in one after the other are seen in one picture.
  if (!('fill' in step)) await tell(window, journey)
  if ('fill' in step && !isName(step.fill.value)) window.covered.push(element)
  if (!(await act(window, step, element, journey.values)))
    throw await problemOf(
      window,
      `Login step ${number} (${stepWords(step)}) found its element, which did not take it: it is covered, disabled or moving.`,
      number,
    )
  journey.next = number
  journey.clicked ||= 'click' in step
  journey.untold.push(`step ${number}: ${stepWords(step)}`)
  return true
}

/** The first of some steps whose element the page shows, with its number from 1. */
async function firstShown(page: Page, steps: readonly (readonly [number, LoginStep])[]) {
  for (const [index, step] of steps) {
    const element = await elementOf(page, step)
    if (element) return { number: index + 1, step, element }
  }
  return undefined
}

/** Keeps a picture of what has been done, if anything has. */
async function tell(window: Window, { untold }: Journey, ...more: readonly string[]): Promise<void> {
  const done = [...untold.splice(0), ...more]
  if (done.length > 0) await keepPicture(window, done.join('; '))
}

/** The next step, and those after it that may come in its place since it is optional. */
function awaited({ steps, next }: Journey): readonly (readonly [number, LoginStep])[] {
  const rest = [...steps.entries()].slice(next)
  const last = rest.findIndex(([, step]) => !step.optional)
  return last === -1 ? rest : rest.slice(0, last + 1)
}

/** Whether waiting any longer is of no use. */
async function isOver(window: Window, journey: Journey, stillMs: number): Promise<boolean> {
  const { traffic, patience } = window
  const { since, clicked, inert } = journey
  const now = performance.now()
  if (traffic.underway !== undefined) return now - traffic.underway > patience.loadMs
  journey.inert = !clicked && (await isInert(window))
  if (inert && journey.inert) return true
  return stillMs > patience.idleMs || now - since > patience.stepMs
}

function unmatched(window: Window, { steps, next, since }: Journey): Promise<StepProblem> {
  const { page, traffic } = window
  const where = placeOf(page.url())
  const seconds = Math.max(1, Math.round((performance.now() - since) / 1000))
  if (traffic.underway !== undefined) return problemOf(window, `No answer came within ${seconds} s after ${where}.`)
  const step = steps[next]
  return step
    ? problemOf(
        window,
        `Login step ${next + 1} (${stepWords(step)}) matches nothing on ${where} after ${seconds} s${loading(window)}.`,
        next + 1,
      )
    : problemOf(
        window,
        `After the last of ${steps.length} login steps nothing more happened on ${where} for ${seconds} s${loading(window)}.`,
      )
}

/** What is to be said of a page that may have come to no end yet. */
const loading = ({ traffic }: Window): string =>
  traffic.busy
    ? ', while the page was still loading something: login.patience says for how many seconds a step is waited for'
    : ''
