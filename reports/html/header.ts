import type { RequirementResult, Results, TargetResult } from '../../harness/contracts/results.js'
import { resultsFile, viewFiles } from '../../harness/evidence/files.js'
import { blockedSentences } from '../blocked.js'
import { decision, incompleteness } from '../decision.js'
import { type OutageStory, outageStories } from '../outages.js'
import { inTextOrder } from '../parts.js'
import { policySentence } from '../policy.js'
import { secondLookSentence } from '../second-looks.js'
import { count, cut, duration, moment } from '../text.js'
import type { Unit } from '../units.js'
import { checkWords, roleWords, tallied, verdictOrder } from '../words.js'
import type { Anchors } from './anchors.js'
import { pill, requirementLinks } from './bits.js'
import { h, type Markup } from './markup.js'

/** Title of the page: what was tested. */
export function heading(results: Results): string {
  const [only] = results.targets
  if (only !== undefined && results.targets.length === 1) return nameOf(only)
  return `${results.targets.length} targets`
}

/** What was decided, about whom, by what, when. */
export function header(units: readonly Unit[], results: Results, anchors: Anchors, digest: string): Markup {
  const incomplete = incompleteness(results)
  const secondLooks = secondLookSentence(results)
  return h`<header>
<p class="over">Conformance report</p>
<h1>${heading(results)}</h1>
${incomplete !== '' && h`<p class="loud"><b>Incomplete.</b> ${incomplete}</p>`}${blockedSentences(results).map((sentence) => h`<p class="loud"><b>Not judged.</b> ${cut(sentence, 2000)}</p>`)}${outageStories(results).map(outage)}${results.policy && h`<p class="loud by"><b>By a policy.</b> ${cut(policySentence(results), 400)} <a href="#policy">What it says</a></p>`}
<div class="top"><div>${results.targets.length > 1 ? results.targets.map((target) => targetPart(target, units, results, anchors)) : cards(units, results, anchors)}</div>
${facts(results, digest)}</div>${secondLooks !== '' && h`<p class="muted">${cut(secondLooks, 1000)}</p>`}</header>
`
}

/** One target of several: what it is, and the verdicts of its roles. */
function targetPart(target: TargetResult, units: readonly Unit[], results: Results, anchors: Anchors): Markup {
  const own = units.filter((unit) => unit.target.name === target.name)
  return h`<section class="target"><h2>${nameOf(target)}</h2><dl class="facts">${targetFacts(target)}</dl>${cards(own, results, anchors)}</section>
`
}

const cards = (units: readonly Unit[], results: Results, anchors: Anchors): Markup =>
  h`<div class="roles">${units.map((unit) => roleCard(unit, results, anchors))}${units.length === 0 && h`<p>No role was tested.</p>`}</div>`

/** A target that was gone in the middle of the run, with what it printed last. */
const outage = ({ sentence, lastOutput }: OutageStory): Markup =>
  h`<div class="loud"><b>Gone.</b> ${sentence}${lastOutput !== '' && h`<details><summary>Its last output</summary><pre>${cut(lastOutput, 8000)}</pre></details>`}</div>`

/** The verdict of one role: in a word, in a sentence, in numbers. */
function roleCard(unit: Unit, results: Results, anchors: Anchors): Markup {
  const [first, ...rest] = decision(unit, results)
  const { tone } = roleWords[unit.verdict]
  // Below the heading of its target where there are several.
  const title = results.targets.length > 1 ? 'h3' : 'h2'
  const tally = verdictOrder
    .toReversed()
    .map((verdict) => ({ verdict, number: unit.checks.filter((check) => check.verdict === verdict).length }))
    .filter(({ number, verdict }) => number > 0 || verdict === 'pass' || verdict === 'fail')
  return h`<section class="role t-${tone}" aria-labelledby="role-${unit.number}"><${title} id="role-${unit.number}">${pill(roleWords[unit.verdict])} <span>as ${unit.role}</span></${title}>
<p class="lead">${first}</p>${broken(unit, anchors)}
${bar(tally.filter(({ verdict }) => verdict !== 'not-applicable'))}
<p class="counts">${tally.map(({ verdict, number }) => h`<span>${tallied(verdict, number)}</span> `)}<span>${count(unit.checks.length)} checks in all</span></p>
<ul>${rest.map((sentence) => h`<li>${sentence}</li>`)}</ul>
<p class="small"><a href="#clauses-${unit.number}">Clause by clause</a> · <a href="#checks-${unit.number}">Checks and evidence</a></p></section>
`
}

