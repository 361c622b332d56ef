import type { Results, TargetResult } from '../../harness/evidence/results-types.js'
import { decision, incompleteness } from '../decision.js'
import { duration, moment } from '../text.js'
import type { Unit } from '../units.js'
import { roleWords } from '../words.js'
import { pill } from './bits.js'
import { h, type Markup } from './markup.js'

/** Title of the page: what was tested. */
export function heading(results: Results): string {
  const [only] = results.targets
  if (only !== undefined && results.targets.length === 1) return nameOf(only)
  return `${results.targets.length} targets`
}

/** What was decided, about whom, by what, when. */
export function header(units: readonly Unit[], results: Results): Markup {
  const incomplete = incompleteness(results)
  return h`<header><div class="top"><div class="decision">
<p class="muted over">Conformance report</p>
<h1>${heading(results)}</h1>
${incomplete !== '' && h`<p class="loud"><b>Incomplete.</b> ${incomplete}</p>`}
${units.map((unit) => roleDecision(unit, results))}${units.length === 0 && h`<p class="lede">No role was tested.</p>`}</div>
${facts(results)}</div>
<nav class="jump" aria-label="Sections"><a href="#fix">What to fix</a><a href="#roles">Roles</a><a href="#clauses">Clause by clause</a><a href="#checks">Checks and evidence</a><a href="#assumptions">Assumptions</a><a href="#observations">Observations</a></nav></header>
`
}

function roleDecision(unit: Unit, results: Results): Markup {
  const [first, ...rest] = decision(unit, results)
  return h`<div class="lede"><p>${pill(roleWords[unit.verdict])} <span>as <b>${unit.role}</b>${results.targets.length > 1 && h`, <span>${nameOf(unit.target)}</span>`}</span></p>
<p><b>${first}</b></p><ul>${rest.map((sentence) => h`<li>${sentence}</li>`)}</ul></div>
`
}

function facts(results: Results): Markup {
  const { run, suite, targets } = results
  const commit = suite.commit === undefined ? '' : `, commit ${suite.commit.slice(0, 12)}`
  const line = (name: string, value: string | Markup | undefined, mono = false) =>
    value !== undefined && h`<dt>${name}</dt><dd${mono && h` class="mono"`}>${value}</dd>`
  return h`<dl class="facts">
${targets.map((target) => targetFacts(target, targets.length > 1))}
${line('Run', `${moment(run.startedAt)}, took ${duration(run.durationMs)}`)}${line('Run id', run.id, true)}
${line('Profile', run.profile && `${run.profile}${run.strict === true ? ', strict' : ''}`)}${line('Gate', results.gate === 'pass' ? 'passes' : 'fails')}
${line('Suite', `${suite.name} ${suite.version}${commit}`)}${line('Requirements', h`<span title="${suite.requirementsDigest}">${suite.requirementsDigest.slice(0, 16)}…</span>`, true)}
${line('Seed', run.seed === undefined ? undefined : String(run.seed), true)}${line('Workers', run.workers === undefined ? undefined : String(run.workers))}
${line('Results', h`<a href="./results.json">results.json</a>, <a href="./junit.xml">junit.xml</a>`)}</dl>`
}

function targetFacts(target: TargetResult, several: boolean): Markup {
  return h`<dt>Target</dt><dd>${several && h`${nameOf(target)}<br>`}<span class="mono">${target.baseUrl ?? 'no address'}</span></dd><dt>Party</dt><dd class="mono">${target.partyId}</dd>${target.clockOffsetMs !== undefined && h`<dt>Clock</dt><dd>${clock(target.clockOffsetMs)}</dd>`}`
}

function clock(offsetMs: number): string {
  if (Math.abs(offsetMs) < 50) return 'target agrees with ours'
  return `target ${duration(Math.abs(offsetMs))} ${offsetMs > 0 ? 'ahead' : 'behind'}`
}

function nameOf(target: TargetResult): string {
  return target.version === undefined ? target.name : `${target.name} ${target.version}`
}
