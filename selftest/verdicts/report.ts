import type { Difference } from './compare.js'

type Told = NonNullable<Difference['before']>

const listed = (facts: readonly string[]): string => (facts.length > 0 ? facts.join(', ') : 'none')
const whole = ({ level, verdict, facts }: Told): string => `${verdict} (${level}), facts: ${listed(facts)}`

/** What has changed of a check, before and after. */
function change(before: Told, after: Told): string {
  const parts = [
    before.verdict === after.verdict ? `${after.verdict} as before` : `${before.verdict} → ${after.verdict}`,
    before.level === after.level ? `(${after.level})` : `(${before.level} → ${after.level})`,
  ].join(' ')
  const [one, other] = [listed(before.facts), listed(after.facts)]
  return one === other ? parts : `${parts}, facts: ${one} → ${other}`
}

/** Why a side judged nothing, where one did not. */
const unjudged = ({ before, after }: Difference): readonly string[] =>
  [before, after].flatMap((told) =>
    told?.reason !== undefined && ['harness-error', 'inconclusive', 'not-testable'].includes(told.verdict)
      ? [`        ${told.verdict}: ${told.reason}`]
      : [],
  )

/** Differences under one heading: each check with what it says, and all the runs in which it says so. */
function section(title: string, found: readonly Difference[], words: (one: Difference) => string): readonly string[] {
  if (found.length === 0) return []
  const groups = new Map<string, string[]>()
  for (const one of found) {
    const key = `  ${one.check}: ${words(one)}`
    groups.set(key, [...(groups.get(key) ?? []), `      ${one.where}`, ...unjudged(one)])
  }
  const lines = [...groups].sort(([one], [other]) => (one < other ? -1 : 1))
  return [`${title} (${found.length})`, ...lines.flatMap(([key, where]) => [key, ...where])]
}

/** The differences for a reader, grouped by what they say; nothing where there are none. */
export function report(found: readonly Difference[], names: { readonly before: string; readonly after: string }) {
  const only = (side: 'before' | 'after') =>
    found.filter((one) => one[side] !== undefined && one[side === 'before' ? 'after' : 'before'] === undefined)
  return [
    ...section(`Only at ${names.before}`, only('before'), ({ before }) => whole(before as Told)),
    ...section(`Only at ${names.after}`, only('after'), ({ after }) => whole(after as Told)),
    ...section(
      'Changed',
      found.filter(({ before, after }) => before && after),
      ({ before, after }) => change(before as Told, after as Told),
    ),
  ]
}
