import type { CheckResult, RequirementResult, Results } from '../../../harness/contracts/results.js'
import { levels } from '../../../requirements/types.js'
import { decidingGaps } from '../../decision.js'
import { groupBy } from '../../group.js'
import { inTextOrder } from '../../parts.js'
import { counted, cut } from '../../text.js'
import type { Unit } from '../../units.js'
import { silent, verdictOrder } from '../../words.js'
import type { Anchors } from '../anchors.js'
import { cell, checkPill, requirementLinks } from '../bits.js'
import { h, type Markup } from '../markup.js'
import { section } from '../navigation.js'

/** What the run says nothing about, and why: checks by reason, then requirements that no check covers. */
export function untestedSection(units: readonly Unit[], results: Results, anchors: Anchors): Markup {
  return section(
    'untested',
    'A verdict speaks for what was tested. Everything else stands here with its reason.',
    units.map((unit) => unitTables(unit, results, anchors)),
  )
}

function unitTables(unit: Unit, results: Results, anchors: Anchors): Markup {
  const deciding = new Set(decidingGaps(unit, results))
  const quiet = verdictOrder
    .flatMap((verdict) => unit.checks.filter((check) => check.verdict === verdict))
    .filter((check) => silent.has(check.verdict) || check.verdict === 'not-applicable')
  const groups = [
    ...groupBy(quiet, (check) => `${deciding.has(check)} ${check.verdict} ${check.reason ?? ''}`).values(),
  ]
  const uncovered = unit.requirements.filter((row) => row.checks.length === 0 && row.verdict !== 'not-applicable')
  const open = groups.some(([first]) => first !== undefined && deciding.has(first))
  return h`<details class="group"${open && h` open`}><summary><span class="title">${unit.title}</span><span class="muted">${counted(quiet.length, 'check')}, ${counted(uncovered.length, 'requirement')} without a check</span></summary><div>
${
  groups.length > 0 &&
  table(
    'Checks',
    groups.toSorted(decidingFirst(deciding)).map((group) => checkRow(group, deciding)),
  )
}${
  uncovered.length > 0 &&
  table(
    'Requirements',
    [...groupBy(inTextOrder(uncovered), (row) => row.reason ?? '').values()].map((rows) =>
      requirementRow(unit, rows, anchors),
    ),
  )
}${unit.elsewhere.length > 0 && h`<p class="muted">${counted(unit.elsewhere.length, 'further check')} of the suite ${unit.elsewhere.length === 1 ? 'concerns' : 'concern'} other roles alone.</p>`}</div></details>
`
}

const decidingFirst =
  (deciding: ReadonlySet<CheckResult>) =>
  ([a]: readonly CheckResult[], [b]: readonly CheckResult[]): number =>
    Number(b !== undefined && deciding.has(b)) - Number(a !== undefined && deciding.has(a))

const table = (what: string, rows: readonly Markup[]): Markup =>
  h`<table class="fold"><thead><tr><th scope="col">Why not</th><th scope="col">${what}</th></tr></thead><tbody>
${rows}</tbody></table>`

function checkRow(group: readonly CheckResult[], deciding: ReadonlySet<CheckResult>): Markup {
  const first = group[0] as CheckResult
  const byLevel = levels.flatMap((level) => {
    const number = group.filter((check) => (check.level ?? 'must') === level).length
    return number === 0 ? [] : `${number} ${level}`
  })
  return h`<tr>${cell('', h`${checkPill(first)} ${cut(first.reason ?? 'No reason was recorded.', 400)}${deciding.has(first) && h` <b>Keeps the role from being certified.</b>`}`, 'what')}${cell('Checks', h`${counted(group.length, 'check')} <span class="muted">(${byLevel.join(', ')})</span>`)}</tr>
`
}

function requirementRow(unit: Unit, rows: readonly RequirementResult[], anchors: Anchors): Markup {
  const ids = rows.map((row) => row.id)
  return h`<tr>${cell('', rows[0]?.reason ?? 'No check exists.', 'what')}${cell('Requirements', h`${requirementLinks(unit, ids, anchors)}`)}</tr>
`
}
