import type { Evidence, RecordedMessage } from '../../harness/evidence/types.js'
import type { Story } from '../story.js'
import { type ComparedLine, compare } from './diff.js'
import { messageLines } from './lines.js'
import { h, type Markup } from './markup.js'

/** Control and mutated message side by side with their one difference named; a message alone where it has no control. */
export function pair(evidence: Evidence, story: Story | undefined): Markup | undefined {
  const shown = evidence.messages[story?.message ?? evidence.messages.length - 1]
  if (shown === undefined) return undefined
  const control = story?.control === undefined ? undefined : evidence.messages[story.control]
  if (control === undefined || control === shown) return alone(shown)
  const lines = compare(control, shown)
  return h`<h4>The two messages</h4>
${difference(shown)}
<div class="pair"><div><h5>Control: ${control.label}</h5><pre tabindex="0">${lines.control.map(deleted)}</pre></div>
<div><h5>Changed: ${shown.label}</h5><pre tabindex="0">${lines.mutated.map(inserted)}</pre></div></div>
`
}

function alone(message: RecordedMessage): Markup {
  const text = messageLines(message)
    .map((line) => line.text)
    .join('\n')
  return h`<h4>The message: ${message.label}</h4><pre tabindex="0">${text}</pre>
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
