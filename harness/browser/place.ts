import type { Frame, Locator, Page } from '@playwright/test'
import type { LoginStep, PagePlace } from '../contracts/login.js'
import { within } from './bounds.js'
import { framesOf } from './chromium/look.js'

/** What a human can type into or choose from. */
const fillable =
  'input:not([type=checkbox],[type=radio],[type=button],[type=submit],[type=reset],[type=image],[type=file]), textarea, select, [contenteditable]'
/** Longest wait for a page to say whether an element is there, milliseconds. */
const patienceMs = 2_000

/** Whatever a step may name an element by. */
type Place = PagePlace | { readonly text: string }

/** Ways to find an element in a frame, the surest first: a whole name before a part of one. */
function waysTo(frame: Frame, step: LoginStep): readonly Locator[] {
  if ('expect' in step) return [frame.getByText(asWritten(step.expect.text))]
  if ('fill' in step) return placed(frame, step.fill).map((way) => way.and(frame.locator(fillable)))
  if ('text' in step.click) return [frame.getByText(step.click.text, { exact: true }), frame.getByText(step.click.text)]
  return placed(frame, step.click)
}

function placed(frame: Frame, place: Place): readonly Locator[] {
  if ('text' in place) return [true, false].map((exact) => frame.getByText(place.text, { exact }))
  if ('selector' in place) return [frame.locator(place.selector)]
  if ('label' in place)
    return [true, false].flatMap((exact) => [
      frame.getByLabel(place.label, { exact }),
      frame.getByPlaceholder(place.label, { exact }),
    ])
  const role = place.role as Parameters<Frame['getByRole']>[0]
  return [true, false].map((exact) => frame.getByRole(role, { name: place.name, exact }))
}

/** A text with its letter case, as a part of what an element shows. */
export const asWritten = (text: string): RegExp =>
  new RegExp(
    text
      .trim()
      .replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
      .replace(/\s+/g, '\\s+'),
  )

/** The element of a step where the page shows it now. */
export const elementOf = (page: Page, step: LoginStep): Promise<Locator | undefined> =>
  within(patienceMs, shownNow(page, step), undefined)

async function shownNow(page: Page, step: LoginStep): Promise<Locator | undefined> {
  for (const frame of framesOf(page)) {
    for (const way of waysTo(frame, step)) {
      const first = way.filter({ visible: true }).first()
      if (await first.isVisible().catch(() => false)) return first
    }
  }
  return undefined
}

/** Why a selector of a step cannot be read; `undefined` where it can. */
export async function unreadable(page: Page, step: LoginStep): Promise<string | undefined> {
  if ('expect' in step) return undefined
  const place: Place = 'fill' in step ? step.fill : step.click
  if (!('selector' in place)) return undefined
  const counted: Promise<string> = page
    .locator(place.selector)
    .count()
    .then(() => '', String)
  const said = await within(patienceMs, counted, '')
  return /selector|unexpected|engine|xpath/i.test(said) ? `the selector ${place.selector} cannot be read` : undefined
}

/** A step in the words of the target file, without what it fills in. */
export function stepWords(step: LoginStep): string {
  if ('expect' in step) return `expect the text "${step.expect.text}"`
  if ('fill' in step) return `fill ${placeWords(step.fill)}`
  return `click ${placeWords(step.click)}`
}

function placeWords(place: Place): string {
  if ('label' in place) return `the field "${place.label}"`
  if ('selector' in place) return `the element ${place.selector}`
  return 'text' in place ? `the text "${place.text}"` : `the ${place.role} "${place.name}"`
}