const mostBroken = 12

/** The requirements that decided against the role. */
function broken(unit: Unit, anchors: Anchors): Markup | undefined {
  const deciding = ({ verdict }: RequirementResult) => verdict === 'fail' || verdict === 'waived'
  const ids = inTextOrder(unit.requirements.filter(deciding)).map((row) => row.id)
  if (ids.length === 0) return undefined
  return h`<p>Broken: ${requirementLinks(unit, ids.slice(0, mostBroken), anchors)}${ids.length > mostBroken && h`and ${ids.length - mostBroken} more`}</p>`
}

/** Least part of the bar that a verdict takes: one failure among hundreds is seen. */
const leastShare = 0.015

/** The checks that concern a role as one bar, drawn without words, which follow it. */
function bar(tally: readonly { readonly verdict: keyof typeof checkWords; readonly number: number }[]): Markup {
  const all = tally.reduce((sum, { number }) => sum + number, 0)
  const parts = tally
    .filter(({ number }) => number > 0)
    .map(({ verdict, number }) => ({ tone: checkWords[verdict].tone, share: Math.max(number / all, leastShare) }))
  const whole = parts.reduce((sum, { share }) => sum + share, 0)
  let from = 0
  const stripe = ({ tone, share }: (typeof parts)[number]) => {
    const x = from
    from += (100 * share) / whole
    return h`<rect class="${tone}" x="${x.toFixed(2)}%" width="${(from - x - 0.15).toFixed(2)}%" height="10"/>`
  }
  return h`<svg class="bar" aria-hidden="true">${parts.map(stripe)}</svg>`
}

function facts(results: Results, digest: string): Markup {
  const { run, suite, targets } = results
  const [only] = targets.length === 1 ? targets : []
  const commit = suite.commit === undefined ? '' : `, commit ${suite.commit.slice(0, 12)}`
  const line = (name: string, value: string | Markup | undefined, mono = false) =>
    value !== undefined && h`<dt>${name}</dt><dd${mono && h` class="mono"`}>${value}</dd>`
  const files = [resultsFile, ...viewFiles.filter((name) => name !== 'index.html')]
  return h`<dl class="facts">
${only && targetFacts(only)}
${line('Run', h`${moment(run.startedAt)}, <span class="nowrap">took ${duration(run.durationMs)}</span>`)}${line('Profile', profile(results))}
${line('Gate', results.gate === 'pass' ? 'passes' : 'fails')}${line('Suite', `${suite.name} ${suite.version}${commit}`)}
${line('Run id', run.id, true)}${line('Seed', run.seed === undefined ? undefined : String(run.seed), true)}
${line('Requirements', h`sha256 ${suite.requirementsDigest}`, true)}${line('Results', h`sha256 ${digest}`, true)}
${line(
  'Files',
  files
    .map((name, index) => h`${index > 0 && ', '}<a href="./${name}">${name}</a>`)
    .reduce((all, one) => h`${all}${one}`),
)}</dl>`
}

function profile({ run, targets }: Results): string | undefined {
  const named = run.profile ?? targets[0]?.roles[0]?.profile
  const more = `${run.strict === true ? ', strict rules decide' : ''}${run.safe === true ? ', safe checks alone' : ''}`
  return named && `${named}${more}`
}

function targetFacts(target: TargetResult): Markup {
  const { clockOffsetMs, configDigest, partyId, baseUrl } = target
  return h`<dt>Target</dt><dd><span class="mono">${baseUrl ?? 'no address'}</span></dd><dt>Party</dt><dd class="mono">${partyId}</dd>${clockOffsetMs !== undefined && h`<dt>Clock</dt><dd>${clockWords(clockOffsetMs)}</dd>`}${configDigest !== undefined && h`<dt>Target file</dt><dd class="mono">sha256 ${configDigest}</dd>`}`
}

/** To how many milliseconds a clock is known that tells whole seconds (`Date`, RFC 9110 §6.6.1). */
const clockPrecisionMs = 500

/** The clock of the target beside ours, in words. */
export function clockWords(offsetMs: number): string {
  if (Math.abs(offsetMs) <= clockPrecisionMs) return 'target agrees with ours to half a second'
  return `target about ${duration(Math.abs(offsetMs))} ${offsetMs > 0 ? 'ahead' : 'behind'}`
}

function nameOf(target: TargetResult): string {
  return target.version === undefined ? target.name : `${target.name} ${target.version}`
}
