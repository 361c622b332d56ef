import type { CheckResult } from '../../harness/evidence/results-types.js'
import type { EvidenceOf } from '../evidence-files.js'
import { groupBy } from '../group.js'
import { partOf } from '../parts.js'
import type { Unit } from '../units.js'
import { tallied, verdictOrder } from '../words.js'
import type { Anchors } from './anchors.js'
import { checkDetails, type Depth } from './check.js'
import { h, type Markup } from './markup.js'

/** Characters of full evidence after which checks show their facts only, so that the page stays below 6 MB. */
const evidenceBudget = 3_000_000
/** Failing checks that stand open when the page is opened. */
const opened = 2

/** Every check of every unit with its evidence: the worst first, those that passed folded by part of the text. */
export function checksSection(units: readonly Unit[], evidenceOf: EvidenceOf, anchors: Anchors): Markup {
  const spent = { characters: 0, open: 0 }
  const one = (unit: Unit, check: CheckResult) => {
    const depth = depthOf(check, spent)
    const markup = checkDetails(unit, check, evidenceOf(check), anchors, depth)
    if (depth === 'open') spent.open += 1
    if (depth !== 'facts') spent.characters += markup.length
    return markup
  }
  return h`<section id="checks" aria-labelledby="h-checks"><h2 id="h-checks">Checks and evidence</h2>
<p class="muted">Every check sends a conforming message first, its control, and then one that differs in a single point. Checks that did not pass come first, with their evidence.</p>
${units.map(
  (unit) => h`<h3 class="unit" id="checks-${unit.number}">${unit.title}</h3>
${unit.checks.length === 0 && h`<p class="muted">No check ran for this role.</p>`}${notPassed(unit).map((check) => one(unit, check))}${passedByPart(unit, one)}`,
)}</section>
`
}

function depthOf(check: CheckResult, spent: { readonly characters: number; readonly open: number }): Depth {
  if (check.verdict === 'pass' || spent.characters > evidenceBudget) return 'facts'
  return check.verdict === 'fail' && spent.open < opened ? 'open' : 'full'
}

function notPassed(unit: Unit): readonly CheckResult[] {
  return verdictOrder
    .filter((verdict) => verdict !== 'pass')
    .flatMap((verdict) => unit.checks.filter((check) => check.verdict === verdict))
}

function passedByPart(unit: Unit, one: (unit: Unit, check: CheckResult) => Markup): readonly Markup[] {
  const passed = unit.checks.filter((check) => check.verdict === 'pass')
  const parts = groupBy(passed, (check) => partOf(unit.requirement(check.requirements[0] ?? '')))
  return [...parts].map(
    ([
      part,
      checks,
    ]) => h`<details class="group"><summary><span class="verdict v-pass">${tallied('pass', checks.length)}</span><span class="title">${part}</span></summary><div>
${checks.map((check) => one(unit, check))}</div></details>
`,
  )
}
