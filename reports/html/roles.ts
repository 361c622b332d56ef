import type { CheckResult, Results } from '../../harness/evidence/results-types.js'
import { count, cut, inline } from '../text.js'
import { profileOf, type Unit } from '../units.js'
import { checkWords, roleWords, type Tone, tallied, verdictOrder } from '../words.js'
import { pill } from './bits.js'
import { h, type Markup } from './markup.js'

const mostMeasures = 8

/** One card per role with its counts, and one with what was measured. */
export function rolesSection(units: readonly Unit[], results: Results): Markup {
  return h`<section id="roles" aria-labelledby="h-roles"><h2 id="h-roles">Roles</h2>
<div class="cards">${units.map((unit) => card(unit, results))}${units.map(measures)}</div></section>
`
}

function card(unit: Unit, results: Results): Markup {
  const tally = verdictOrder
    .toReversed()
    .map((verdict) => ({ verdict, number: unit.checks.filter((check) => check.verdict === verdict).length }))
    .filter(({ number, verdict }) => number > 0 || verdict === 'pass' || verdict === 'fail')
  const words = tally.map(({ number, verdict }) => tallied(verdict, number))
  const profile = profileOf(unit, results)
  return h`<div class="card"><h3>${unit.title}</h3><p>${pill(roleWords[unit.verdict])}${profile !== undefined && h` <span class="muted">${profile} profile</span>`}</p>
<div class="bar" role="img" aria-label="${words.join(', ')}">${tally.filter(({ number }) => number > 0).map(({ verdict, number }) => stripe(checkWords[verdict].tone, number))}</div>
<div class="counts">${words.map((text) => h`<span>${text}</span> `)}<span>${count(unit.checks.length)} in all</span></div>
<p class="small"><a href="#clauses-${unit.number}">Clauses</a> · <a href="#checks-${unit.number}">Checks</a></p></div>
`
}

function stripe(tone: Tone, number: number): Markup {
  return h`<i class="${tone}" style="flex:${number}"></i>`
}

/** Observations with a number or a yes/no: what a reader compares between versions. */
function measures(unit: Unit): Markup | undefined {
  const seen = new Map(unit.checks.flatMap(measured))
  if (seen.size === 0) return undefined
  const shown = [...seen].slice(0, mostMeasures)
  return h`<div class="card"><h3>Measured: ${unit.title}</h3><ul class="plain measures">${shown.map(([name, value]) => h`<li>${name} <b>${value}</b></li>`)}</ul>
<p class="small"><a href="#observations">${seen.size > shown.length ? `All ${count(seen.size)} observations` : 'Observations'}</a></p></div>
`
}

function measured(check: CheckResult): readonly (readonly [string, string])[] {
  return (check.observations ?? [])
    .filter(({ value }) => typeof value !== 'object' || value === null)
    .map(
      ({ name, value, unit }) => [cut(name, 120), `${measure(value)}${unit === undefined ? '' : ` ${unit}`}`] as const,
    )
}

function measure(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' ? count(value) : cut(inline(value), 120)
}
