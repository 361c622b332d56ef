import type { Answer } from '../engine/received.js'
import { formPage, redirect } from '../pages/page.js'
import type { Flow } from './flow.js'

/** An answer to the client, by way of the browser (RFC 6749 §4.1.2, RFC 9207). */
export function answerToClient(
  flow: Pick<Flow, 'redirectUri' | 'state' | 'forgetsErrors' | 'answerer' | 'answerAt' | 'sentOnBy' | 'byForm'>,
  says: Readonly<Record<string, string>>,
  cookies: readonly string[] = [],
): Answer {
  const state = flow.forgetsErrors && says.error !== undefined ? undefined : flow.state
  const all = Object.entries({ ...says, state, iss: flow.answerer })
  const given = new URLSearchParams(all.filter((one): one is [string, string] => one[1] !== undefined))
  if (flow.byForm) return formPage(flow.redirectUri, given, cookies)
  return { ...redirect(flow.answerAt(flow.redirectUri, given), cookies), status: flow.sentOnBy }
}
