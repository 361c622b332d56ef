import { stripVTControlCharacters } from 'node:util'
import { redactText } from '../../evidence/redact.js'
import type { Exchange, HttpResponse } from '../../wire/types.js'

/** Longest piece of an answer that a sentence holds, in characters. */
const most = 300

/** What a terminal or a page would not show as it is: controls, format characters, separators of lines, half surrogates. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/**
 * What a target answered, as the beginning of a sentence that goes on after a full stop: its status, where it leads, and
 * its own words, bounded and harmless.
 * @param secrets What must not be quoted, such as access tokens; long runs of token characters never are.
 */
export function said({ request, response, noAnswer }: Exchange, secrets: readonly string[] = []): string {
  if (!response) return `It gave no complete answer (${harmless(noAnswer?.message ?? 'no answer', secrets)})`
  const to = leadsTo(request.url, response)
  const where = to === undefined ? '' : `, which leads to ${harmless(to, secrets)}`
  return `It answered ${response.status}${where}: ${quote(response.body, secrets)}`
}

/** Words of a target, as they may stand in a sentence. */
export function quote(body: string, secrets: readonly string[] = []): string {
  const text = harmless(body, secrets)
  return text === '' ? '(empty body)' : `"${text}"`
}

/** The address to which an answer leads, without what may be secret in it: a query, a fragment. */
export function leadsTo(
  from: string,
  { status, headers }: Pick<HttpResponse, 'status' | 'headers'>,
): string | undefined {
  const location = headers.location
  const first = typeof location === 'string' ? location : location?.[0]
  if (status < 300 || status > 399 || first === undefined || !URL.canParse(first, from)) return undefined
  const { origin, pathname, protocol } = new URL(first, from)
  return /^https?:$/.test(protocol) ? `${origin}${pathname}` : undefined
}

const harmless = (text: string, secrets: readonly string[]): string =>
  redactText(stripVTControlCharacters(text), secrets).replace(unseen, ' ').replace(/\s+/g, ' ').trim().slice(0, most)
