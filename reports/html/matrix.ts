import type { CheckResult, RequirementResult } from '../../harness/evidence/results-types.js'
import { groupBy } from '../group.js'
import { inTextOrder, partOf } from '../parts.js'
import { cut } from '../text.js'
import type { Unit } from '../units.js'
import { requirementWord } from '../words.js'
import type { Anchors } from './anchors.js'
import { cell, pill } from './bits.js'
import { h, type Markup } from './markup.js'

/** Every requirement with its verdict, in the order of the interface text. */
export function matrixSection(units: readonly Unit[], anchors: Anchors): Markup {
  return h`<section id="clauses" aria-labelledby="h-clauses"><h2 id="h-clauses">Clause by clause</h2>
<p class="muted">In the order of the interface text; L259 is its line 259. Levels: must decides; strict decides when asked for; should informs.</p>
${units.map((unit) => matrix(unit, anchors))}</section>
`
}

function matrix(unit: Unit, anchors: Anchors): Markup {
  const checks = new Map(unit.checks.map((check) => [check.id, check]))
  return h`<h3 class="unit" id="clauses-${unit.number}">${unit.title}</h3>
<div class="scroll"><table class="fold matrix"><thead><tr><th scope="col">Requirement</th><th scope="col">What it asks</th><th scope="col">Level</th><th scope="col">Verdict</th><th scope="col">Checks</th></tr></thead>
${[...groupBy(inTextOrder(unit.requirements), partOf)].map(
  ([part, rows]) => h`<tbody><tr class="group"><th colspan="5" scope="rowgroup">${part}</th></tr>
${rows.map((row) => line(unit, row, checks, anchors))}</tbody>`,
)}</table></div>
`
}

function line(unit: Unit, row: RequirementResult, checks: ReadonlyMap<string, CheckResult>, anchors: Anchors): Markup {
  const own = row.checks.flatMap((id) => checks.get(id) ?? [])
  const passed = own.filter((check) => check.verdict === 'pass').length
  const clauses = (row.clauses ?? []).join(', ')
  const status =
    row.status === 'ambiguous' ? ', two readings' : row.status === 'not-shown' ? ', not shown in the text' : ''
  return h`<tr id="${anchors.requirement(unit, row.id)}">${cell('', h`<span class="mono id">${row.id}</span>`, 'name')}${cell(
    '',
    h`${row.text ?? ''}${clauses !== '' && h` <span class="muted small">${clauses}${status}</span>`}${row.reason !== undefined && h`<br><span class="muted">${cut(row.reason, 400)}</span>`}${worst(unit, own, anchors)}`,
    'what',
  )}${cell('Level', row.level, 'nowrap')}${cell('', pill(requirementWord(row)), 'state')}${cell('Passed', own.length === 0 ? 'none' : `${passed} of ${own.length}`, 'nowrap')}</tr>
`
}

/** Links to the checks that did not pass, a few of them. */
function worst(unit: Unit, checks: readonly CheckResult[], anchors: Anchors): Markup | undefined {
  const loud = checks.filter((check) =>
    ['fail', 'waived', 'finding', 'inconclusive', 'harness-error'].includes(check.verdict),
  )
  if (loud.length === 0) return undefined
  return h`<br><span class="small">${loud.slice(0, 5).map((check) => h`<a class="mono id" href="#${anchors.check(unit, check)}">${check.id}</a> `)}${loud.length > 5 && `and ${loud.length - 5} more`}</span>`
}
