import type { Evidence, RecordedMessage } from '../../../harness/contracts/evidence.js'
import { controlOf, outcomeWords, type Story } from '../../story.js'
import { h, type Markup } from '../markup.js'
import { type ComparedLine, compare } from './diff.js'
import { messageLines } from './lines.js'

/** A message that a check is about, with its control where it has one, and what came of both. */
export interface Shown {
  readonly shown: RecordedMessage
  readonly came: string
  readonly control?: RecordedMessage
  readonly controlCame?: string
}

/** Control and mutated message side by side with their one difference named; a message alone where it has no control. */
export function pair(told: Shown | undefined): Markup | undefined {
  if (told === undefined) return undefined
  const { shown, came, control, controlCame = '' } = told
  if (control === undefined) return alone(shown, came)
  const lines = compare(control, shown)
  const alike = ![...lines.control, ...lines.mutated].some((line) => line.changed)
  return h`<h4>Control and changed message</h4>
${difference(shown)}${alike && h`<p class="muted">Decoded, the two look alike: the difference lies in how it was sent or in what the lab answered.</p>`}
<div class="pair"><div><h5>Control: ${controlCame}</h5><pre>${lines.control.map(deleted)}</pre></div>
<div><h5>Changed: ${came}</h5><pre>${lines.mutated.map(inserted)}</pre></div></div>
`
}

/** The message of the story; where a rule was broken, the last message that differs from a control, else the last one. */
export function shownMessage(evidence: Evidence, story: Story | undefined): Shown | undefined {
  const { messages, facts } = evidence
  const told = story?.message ?? messages.findLastIndex((message) => message.difference !== undefined)
  const position = told === -1 ? messages.length - 1 : told
  const partner = story?.message === undefined ? controlOf(evidence, position, facts.length) : story.control
  return shownAt(evidence, position, partner)
}

/** All other messages of the check that differ from a control. */
export function furtherMessages(evidence: Evidence, first: Shown | undefined): readonly Shown[] {
  return evidence.messages.flatMap((message, position) => {
    if (message === first?.shown || message.difference === undefined) return []
    return shownAt(evidence, position, controlOf(evidence, position, evidence.facts.length)) ?? []
  })
}

function shownAt(evidence: Evidence, position: number, partner: number | undefined): Shown | undefined {
  const shown = evidence.messages[position]
  if (shown === undefined) return undefined
  const control = partner === undefined || partner === position ? undefined : evidence.messages[partner]
  const came = cameOf(evidence, position)
  if (control === undefined || partner === undefined || shown.difference === undefined) return { shown, came }
  return { shown, came, control, controlCame: cameOf(evidence, partner) }
}

/** What came of a message, as its fact says. */
function cameOf(evidence: Evidence, position: number): string {
  const fact = evidence.facts.find((one) => 'message' in one && one.message === position)
  return fact !== undefined && 'outcome' in fact
    ? outcomeWords(fact.outcome, evidence.messages[position], fact.sought)
    : 'sent, and not judged by itself'
}

/** What a message is called: what was changed about it, or its label. */
export function nameOf(message: RecordedMessage): string {
  return message.difference?.mutated ?? message.label
}

function alone(message: RecordedMessage, came: string): Markup {
  const text = messageLines(message)
    .map((line) => line.text)
    .join('\n')
  return h`<h4>The message: ${nameOf(message)}</h4><h5>${came}</h5><pre>${text}</pre>
`
}

function difference(message: RecordedMessage): Markup | undefined {
  if (message.difference === undefined) return undefined
  const { entry, control, mutated } = message.difference
  return h`<p>They differ in one thing, <b>${entry}</b>: <del>${control}</del> became <ins>${mutated}</ins>. <span class="muted">What each minting renews (jti, times, signature, names of the party) is not marked.</span></p>
`
}

function deleted(line: ComparedLine): Markup {
  return line.changed ? h`<del>${line.text}\n</del>` : h`${line.text}\n`
}

function inserted(line: ComparedLine): Markup {
  return line.changed ? h`<ins>${line.text}\n</ins>` : h`${line.text}\n`
}
