import type { Evidence } from '../../../harness/contracts/evidence.js'
import { stories } from '../../story.js'
import { cut } from '../../text.js'
import { h, type Markup } from '../markup.js'
import { chains } from './chain.js'
import { exchanges } from './exchanges.js'
import { ledger } from './ledger.js'
import { furtherMessages, nameOf, pair, shownMessage } from './pair.js'
import { printed } from './printed.js'
import { screenshots } from './screenshots.js'
import { sequence } from './sequence.js'

const mostFurther = 3

/** What the evidence of a check shows: its messages, what happened, certificates, what the target asked the lab, answers, what it printed. */
export function evidenceParts(evidence: Evidence): Markup {
  const told = stories(evidence)
  const shown = shownMessage(evidence, told.find((one) => one.message !== undefined) ?? told[0])
  const further = told.length === 0 ? [] : furtherMessages(evidence, shown)
  return h`${firstLook(evidence)}${pair(shown)}${further.slice(0, mostFurther).map((one) => h`<details class="plain"><summary>Another change: ${cut(nameOf(one.shown), 200)}</summary><div>${pair(one)}</div></details>`)}${sequence(evidence)}${screenshots(evidence)}${chains(shown)}${evidence.messages.length + evidence.ledger.length > 0 && ledger(evidence)}${exchanges(evidence)}${printed(evidence)}`
}

/** That all which stands here is from a second look. */
const firstLook = ({ firstLook: why }: Evidence) =>
  why !== undefined &&
  h`<p class="muted">At first this check came to nothing: ${cut(why, 300)} It was carried out anew while no other ran, and all that stands here is from then.</p>
`
