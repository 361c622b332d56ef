import { type CheerioAPI, load } from 'cheerio'
import type { PagePlace } from '../../contracts/login.js'
import type { HttpResponse } from '../../wire/types.js'
import { asWritten } from '../place.js'
import { isBare } from './bare.js'
import { NotPlain } from './not-plain.js'

/** What a click asks a server for. */
export interface Submission {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** `application/x-www-form-urlencoded` */
  readonly body?: string
}

/** A page as its HTML says it, without a browser: what it shows, and where its links and forms lead. */
export interface PlainPage {
  /** Whether it holds nothing by which it could change: what it shows is what its HTML says. */
  readonly inert: boolean
  /** Whether it says a text, letter case included. */
  says(text: string): boolean
  /** Types into a field; `false` where the page has none. Throws `NotPlain` where only a browser can tell. */
  fill(place: PagePlace, value: string): boolean
  /** Where a click on an element leads; undefined where the page has none. Throws `NotPlain` likewise. */
  click(place: PagePlace | { readonly text: string }): Submission | undefined
}

/** By what a page can change without its human, as `isInert` has it, or show what does not stand in it. */
const moving =
  'script, iframe, frame, object, embed, svg, meta[http-equiv], [onload], [onerror], template[shadowrootmode]'
/** Pages with more tags are left to a browser, which has a process of its own to take its time in. */
const mostTags = 1_000
const unseen = 'script, style, template, noscript'
const fields =
  'textarea, select, input:not([type=checkbox],[type=radio],[type=button],[type=submit],[type=reset],[type=image],[type=file],[type=hidden])'
const buttons = 'button, input[type=submit], input[type=button]'
const clickable: Readonly<Record<string, string>> = { button: buttons, link: 'a[href]' }

/** What is never shown as text of the page. */
const choices = 'select, textarea'
/** What shows its value as text. */
const pushed = 'input[type=submit], input[type=button], input[type=reset]'
/** What stands on lines of its own. */
const lines =
  'address, article, aside, blockquote, br, dd, div, dl, dt, fieldset, footer, form, h1, h2, h3, h4, h5, h6, header, hr, legend, li, main, nav, ol, p, pre, section, table, td, th, tr, ul'

/** How a page is read. */
export interface Reading {
  /** A browser has shown pages of the target: what hides there is known to be in nobody's way. */
  readonly seen: boolean
}

/** Reads the page of an address. Throws `NotPlain` for what is no page, or may hide something and no browser has seen it. */
export function plainPage(url: string, { headers, body, truncated }: HttpResponse, { seen }: Reading): PlainPage {
  const type = String(headers['content-type'] ?? '')
  const isText = body === '' || /^(text\/(html|plain)|application\/(problem\+)?json)\b/i.test(type)
  if (truncated || !isText || headers['content-encoding'] !== undefined) throw new NotPlain('no page, or none to read')
  if (!/^text\/html\b/i.test(type)) return textPage(body)
  if (body.split('<').length > mostTags) throw new NotPlain('a page that takes long to read')
  const $ = load(body)
  const inert = $(moving).length === 0 && headers.refresh === undefined
  if (!seen && !isBare($, headers)) throw new NotPlain('a page that may hide what it says')
  const shown = $('body').clone()
  shown.find(seen ? unseen : `${unseen}, ${choices}`).remove()
  if (!seen) shown.find(lines).before('\n').after('\n')
  for (const button of shown.find(pushed).toArray()) $(button).replaceWith($('<b>').text(button.attribs.value ?? ''))
  const text = dense(shown.text())
  return {
    inert,
    says: (wanted) => asWritten(wanted).test(text),
    fill(place, value) {
      const field = only($, inWays($, place, fields))
      if (!field) return false
      if (field.tagName === 'select') chooseOption($, field, value)
      else $(field).val(value)
      return true
    },
    click(place) {
      const wanted = 'role' in place ? clickable[place.role] : `${buttons}, a[href]`
      if ('text' in place || 'label' in place || !wanted) throw new NotPlain('a click on something else')
      const element = only($, inWays($, place, wanted))
      return element && leadsTo($, element, url)
    },
  }
}

