import type { Evidence, RecordedExchange } from '../harness/contracts/evidence.js'
import type { CheckResult, Results } from '../harness/contracts/results.js'
import type { EvidenceOf } from './evidence-files.js'
import { stories } from './story.js'
import { counted, cut } from './text.js'
import type { Unit } from './units.js'

/** What most fails of a role come of. */
export interface Cause {
  /** The cause with the setting that concerns it, then what follows from it. */
  readonly sentence: string
  readonly checks: readonly CheckResult[]
}

/** So many checks at least, and so much of what failed or says nothing, make one cause. */
const least = { checks: 3, share: 0.5 }

/** Something that a check shows, by which others may show the same. */
interface Sign {
  readonly key: string
  /** Completes the sentence "… of … show that". */
  readonly says: string
  /** What to look at. */
  readonly mend: string
}

/** The one cause of most fails of a role; nothing where they have several. */
export function causeOf(unit: Unit, results: Results, evidenceOf: EvidenceOf): Cause | undefined {
  const wrong = unit.checks.filter(
    ({ verdict, evidence }) => (verdict === 'fail' || verdict === 'inconclusive') && evidence !== undefined,
  )
  if (wrong.length < least.checks || !wrong.some(({ verdict }) => verdict === 'fail')) return undefined
  const showing = new Map<string, { readonly sign: Sign; readonly checks: CheckResult[] }>()
  for (const check of wrong)
    for (const sign of signsIn(evidenceOf(check).evidence, unit, results)) {
      const known = showing.get(sign.key)
      if (known) known.checks.push(check)
      else showing.set(sign.key, { sign, checks: [check] })
    }
  const [most] = [...showing.values()].sort((one, other) => other.checks.length - one.checks.length)
  if (!most || most.checks.length < least.checks || most.checks.length < least.share * wrong.length) return undefined
  const { sign, checks } = most
  const all = `${checks.length} of ${counted(wrong.length, 'check')} that failed or say nothing`
  return { checks, sentence: `${capitalised(sign.says)}. ${sign.mend} ${all} follow from it.` }
}

/** What a check shows, each thing once. */
function signsIn(evidence: Evidence | undefined, unit: Unit, results: Results): readonly Sign[] {
  if (!evidence) return []
  try {
    const told = stories(evidence)
    const messages = told.flatMap(({ message }) => (message === undefined ? [] : (evidence.messages[message] ?? [])))
    const answers = messages.flatMap(({ exchanges }) => exchanges.slice(-1))
    const signs = [
      ...answers.flatMap((exchange) => nothingThere(exchange, unit, results)),
      ...answers.flatMap(sameWords),
      ...evidence.facts.flatMap((fact) => (fact.kind === 'rule' && !fact.holds ? sameFact(fact.got) : [])),
    ]
    return [...new Map(signs.map((sign) => [sign.key, sign])).values()]
  } catch {
    return [] // Evidence of another shape is said where the check stands.
  }
}

/** Nothing seems to live at the path of a request. */
function nothingThere({ request, response }: RecordedExchange, unit: Unit, results: Results): readonly Sign[] {
  if (!response || ![404, 405, 501].includes(response.status) || !URL.canParse(request.url)) return []
  const path = new URL(request.url).pathname.split('/').map(withoutId).join('/')
  const base = unit.target.baseUrl ?? ''
  const below = URL.canParse(base) ? path.slice(new URL(base).pathname.replace(/\/$/, '').length) : path
  const setting = results.assumptions.find(({ value }) => value === below)?.id
  const what = `${request.method} ${cut(below, 120)}`
  return [
    {
      key: `nothing at ${what} ${response.status}`,
      says: `it answers ${response.status} to ${what}, as if nothing lived there`,
      mend:
        setting === undefined
          ? 'Serve that path, or name another one under `interface` of the target file.'
          : `That path is \`${setting}\` of the target file: correct it, or serve that path.`,
    },
  ]
}

/** A segment that holds a Party Identifier, as the target file spells the path. */
const withoutId = (segment: string): string => (/:|%3A/i.test(segment) ? '{party_id}' : segment)

/** The target gives the same reason each time. */
function sameWords({ response }: RecordedExchange): readonly Sign[] {
  if (!response || response.status < 400 || response.body.trim() === '') return []
  const words = `${response.status}: ${cut(response.body.replace(/\s+/g, ' ').trim(), 200)}`
  return [
    {
      key: `words ${withoutNames(words)}`,
      says: `it refuses what conforms in the same words, ${words}`,
      mend: settingFor(words) ?? 'See what those words mean before all else.',
    },
  ]
}

/** What a short word is seen for may be another thing each time. */
const leastWords = 20

function sameFact(got: string): readonly Sign[] {
  if (got.length < leastWords) return []
  return [
    {
      key: `fact ${withoutNames(got)}`,
      says: `the same is seen again and again, ${cut(got, 200)}`,
      mend: settingFor(got) ?? 'Mend that first.',
    },
  ]
}

/** Without what differs from check to check: ids, times, digests. */
const withoutNames = (text: string): string => text.replace(/\d{5,}|[0-9a-z]{16,}|[0-9a-f-]{16,}/gi, '')

const capitalised = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** Settings by what is said where they are wrong. */
const settings: readonly (readonly [RegExp, string])[] = [
  [/trusted root/i, 'Its chains are held against `trust.roots` of the target file, or the roots of the kit.'],
  [/key ?usage/i, 'The certificates of clients are those of `certificates.keyUsage` of the target file.'],
  [/expired|not yet valid|\biat\b|\bclock\b/i, 'Compare its clock with that of this machine.'],
  [/unknown (party|client)|not registered|no such party/i, 'Are the parties of the kit registered (`provision`)?'],
]

const settingFor = (words: string): string | undefined => settings.find(([pattern]) => pattern.test(words))?.[1]
