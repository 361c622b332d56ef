import type { Evidence } from '../../../harness/contracts/evidence.js'
import { printedWords } from '../../printed.js'
import { cutLines } from '../../text.js'
import { h, type Markup } from '../markup.js'

/** What a launched target printed meanwhile. */
export function printed({ printed: output }: Evidence): Markup | undefined {
  if (output === undefined) return undefined
  return h`<h4>What the target printed meanwhile</h4>
<p class="muted">${printedWords(output)}</p><pre>${cutLines(output.lines.join('\n'), 400, 400)}</pre>
`
}
