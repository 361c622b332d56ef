import type { Evidence } from '../../../harness/contracts/evidence.js'
import { statusInWords } from '../../../harness/contracts/given-status.js'
import { decoded } from '../../decoded.js'
import { counted, cut } from '../../text.js'
import { cell } from '../bits.js'
import { h, type Markup } from '../markup.js'

type LedgerEntry = Evidence['ledger'][number]

const mostEntries = 15
const mostAssertions = 3

/** What the target asked the lab about the parties of this check. */
export function ledger(evidence: Evidence): Markup {
  const entries = evidence.ledger
  if (entries.length === 0)
    return h`<h4>What the target asked the lab</h4><p class="muted">Nothing: no look-up, no revocation request.</p>`
  return h`<h4>What the target asked the lab</h4>
<table class="fold"><thead><tr><th scope="col">Kind</th><th scope="col">Request</th><th scope="col">About</th><th scope="col">Caller</th><th scope="col">Answer</th></tr></thead><tbody>
${entries.slice(0, mostEntries).map(
  (
    entry,
  ) => h`<tr>${cell('Kind', entry.kind)}${cell('Request', cut(`${entry.method} ${entry.target}`, 200), 'mono wrap')}${cell('About', cut(entry.subject ?? '–', 120), 'wrap')}${cell('Caller', caller(entry), 'wrap')}${cell('Answer', answer(entry))}</tr>
`,
)}</tbody></table>${entries.length > mostEntries && h`<p class="muted">${counted(entries.length - mostEntries, 'further request')} in the evidence file.</p>`}${entries
    .filter((entry) => entry.assertion !== undefined)
    .slice(0, mostAssertions)
    .map(assertion)}
`
}

/** What the target signed itself, for the checks about the target as a client. */
function assertion(entry: LedgerEntry): Markup {
  const { header, payload } = entry.assertion ?? {}
  return h`<details class="plain"><summary>The target's own assertion, decoded (${entry.kind})</summary><div><pre>${decoded([entry.form, header, payload])}</pre></div></details>
`
}

/** The status; of a revocation source also what the target was given. */
const answer = ({ status, given }: LedgerEntry): string =>
  given ? `${status}, ${statusInWords(given)}` : String(status)

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
