import type { Results } from '../../harness/evidence/results-types.js'
import { cut, inline } from '../text.js'
import type { Unit } from '../units.js'
import type { Anchors } from './anchors.js'
import { cell } from './bits.js'
import { h, type Markup } from './markup.js'

const mostObservations = 200

/** What this run took for granted where the interface text is silent. */
export function assumptionsSection(results: Results): Markup {
  const rows = results.assumptions.map(
    ({
      id,
      value,
      source,
    }) => h`<tr>${cell('Open point', id, 'name')}${cell('This run', cut(inline(value), 400), 'mono wrap')}${cell('From', source)}</tr>
`,
  )
  return h`<section id="assumptions" aria-labelledby="h-assumptions"><h2 id="h-assumptions">Assumptions where the interface is silent</h2>
${rows.length === 0 ? h`<p class="muted">None.</p>` : h`<p class="muted">None of these is judged.</p><div class="scroll"><table class="fold"><thead><tr><th scope="col">Open point</th><th scope="col">This run</th><th scope="col">From</th></tr></thead><tbody>${rows}</tbody></table></div>`}</section>
`
}

/** What was measured or seen without deciding anything. */
export function observationsSection(units: readonly Unit[], anchors: Anchors): Markup {
  return h`<section id="observations" aria-labelledby="h-observations"><h2 id="h-observations">Observations</h2>
<p class="muted">Measured or seen; no verdict depends on them.</p>
${units.map((unit) => observed(unit, anchors))}</section>
`
}

function observed(unit: Unit, anchors: Anchors): Markup {
  const rows = unit.checks.flatMap((check) => (check.observations ?? []).map((observation) => ({ check, observation })))
  return h`<h3 class="unit">${unit.title}</h3>
${
  rows.length === 0
    ? h`<p class="muted">None.</p>`
    : h`<div class="scroll"><table class="fold"><thead><tr><th scope="col">What</th><th scope="col">Value</th><th scope="col">Seen in</th></tr></thead><tbody>
${rows.slice(0, mostObservations).map(
  ({
    check,
    observation: { name, value, unit: of },
  }) => h`<tr>${cell('What', cut(name, 200), 'name')}${cell('Value', `${cut(inline(value), 300)}${of === undefined ? '' : ` ${of}`}`, 'mono wrap')}${cell('Seen in', h`<a class="mono id" href="#${anchors.check(unit, check)}">${check.id}</a>`)}</tr>
`,
)}</tbody></table></div>${rows.length > mostObservations && h`<p class="muted">${rows.length - mostObservations} more in results.json.</p>`}`
}`
}
