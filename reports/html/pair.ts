import type { Evidence, RecordedMessage } from '../../harness/evidence/types.js'
import { controlOf, type Story } from '../story.js'
import { type ComparedLine, compare } from './diff.js'
import { messageLines } from './lines.js'
import { h, type Markup } from './markup.js'

/** Control and mutated message side by side with their one difference named; a message alone where it has no control. */
export function pair({ shown, control }: Shown): Markup | undefined {
  if (shown === undefined) return undefined
  if (control === undefined) return alone(shown)
  const lines = compare(control, shown)
  const alike = ![...lines.control, ...lines.mutated].some((line) => line.changed)
  return h`<h4>The two messages</h4>
${difference(shown)}${alike && h`<p class="muted">Decoded, the two look alike: the difference lies in how it was sent or in what the registry answered.</p>`}
<div class="pair"><div><h5>Control, granted</h5><pre>${lines.control.map(deleted)}</pre></div>
<div><h5>Changed: ${nameOf(shown)}</h5><pre>${lines.mutated.map(inserted)}</pre></div></div>
`
}

/** The message that a check is about, with its control where it has one. */
export interface Shown {
  readonly shown: RecordedMessage | undefined
  readonly control: RecordedMessage | undefined
}

/** The message of the story; where a rule was broken, the last message that differs from a control, else the last one. */
export function shownMessage(evidence: Evidence, story: Story | undefined): Shown {
  const { messages, facts } = evidence
  const told = story?.message ?? messages.findLastIndex((message) => message.difference !== undefined)
  const position = told === -1 ? messages.length - 1 : told
  const partner = story?.message === undefined ? controlOf(evidence, position, facts.length) : story.control
  const shown = messages[position]
  const control = partner === undefined || partner === position ? undefined : messages[partner]
  return { shown, control: shown?.difference === undefined ? undefined : control }
}

/** What a message is called: what was changed about it, or its label. */
export function nameOf(message: RecordedMessage): string {
  return message.difference?.mutated ?? message.label
}

function alone(message: RecordedMessage): Markup {
  const text = messageLines(message)
    .map((line) => line.text)
    .join('\n')
  return h`<h4>The message: ${nameOf(message)}</h4><pre>${text}</pre>
`
}

function difference(message: RecordedMessage): Markup | undefined {
  if (message.difference === undefined) return undefined
  const { entry, control, mutated } = message.difference
  return h`<p>They differ in one entry of the recipe, <b>${entry}</b>: <del>${control}</del> became <ins>${mutated}</ins>. What each minting renews (jti, times, signature) is not marked.</p>
`
}

function deleted(line: ComparedLine): Markup {
  return line.changed ? h`<del>${line.text}\n</del>` : h`${line.text}\n`
}

function inserted(line: ComparedLine): Markup {
  return line.changed ? h`<ins>${line.text}\n</ins>` : h`${line.text}\n`
}
