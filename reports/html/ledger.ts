import type { Evidence } from '../../harness/evidence/types.js'
import { counted, cut } from '../text.js'
import { cell } from './bits.js'
import { h, type Markup } from './markup.js'

type LedgerEntry = Evidence['ledger'][number]

const mostEntries = 15

/** What the target asked the lab about the parties of this check. */
export function ledger(evidence: Evidence): Markup {
  const entries = evidence.ledger
  if (entries.length === 0)
    return h`<h4>What the target asked the lab</h4><p class="muted">Nothing: no look-up, no revocation request.</p>`
  return h`<h4>What the target asked the lab</h4>
<div class="scroll"><table class="fold"><thead><tr><th scope="col">Kind</th><th scope="col">Request</th><th scope="col">About</th><th scope="col">Caller</th><th scope="col">Answer</th></tr></thead><tbody>
${entries.slice(0, mostEntries).map(
  (
    entry,
  ) => h`<tr>${cell('Kind', entry.kind)}${cell('Request', cut(`${entry.method} ${entry.target}`, 200), 'mono wrap')}${cell('About', cut(entry.subject ?? '–', 120), 'wrap')}${cell('Caller', caller(entry), 'wrap')}${cell('Answer', entry.status)}</tr>
`,
)}</tbody></table></div>${entries.length > mostEntries && h`<p class="muted">${counted(entries.length - mostEntries, 'further request')} in the evidence file.</p>`}
`
}

function caller(entry: LedgerEntry): string {
  const assertion = entry.assertion
  const signed =
    assertion === undefined
      ? ''
      : assertion.verified
        ? ', assertion verified'
        : `, assertion not verified: ${assertion.problem ?? 'unknown'}`
  return cut(`${entry.caller ?? '–'}${entry.bearer === undefined ? '' : `, bearer ${entry.bearer}`}${signed}`, 200)
}
