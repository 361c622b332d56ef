import type { CheckResult, RunResult } from '../../../harness/contracts/results.js'
import type { EvidenceOf } from '../../evidence-files.js'
import { groupBy } from '../../group.js'
import { partOf } from '../../parts.js'
import { count, cut } from '../../text.js'
import type { Unit } from '../../units.js'
import { checkWords, verdictOrder } from '../../words.js'
import type { Anchors } from '../anchors.js'
import { filterable, pill } from '../bits.js'
import { h, type Markup } from '../markup.js'
import { section } from '../navigation.js'
import { checkDetails, type RenderedCheck, renderCheck } from './check.js'

/** Failing checks that stand open when the page is opened. */
const opened = 2

/** Where the evidence of a check stands: within this page, or in one beside it. */
export type PlaceOf = (check: RenderedCheck) => 'here' | { readonly page: string }

/** Every check of every unit that left evidence or did not pass, the worst first. */
export function renderChecks(
  units: readonly Unit[],
  run: RunResult,
  evidenceOf: EvidenceOf,
  anchors: Anchors,
): readonly RenderedCheck[] {
  const all = units.flatMap((unit) => unit.checks.map((check) => ({ unit, check })))
  return verdictOrder
    .flatMap((verdict) => all.filter(({ check }) => check.verdict === verdict && !isQuiet(check)))
    .map(({ unit, check }) => renderCheck(unit, check, run, evidenceOf(check), anchors))
}

/** A check that never ran has nothing to show but its reason. */
const isQuiet = ({ evidence, verdict }: CheckResult): boolean => evidence === undefined && verdict !== 'pass'

/** The checks of every unit in groups: by verdict, those that passed by part of the text, those that never ran by reason. */
export function checksSection(
  units: readonly Unit[],
  rendered: readonly RenderedCheck[],
  anchors: Anchors,
  placeOf: PlaceOf,
): Markup {
  const openOnes = new Set(rendered.filter(({ check }) => check.verdict === 'fail').slice(0, opened))
  const one = (each: RenderedCheck) => checkDetails(each, placeOf(each), openOnes.has(each))
  return section(
    'checks',
    'Every check sends a conforming message first, its control, and then one that differs in a single point. Checks that did not pass come first.',
    units.map((unit) => {
      const own = rendered.filter((each) => each.unit === unit)
      return h`<div data-group><h3 class="unit" id="checks-${unit.number}">${unit.title}</h3>
${unit.checks.length === 0 && h`<p class="muted">No check ran for this role.</p>`}${loudGroups(own).map(([verdict, checks]) => group(checkWords[verdict], checks.length, '', checks.map(one), true))}${passedByPart(own).map(([part, checks]) => group(checkWords.pass, checks.length, part, checks.map(one), false))}${quietGroups(unit, anchors)}</div>
`
    }),
  )
}

function loudGroups(checks: readonly RenderedCheck[]) {
  const loud = checks.filter(({ check }) => check.verdict !== 'pass')
  return [...groupBy(loud, ({ check }) => check.verdict)]
}

function passedByPart(checks: readonly RenderedCheck[]) {
  const passed = checks.filter(({ check }) => check.verdict === 'pass')
  return [...groupBy(passed, ({ unit, check }) => partOf(unit.requirement(check.requirements[0] ?? '')))]
}

function quietGroups(unit: Unit, anchors: Anchors): readonly Markup[] {
  const quiet = unit.checks.filter(isQuiet)
  return verdictOrder
    .flatMap((verdict) => [
      ...groupBy(
        quiet.filter((check) => check.verdict === verdict),
        (check) => check.reason ?? '',
      ),
    ])
    .map(([reason, checks]) => {
      const [first] = checks
      const rows = checks.map(
        (check) =>
          h`<li id="${anchors.check(unit, check)}"${filterable(unit, check)}>${check.title} <span class="id muted">${check.id}</span> <span class="id muted">${check.requirements.join(' ')}</span></li>
`,
      )
      const word = checkWords[first?.verdict ?? 'disabled']
      return group(word, checks.length, cut(reason, 300), [h`<ul class="quiet">${rows}</ul>`], false, 'never')
    })
}

function group(
  word: Parameters<typeof pill>[0],
  number: number,
  title: string,
  content: readonly Markup[],
  open: boolean,
  kind = '',
): Markup {
  return h`<details class="group ${kind}" data-group${open && h` open`}><summary>${pill(word)}<span class="title">${title}</span><span class="muted" data-count>${count(number)}</span></summary><div>
${content}</div></details>
`
}