const textPage = (body: string): PlainPage => ({
  inert: true,
  says: (wanted) => asWritten(wanted).test(dense(body)),
  fill: () => false,
  click: () => undefined,
})

const dense = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Elements that fit a place, a whole name before a part of one. */
function inWays($: CheerioAPI, place: PagePlace, wanted: string): readonly Element[] {
  if ('selector' in place) {
    try {
      return elements($, place.selector).filter((element) => $(element).is(wanted))
    } catch {
      throw new NotPlain(place.selector)
    }
  }
  const name = dense('label' in place ? place.label : place.name)
  const named = elements($, wanted).map((element) => [element, namesOf($, element)] as const)
  const whole = named.filter(([, names]) => names.includes(name))
  const part = named.filter(([, names]) => names.some((one) => one.toLowerCase().includes(name.toLowerCase())))
  return (whole.length > 0 ? whole : part).map(([element]) => element)
}

const elements = ($: CheerioAPI, selector: string) => $('html').find(selector).toArray()

type Element = ReturnType<typeof elements>[number]

/** What an element is called: its own words, its label, or what stands in it while it is empty. */
function namesOf($: CheerioAPI, element: Element): readonly string[] {
  const { id, value, placeholder, 'aria-label': label } = element.attribs
  const around = $(element).closest('label').toArray()
  const labels = id ? [...around, ...elements($, 'label').filter((one) => one.attribs.for === id)] : around
  const own = element.tagName === 'input' ? [] : [$(element).text()]
  const said = /^(submit|button)$/.test(element.attribs.type ?? '') ? [value] : [placeholder]
  return [label, ...own, ...said, ...labels.map((one) => $(one).text())].flatMap((name) => (name ? [dense(name)] : []))
}

/** The first element, as a browser would take it. Throws `NotPlain` where it may be one that is not seen. */
function only($: CheerioAPI, [first]: readonly Element[]): Element | undefined {
  if (!first) return undefined
  const around = [first, ...$(first).parents().toArray()]
  const hiding = around.some(({ attribs }) =>
    Object.keys(attribs).some((name) => /^(hidden|inert|disabled|style)$/.test(name) || name.startsWith('on')),
  )
  if (hiding) throw new NotPlain('an element that may be hidden, or acts by itself')
  return first
}

function chooseOption($: CheerioAPI, select: Element, wanted: string): void {
  const options = $(select).find('option')
  options.removeAttr('selected')
  const chosen = options.filter((_, one) => one.attribs.value === wanted || dense($(one).text()) === wanted).first()
  if (chosen.length === 0) throw new NotPlain(`no option ${wanted}`)
  chosen.attr('selected', 'selected')
}

/** Where a link or the form of a button leads. */
function leadsTo($: CheerioAPI, element: Element, page: string): Submission | undefined {
  const base = absolute($('base[href]').attr('href') ?? page, page)
  if (element.tagName === 'a') return { method: 'GET', url: absolute(element.attribs.href ?? '', base) }
  const form = $(element).closest('form')
  const { formaction, formmethod, formenctype, type, name, value = '', form: elsewhere } = element.attribs
  if (form.length === 0 || elsewhere !== undefined || type === 'button') throw new NotPlain('a button without a form')
  const sent = new URLSearchParams(form.serializeArray().map((one): [string, string] => [one.name, one.value]))
  if (name !== undefined) sent.append(name, value)
  const method = (formmethod ?? form.attr('method') ?? 'get').toLowerCase()
  if (!['get', 'post'].includes(method) || /multipart|plain/i.test(formenctype ?? form.attr('enctype') ?? ''))
    throw new NotPlain('a form that is sent in another way')
  const url = absolute(formaction ?? form.attr('action') ?? page, base)
  if (method === 'post') return { method: 'POST', url, body: String(sent) }
  const asked = new URL(url)
  asked.search = String(sent)
  return { method: 'GET', url: asked.href }
}

function absolute(url: string, base: string): string {
  if (!URL.canParse(url, base)) throw new NotPlain(`${url} is no address`)
  return new URL(url === '' ? base : url, base).href
}
