import type { Evidence, Fact, Outcome, RecordedMessage, Sought } from '../harness/contracts/evidence.js'
import { duration } from './text.js'

/** One thing that did not go as it should, in words for people. */
export interface Story {
  /** What was sent, named by its one difference to the control, or the rule that was watched. */
  readonly sent: string
  readonly expected: string
  readonly got: string
  /** Whether it is the target's breach; otherwise nothing could be said. */
  readonly breach: boolean
  /** Position of the message in the evidence, where there is one. */
  readonly message?: number
  /** Position of its control. */
  readonly control?: number
}

/** What the first part of a story is called: what was sent, or a rule about what the target does. */
export const aboutWord = ({ message }: Story): 'Sent' | 'Rule' => (message === undefined ? 'Rule' : 'Sent')

/** What came of a message, with the time it took where that is recorded. */
export function outcomeWords(outcome: Outcome, message?: RecordedMessage, sought: Sought = 'an access token'): string {
  const last = message?.exchanges.at(-1)
  const after = last === undefined ? '' : ` after ${duration(last.durationMs)}`
  switch (outcome.kind) {
    case 'granted':
      return `${last?.response?.status ?? 'an answer'} with ${sought}${after}`
    case 'refused':
      return `${outcome.status} without ${sought}${outcome.why === undefined ? '' : ` (${outcome.why})`}${after}`
    case 'deferred':
      return `${outcome.status}: still asked to wait after the bounded wait`
    case 'no-answer':
      return `no answer: ${outcome.why}`
  }
}

/** What a message was: `like the control, but claims: without jti`, or its label. */
export function differenceWords(message: RecordedMessage | undefined): string {
  if (message === undefined) return 'a message'
  const { difference, label } = message
  if (difference === undefined) return label
  const instead = difference.control === 'conforming' ? '' : ` instead of ${difference.control}`
  return `like the control, but ${difference.entry}: ${difference.mutated}${instead}`
}

/** All that did not go as it should, in order, breaches of the target first. Empty for a check that passed. */
export function stories(evidence: Evidence): readonly Story[] {
  const told = evidence.facts.flatMap((fact, position) => tell(evidence, fact, position) ?? [])
  return [...told.filter((story) => story.breach), ...told.filter((story) => !story.breach)]
}

function tell(evidence: Evidence, fact: Fact, position: number): Story | undefined {
  switch (fact.kind) {
    case 'control':
      if (fact.outcome.kind === 'granted') return undefined
      return about(evidence, fact, { expected: `${soughtBy(fact)}: this is the conforming control`, breach: false })
    case 'refusal': {
      if (fact.outcome.kind === 'refused') return undefined
      if (fact.outcome.kind === 'no-answer' && fact.noAnswerIsRefusal && fact.alive === true) return undefined
      const told = { expected: `no ${soughtBy(fact).replace(/^\w+ /, '')}`, breach: fact.outcome.kind === 'granted' }
      const story = about(evidence, fact, told, controlOf(evidence, fact.message, position))
      return { ...story, sent: `${story.sent}${underWords(fact)}` }
    }
    case 'acceptance': {
      if (fact.outcome.kind === 'granted') return undefined
      const told = { expected: soughtBy(fact), breach: fact.outcome.kind === 'refused' }
      return about(evidence, fact, told, controlOf(evidence, fact.message, position))
    }
    case 'rule':
      if (fact.holds) return undefined
      return { sent: `${fact.says}${underWords(fact)}`, expected: fact.expected, got: fact.got, breach: true }
    default:
      return undefined
  }
}

/** In which guise control and message were sent. */
const underWords = ({ guise }: { readonly guise?: string }): string =>
  guise === undefined ? '' : `, all under ${guise}`

const soughtBy = ({ sought }: { readonly sought?: Sought }): Sought => sought ?? 'an access token'

function about(
  evidence: Evidence,
  fact: Extract<Fact, { readonly message: number }>,
  told: { readonly expected: string; readonly breach: boolean },
  control?: number,
): Story {
  const message = evidence.messages[fact.message]
  const alive = 'alive' in fact ? fact.alive : undefined
  const after =
    alive === undefined ? '' : alive ? '; the target still lives' : '; the target did not answer afterwards either'
  return {
    ...told,
    sent: differenceWords(message),
    got: `${outcomeWords(fact.outcome, message, soughtBy(fact))}${after}`,
    message: fact.message,
    ...(control === undefined ? {} : { control }),
  }
}

/** The nearest earlier control whose recipe differs from the message's in the named entry alone, else the nearest control. */
export function controlOf(evidence: Evidence, message: number, before: number): number | undefined {
  const controls = evidence.facts.slice(0, before).flatMap((fact) => (fact.kind === 'control' ? fact.message : []))
  const recipe = evidence.messages[message]?.recipe ?? {}
  const twin = controls.findLast((control) => {
    const other = evidence.messages[control]?.recipe ?? {}
    const entries = new Set([...Object.keys(recipe), ...Object.keys(other)])
    return [...entries].filter((entry) => recipe[entry] !== other[entry]).length === 1
  })
  return twin ?? controls.at(-1)
}

/** Every fact as one line, with whether it went as it should; `undefined` where nothing was judged. */
export function factLines(
  evidence: Evidence,
): readonly { readonly good: boolean | undefined; readonly text: string }[] {
  return evidence.facts.map((fact, position) => ({
    good: goodness(evidence, fact, position),
    text: factWords(evidence, fact),
  }))
}

function goodness(evidence: Evidence, fact: Fact, position: number): boolean | undefined {
  const judged =
    fact.kind === 'control' || fact.kind === 'refusal' || fact.kind === 'acceptance' || fact.kind === 'rule'
  return judged ? tell(evidence, fact, position) === undefined : undefined
}

function factWords(evidence: Evidence, fact: Fact): string {
  switch (fact.kind) {
    case 'control':
      return `Control, must be granted: ${outcomeOf(evidence, fact)}`
    case 'refusal':
      return `Must be refused (${differenceWords(evidence.messages[fact.message])}${underWords(fact)}): ${outcomeOf(evidence, fact)}`
    case 'guise':
      return fact.why === undefined ? `Played under ${fact.name} too` : `Says nothing under ${fact.name}: ${fact.why}`
    case 'acceptance':
      return `Must be granted (${differenceWords(evidence.messages[fact.message])}): ${outcomeOf(evidence, fact)}`
    case 'record':
      return `Recorded (${differenceWords(evidence.messages[fact.message])}): ${outcomeOf(evidence, fact)}`
    case 'rule':
      return `${fact.says}${underWords(fact)}: ${fact.holds ? fact.got : `expected ${fact.expected}, got ${fact.got}`}`
    case 'observation':
      return `Observed ${fact.name}: ${JSON.stringify(fact.value)}${fact.unit === undefined ? '' : ` ${fact.unit}`}`
    default:
      return fact.reason
  }
}

function outcomeOf(evidence: Evidence, fact: Extract<Fact, { readonly message: number }>): string {
  return outcomeWords(fact.outcome, evidence.messages[fact.message], soughtBy(fact))
}

/** The first thing that went wrong; `undefined` where all went well or the evidence cannot be read. */
export function firstStory(evidence: Evidence | undefined): Story | undefined {
  try {
    return evidence === undefined ? undefined : stories(evidence)[0]
  } catch {
    return undefined
  }
}
