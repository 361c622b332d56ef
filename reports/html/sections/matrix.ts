import type { CheckResult, RequirementResult } from '../../../harness/contracts/results.js'
import { groupBy } from '../../group.js'
import { inTextOrder, partOf } from '../../parts.js'
import { counted, cut } from '../../text.js'
import type { Unit } from '../../units.js'
import { checkWords, requirementWord, silent } from '../../words.js'
import type { Anchors } from '../anchors.js'
import { cell, checkLink, filterable, marks, pill } from '../bits.js'
import { h, type Markup } from '../markup.js'
import { section } from '../navigation.js'

const mostLinks = 40

/** Every requirement with its verdict, in the order of the interface text. */
export function matrixSection(units: readonly Unit[], anchors: Anchors): Markup {
  return section(
    'clauses',
    'In the order of the interface text; L259 is its line 259. Levels: must decides; strict decides when asked for; should informs.',
    units.map((unit) => matrix(unit, anchors)),
  )
}

function matrix(unit: Unit, anchors: Anchors): Markup {
  const checks = new Map([...unit.checks, ...unit.elsewhere].map((check) => [check.id, check]))
  return h`<div data-group><h3 class="unit" id="clauses-${unit.number}">${unit.title}</h3>
<table class="fold matrix"><thead><tr><th scope="col">Requirement</th><th scope="col">What it asks</th><th scope="col">Level</th><th scope="col">Verdict</th><th scope="col">Passed</th></tr></thead>
${[...groupBy(inTextOrder(unit.requirements), partOf)].map(
  ([part, rows]) => h`<tbody data-group><tr class="group"><th colspan="5" scope="rowgroup">${part}</th></tr>
${rows.map((row) => line(unit, row, checks, anchors))}</tbody>`,
)}</table></div>
`
}

function line(unit: Unit, row: RequirementResult, checks: ReadonlyMap<string, CheckResult>, anchors: Anchors): Markup {
  const own = row.checks.flatMap((id) => checks.get(id) ?? [])
  const concerning = own.filter((check) => check.verdict !== 'not-applicable')
  const passed = concerning.filter((check) => check.verdict === 'pass').length
  const anchor = anchors.requirement(unit, row.id)
  return h`<tr id="${anchor}"${filterable(unit, row)}>${cell('', h`<a class="id" href="#${anchor}">${row.id}</a>`, 'name')}${cell(
    '',
    h`${row.text ?? ''} <span class="muted small">${clauses(row)}</span>${reason(row, concerning.length > 0 ? concerning : own)}${remedyAndChecks(unit, row, concerning, anchors)}`,
    'what',
  )}${cell('Level', row.level, 'part')}${cell('', pill(stateOf(row, passed)), 'state')}${cell('Passed', concerning.length === 0 ? 'none' : `${passed} of ${concerning.length}`, 'part')}</tr>
`
}

function clauses({ clauses: cited = [], status }: RequirementResult): string {
  const more = { stated: '', ambiguous: ', two readings', 'not-shown': ', not shown in the text' }[status ?? 'stated']
  return `${cited.join(', ')}${more}`
}

/** The verdict in a word; where some checks passed and others did not run, neither word would be true. */
const stateOf = (row: RequirementResult, passed: number): Parameters<typeof pill>[0] =>
  passed > 0 && silent.has(row.verdict) ? { word: 'Partly tested', tone: 'none' } : requirementWord(row)

/** Why nothing can be said: the requirement's own reason, or what keeps its checks silent. */
function reason(row: RequirementResult, own: readonly CheckResult[]): Markup | undefined {
  const quiet = own.filter((check) => silent.has(check.verdict) || check.verdict === 'not-applicable')
  const reasons = [...new Set(quiet.map((check) => check.reason ?? ''))].slice(0, 2).join(' ')
  const part = quiet.length === own.length ? '' : `${counted(quiet.length, 'check')} of ${own.length} silent: `
  const text = row.reason ?? (quiet.length === 0 || row.verdict === 'fail' ? '' : `${part}${reasons}`)
  return text === '' ? undefined : h`<br><span class="muted">${cut(text, 400)}</span>`
}

/** What to do when it is broken, and the checks that say whether it is: open where something is to be done. */
function remedyAndChecks(unit: Unit, row: RequirementResult, checks: readonly CheckResult[], anchors: Anchors): Markup {
  const open = row.verdict === 'fail' || row.verdict === 'waived' || row.verdict === 'finding'
  const rest = checks.length - mostLinks
  return h`<details class="more"${open && h` open`}><summary>Remedy${checks.length > 0 && ` and ${counted(checks.length, 'check')}`}</summary><div>${row.remedy !== undefined && h`<p class="remedy">${row.remedy}</p>`}${checks.length > 0 && h`<ul class="small-list">${checks.slice(0, mostLinks).map((check) => h`<li>${marks[checkWords[check.verdict].tone]} ${checkLink(unit, check, anchors)} <span class="muted">${check.verdict !== 'pass' && checkWords[check.verdict].word}</span></li>`)}</ul>`}${rest > 0 && h`<p>${counted(rest, 'further check')}.</p>`}</div></details>`
}
