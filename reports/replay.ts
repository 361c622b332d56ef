import { isDeepStrictEqual } from 'node:util'
import type { Evidence, Fact, Outcome, RecordedExchange, RecordedMessage } from '../harness/contracts/evidence.js'
import { isObject, type Json } from '../harness/contracts/json.js'
import { differenceWords } from './story.js'
import { cut, inline } from './text.js'

/** One thing that is another now; `undefined` where it is absent. */
export interface Difference {
  /** For example `message 2 (like the control, but claims: without jti): status`. */
  readonly place: string
  readonly before: string | undefined
  readonly now: string | undefined
}

/** What the same check saw at two times, names, times, keys and secrets apart: outcomes, answers, rules and what the target asked of the lab. */
export function compareEvidence(then: Evidence, now: Evidence): readonly Difference[] {
  const [before, after] = [then, now].map(seen)
  const places = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])]
  return places.toSorted(new Intl.Collator('en', { numeric: true }).compare).flatMap((place) => {
    const [was, is] = [before?.get(place), after?.get(place)]
    return isDeepStrictEqual(was, is) ? [] : [{ place, before: words(was), now: words(is) }]
  })
}

type LedgerEntry = Evidence['ledger'][number]
type Seen = ReadonlyMap<string, Json>

const words = (value: Json | undefined): string | undefined =>
  value === undefined ? undefined : cut(inline(value), 200)

function seen(evidence: Evidence): Seen {
  const neutral = neutralize(evidence)
  const found = new Map<string, Json>()
  for (const [index, message] of evidence.messages.entries()) {
    const place = `message ${index + 1} (${differenceWords(message)})`
    for (const [name, value] of aboutMessage(message, evidence.facts, index))
      found.set(`${place}: ${name}`, neutral(value))
  }
  for (const fact of evidence.facts)
    if (fact.kind === 'rule')
      found.set(`rule "${fact.says}"`, `${fact.holds ? 'holds' : 'is broken'}: ${neutral(fact.got)}`)
    else if (fact.kind === 'observation') found.set(`observed ${fact.name}`, neutral(fact.value))
    else if ('reason' in fact) found.set(fact.kind, neutral(fact.reason))
  for (const [call, count] of calls(evidence.ledger, neutral)) found.set(`the lab saw ${call}`, `${count}×`)
  return found
}

function aboutMessage(message: RecordedMessage, facts: readonly Fact[], index: number): readonly [string, Json][] {
  const outcome = facts.find((fact): fact is Fact & { outcome: Outcome } => 'outcome' in fact && fact.message === index)
  return [
    ...(outcome ? ([['outcome', outcomeWord(outcome.outcome)]] as const) : []),
    ...aboutAnswer(message.exchanges.at(-1)),
  ].map(([name, value]) => [name, value])
}

const outcomeWord = ({ kind }: Outcome): string => kind

function aboutAnswer(exchange: RecordedExchange | undefined): readonly [string, Json][] {
  const { response, noAnswer } = exchange ?? {}
  if (!response) return noAnswer ? [['no answer', `${noAnswer.kind}: ${noAnswer.message}`]] : []
  return [
    ['status', response.status],
    ...Object.entries(response.headers)
      .filter(([name]) => !volatile.has(name.toLowerCase()))
      .map(([name, value]): [string, Json] => [`header ${name.toLowerCase()}`, value]),
    ...aboutBody(response.body),
  ]
}

/** Headers that differ from answer to answer. */
const volatile = new Set(['date', 'expires', 'last-modified', 'etag', 'age', 'set-cookie', 'content-length'])

function aboutBody(body: string): readonly [string, Json][] {
  const json = parsed(body)
  return isObject(json)
    ? Object.entries(json).map(([name, value]): [string, Json] => [`body, ${name}`, value])
    : [['body', body]]
}

function parsed(body: string): Json | undefined {
  try {
    return JSON.parse(body) as Json
  } catch {
    return undefined
  }
}

function calls(ledger: readonly LedgerEntry[], neutral: <T extends Json>(value: T) => T): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { kind, method, target, status } of ledger) {
    const call = neutral(`${kind}: ${method} ${target}, status ${status}`)
    counts.set(call, (counts.get(call) ?? 0) + 1)
  }
  return counts
}

/** What is new each time, in place of which a word stands. */
const changing: readonly (readonly [RegExp, string])[] = [
  [/‹(\d+) characters, sha256 [0-9a-f]+›/g, '‹$1 characters›'],
  [/sha256:[0-9a-f]{64}/g, '‹digest›'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '‹id›'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g, '‹time›'],
  [/\b1\d{9}(\d{3})?\b/g, '‹time›'],
  [/did(:|%3A)example\1[\w-]+/gi, '‹party›'],
  [/127\.0\.0\.1:\d+/g, '127.0.0.1'],
  [/\b[0-9a-f]{16,}\b/gi, '‹hex›'],
]

/** Puts words in the place of what is new in each run: Party Identifiers, ids, times, digests and ports. */
function neutralize({ messages, ledger }: Evidence): <T extends Json>(value: T) => T {
  const parties = [...new Set([...messages.map(({ party }) => party), ...ledger.map(({ subject }) => subject)])]
  const names = parties.flatMap((party, index) => {
    if (party === undefined || party === '') return []
    const spellings = [party, encodeURIComponent(party), party.slice(party.lastIndexOf(':') + 1)]
    return [...new Set(spellings)].filter((one) => one.length > 3).map((one) => [one, `‹party ${index + 1}›`] as const)
  })
  // The longest first, since one may be a part of another.
  names.sort(([one], [other]) => other.length - one.length)
  const neutral = (value: Json): Json => {
    if (typeof value === 'string') {
      const named = names.reduce((text, [name, word]) => text.replaceAll(name, word), value)
      return changing.reduce((text, [pattern, word]) => text.replace(pattern, word), named)
    }
    if (typeof value === 'number') return value >= 1e9 ? '‹time›' : value
    if (Array.isArray(value)) return value.map((one: Json) => neutral(one))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, neutral(one as Json)]))
  }
  return neutral as <T extends Json>(value: T) => T
}
