import { stripVTControlCharacters } from 'node:util'
import type { Frame, Page } from '@playwright/test'
import { within } from '../bounds.js'
import type { Clean } from '../secrets.js'
import type { PageSummary } from '../types.js'

/** Longest wait for a page to tell of itself, milliseconds: a script of it may hold it up for ever. */
const patienceMs = 2_000
/** Frames that are looked at. */
const mostFrames = 10
const most = { texts: 10, characters: 80 }

/** Frames of a page, the main one first. */
export const framesOf = (page: Page): readonly Frame[] => page.frames().slice(0, mostFrames)

// A page that sends on by itself after a while is never still.
// Scripts are texts since the harness is compiled without the names of a browser.
const printScript = `(() => {
  const root = document.documentElement
  if (document.querySelector('meta[http-equiv="refresh" i]')) return performance.now()
  return document.getElementsByTagName('*').length + ' ' + (root ? root.textContent.length : 0)
})()`

/** What changes when the page does; `undefined` where it does not answer. */
export const fingerprint = (page: Page): Promise<unknown> =>
  within(patienceMs, page.evaluate<unknown>(printScript), undefined)

/** Every text of a frame that may be seen, shadow trees and form fields included, passwords behind dots excluded. */
const textScript = (mostCharacters: number) => `(() => {
  const all = []
  let length = 0
  const add = (text) => { if (typeof text === 'string') { all.push(text); length += text.length } }
  const walk = (node) => {
    for (const child of node.childNodes) {
      if (length > ${mostCharacters}) return
      if (child.nodeType === 3) add(child.data)
      if (child.nodeType !== 1 || /^(script|style|template|noscript)$/i.test(child.nodeName)) continue
      if (child.type !== 'password') add(child.value)
      add(child.placeholder)
      if (child.shadowRoot) walk(child.shadowRoot)
      walk(child)
    }
  }
  walk(document)
  return all.join('')
})()`

/** Longest text that can be searched; a page with more is taken for one that may show anything. */
const searchable = 500_000

/** All text that a page shows; `undefined` where that cannot be read. */
export async function textOf(page: Page): Promise<string | undefined> {
  const texts = await Promise.all(
    framesOf(page).map((frame) =>
      within(patienceMs, frame.evaluate<unknown>(textScript(searchable)), undefined as unknown),
    ),
  )
  const known = texts.filter((text): text is string => typeof text === 'string' && text.length <= searchable)
  return known.length === page.frames().length ? known.join('\n') : undefined
}

const summaryScript = `(() => {
  const texts = (selector, text) => {
    const found = []
    for (const element of document.querySelectorAll(selector)) {
      if (found.length === ${most.texts}) break
      if (!element.getClientRects().length) continue
      const said = String(text(element) || '').slice(0, ${most.characters * 4})
      if (said.trim()) found.push(said)
    }
    return found
  }
  const named = (element) => element.getAttribute('aria-label') || element.innerText || element.value || element.title
  const labelOf = (element) =>
    element.getAttribute('aria-label') || (element.labels && element.labels[0] && element.labels[0].innerText) ||
    element.placeholder || (element.name && 'no label, name ' + element.name) || element.id && 'no label, id ' + element.id
  const fields = 'input:not([type=hidden],[type=submit],[type=button],[type=reset],[type=image]), textarea, select'
  return {
    title: String(document.title).slice(0, ${most.characters * 4}),
    headings: texts('h1, h2, h3, h4, [role=heading]', (element) => element.innerText),
    labels: texts(fields, labelOf),
    buttons: texts('button, [role=button], input[type=submit], input[type=button], input[type=image]', named),
    links: texts('a[href], [role=link]', named),
  }
})()`

/** What a page offers to a human; `undefined` where it does not tell. */
export async function summaryOf(page: Page, clean: Clean): Promise<PageSummary | undefined> {
  const told = await within(patienceMs, page.evaluate<unknown>(summaryScript), undefined)
  if (typeof told !== 'object' || told === null) return undefined
  const { title, ...lists } = told as Readonly<Record<string, unknown>>
  const list = (value: unknown): readonly string[] =>
    Array.isArray(value) ? value.slice(0, most.texts).map((one) => oneLine(one, clean)) : []
  return {
    title: oneLine(title, clean),
    headings: list(lists.headings),
    labels: list(lists.labels),
    buttons: list(lists.buttons),
    links: list(lists.links),
  }
}

/** Text of a page as part of a sentence of ours. */
function oneLine(value: unknown, clean: Clean): string {
  const text = clean(stripVTControlCharacters(String(value).slice(0, 4 * most.characters)))
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
    .trim()
  return text.length > most.characters ? `${text.slice(0, most.characters)}…` : text
}

/** A summary as a clause. */
export function summaryWords({ title, headings, labels, buttons, links }: PageSummary): string {
  const parts = Object.entries({ headings, fields: labels, buttons, links })
    .filter(([, texts]) => texts.length > 0)
    .map(([kind, texts]) => `${kind} ${texts.map(quoted).join(', ')}`)
  return `The page${title === '' ? '' : ` ${quoted(title)}`} has ${parts.length === 0 ? 'nothing to act on' : parts.join('; ')}.`
}

const quoted = (text: string): string => `"${text.replaceAll('"', "'")}"`
