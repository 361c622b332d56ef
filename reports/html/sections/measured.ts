import type { CheckResult, Results } from '../../../harness/contracts/results.js'
import { counted, cut } from '../../text.js'
import type { Unit } from '../../units.js'
import type { Anchors } from '../anchors.js'
import { cell, checkLink } from '../bits.js'
import { ageScale, clockScale } from '../evidence/ages.js'
import { guiseTable } from '../evidence/guises.js'
import { observedLine } from '../evidence/observed-value.js'
import { truthTable } from '../evidence/truth-table.js'
import { h, type Markup } from '../markup.js'
import { section } from '../navigation.js'

const mostObservations = 300

/** What was measured or seen without deciding anything: clocks and ages drawn, the truth table of forwarded JWTs, guises, all observations. */
export function measuredSection(units: readonly Unit[], results: Results, anchors: Anchors): Markup {
  const clocks = results.targets.flatMap(({ name, clockOffsetMs }) =>
    clockOffsetMs === undefined ? [] : clockScale(name, clockOffsetMs),
  )
  return section('measured', 'Measured or seen; no verdict depends on it but where a check says so.', [
    ...clocks,
    ...units.flatMap((unit) => ageScale(unit) ?? []),
    ...units.flatMap((unit) => unit.checks.flatMap((check) => forwarding(unit, check, anchors))),
    ...units.flatMap((unit) => guiseTable(unit) ?? []),
    ...units.map((unit) => observed(unit, anchors)),
  ])
}

function forwarding(unit: Unit, check: CheckResult, anchors: Anchors): readonly Markup[] {
  return (check.observations ?? []).flatMap(({ value }) => {
    const table = truthTable(value)
    if (table === undefined) return []
    return h`<h3 class="unit">Truth table of forwarded JWTs: ${unit.title}</h3><p class="muted">From ${checkLink(unit, check, anchors)}.</p>${table}`
  })
}

function observed(unit: Unit, anchors: Anchors): Markup {
  const rows = unit.checks.flatMap((check) => (check.observations ?? []).map((observation) => ({ check, observation })))
  return h`<details class="group"><summary><span class="title">${unit.title}</span><span class="muted">${counted(rows.length, 'observation')}</span></summary><div>${
    rows.length > 0 &&
    h`<table class="fold"><thead><tr><th scope="col">What</th><th scope="col">Value</th><th scope="col">Seen in</th></tr></thead><tbody>
${rows.slice(0, mostObservations).map(
  ({
    check,
    observation: { name, value, unit: of },
  }) => h`<tr>${cell('What', cut(name, 200), 'name')}${cell('Value', observedLine(value, of), 'mono wrap')}${cell('Seen in', checkLink(unit, check, anchors))}</tr>
`,
)}</tbody></table>`
  }${rows.length > mostObservations && h`<p class="muted">${counted(rows.length - mostObservations, 'further observation')} in results.json.</p>`}</div></details>
`
}
