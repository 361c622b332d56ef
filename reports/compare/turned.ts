import type { CheckResult, CheckVerdict, Results } from '../../harness/contracts/results.js'
import { isElsewhere, isFailing, isJudged, keyOf } from '../../harness/evidence/compare.js'
import type { EvidenceOf } from '../evidence-files.js'
import { compareEvidence, type Difference } from '../replay.js'

/** A run with its evidence. */
export interface Side {
  readonly results: Results
  readonly evidenceOf: EvidenceOf
}

/** A check whose verdict is another than before. */
export interface Turned {
  /** As it is now, or was where it is gone. */
  readonly check: CheckResult
  readonly before?: CheckVerdict
  readonly now?: CheckVerdict
  readonly reasonBefore?: string
  /** What differs first in its evidence; `undefined` where nothing does, or `unread` says why that is not known. */
  readonly difference?: Difference
  readonly unread?: string
}

/** Checks that turned in one direction. */
export interface Group {
  readonly title: string
  readonly way: 'worse' | 'better' | 'other'
  readonly all: readonly Turned[]
}

type Verdict = CheckVerdict | undefined

/** Each way to turn, in the order in which they are read; a check belongs to the first that holds. */
const ways: readonly (Omit<Group, 'all'> & { readonly holds: (was: Verdict, is: Verdict) => boolean })[] = [
  { title: 'Newly failing', way: 'worse', holds: (was, is) => isFailing(is) && !isFailing(was) },
  { title: 'Not judged any more', way: 'worse', holds: (was, is) => isJudged(was) && !isJudged(is) },
  { title: 'Newly a finding', way: 'worse', holds: (was, is) => was === 'pass' && is === 'finding' },
  { title: 'Not failing any more', way: 'better', holds: (was, is) => isFailing(was) && !isFailing(is) },
  { title: 'No finding any more', way: 'better', holds: (was, is) => was === 'finding' && is === 'pass' },
  { title: 'Newly judged', way: 'better', holds: (was, is) => !isJudged(was) && isJudged(is) },
  { title: 'Otherwise', way: 'other', holds: () => true },
]

/** What turned between two runs, by direction, with what differs first in the evidence of each. */
export function turnedChecks(before: Side, now: Side): readonly Group[] {
  const old = new Map(before.results.checks.map((check) => [keyOf(check), check]))
  const current = new Map(now.results.checks.map((check) => [keyOf(check), check]))
  const keys = [...new Set([...current.keys(), ...old.keys()])]
  const all = keys.flatMap((key) => {
    const [was, is] = [old.get(key), current.get(key)]
    if (was?.verdict === is?.verdict || (is && isElsewhere(is, now.results.run))) return []
    return [turned(was, is, before, now)]
  })
  const wayOf = new Map(all.map((one) => [one, ways.find(({ holds }) => holds(one.before, one.now))]))
  return ways
    .map((way) => ({ title: way.title, way: way.way, all: all.filter((one) => wayOf.get(one) === way) }))
    .filter((group) => group.all.length > 0)
}

function turned(was: CheckResult | undefined, is: CheckResult | undefined, before: Side, now: Side): Turned {
  const reason = was?.reason
  return {
    check: (is ?? was) as CheckResult,
    ...(was && { before: was.verdict }),
    ...(is && { now: is.verdict }),
    ...(reason !== undefined && { reasonBefore: reason }),
    ...(was && is && firstDifference(was, is, before, now)),
  }
}

function firstDifference(was: CheckResult, is: CheckResult, before: Side, now: Side): Partial<Turned> {
  const [then, here] = [before.evidenceOf(was), now.evidenceOf(is)]
  if (!then.evidence || !here.evidence)
    return { unread: unreadWords(then.evidence === undefined, here.evidence === undefined) }
  try {
    const all = compareEvidence(then.evidence, here.evidence)
    // What came of a message says more than the first member of an answer by its name.
    const difference = all.find(({ place }) => place.endsWith(': outcome')) ?? all[0]
    return difference ? { difference } : {}
  } catch {
    return { unread: 'An evidence file does not have the shape of evidence.' }
  }
}

const unreadWords = (noneThen: boolean, noneNow: boolean): string =>
  `There is no evidence of ${noneThen && noneNow ? 'either run' : noneThen ? 'the run before' : 'this run'}.`

/** What differs first, in a sentence; what else makes a verdict turn where nothing differs. */
export function differenceSentence({ difference, unread, before, now }: Turned): string {
  if (before === undefined) return 'The run before knew no such check.'
  if (now === undefined) return 'This run knows no such check.'
  if (unread !== undefined) return unread
  if (!difference) return 'Nothing differs but names, times and keys: the same facts are judged otherwise.'
  return `${difference.place}: ${difference.before ?? 'nothing'} before, ${difference.now ?? 'nothing'} now.`
}

/** Why two runs are not alike in what they were judged by, in sentences. */
export function unlike({ results: old }: Side, { results: now }: Side): readonly string[] {
  const differs: readonly (readonly [string, (results: Results) => string | undefined])[] = [
    ['the requirements', ({ suite }) => suite.requirementsDigest.slice(0, 12)],
    ['the version of Assay', ({ suite }) => suite.version],
    ['the profile', ({ run }) => run.profile],
    ['whether strict rules decide', ({ run }) => (run.strict === true ? 'they do' : 'they do not')],
    ['the policy', ({ policy }) => (policy ? `"${policy.name}" (sha256 ${policy.digest.slice(0, 12)})` : 'none')],
    ['the choice of checks (--only)', ({ run }) => run.only?.join(', ') ?? 'all'],
  ]
  return differs.flatMap(([what, of]) =>
    of(old) === of(now) ? [] : [`${what}: ${of(old) ?? 'unknown'} before, ${of(now) ?? 'unknown'} now`],
  )
}
