import type { Change, Comparison, Results } from '../../harness/contracts/results.js'
import { compare } from '../../harness/evidence/compare.js'
import { cell, pill } from '../html/bits.js'
import { document } from '../html/document.js'
import { h, type Markup } from '../html/markup.js'
import { policyName } from '../policy.js'
import { count, counted, cut, inline, moment } from '../text.js'
import { type Unit, units } from '../units.js'
import { checkWords, roleWords } from '../words.js'
import { differenceSentence, type Group, type Side, type Turned, turnedChecks, unlike } from './turned.js'

/** Rows that one table holds at most. */
const most = 200

/** Two runs side by side on one page that needs nothing beside itself: what turned, in which direction, and what differs first. */
export function comparePage(before: Side, now: Side): string {
  const groups = turnedChecks(before, now)
  const all = groups.flatMap((group) => group.all)
  const title = all.length === 0 ? 'Nothing turned' : `${counted(all.length, 'check')} turned`
  const { changedAssumptions, failing } = compare(before.results, now.results)
  return document({
    title: `Two runs: ${title.toLowerCase()}`,
    body: [
      h`<a class="skip" href="#turned">Skip to what turned</a><main>
${head(title, before, now, groups)}${roles(before.results, now.results)}<section id="turned" aria-labelledby="h-turned"><h2 id="h-turned">What turned</h2>
${groups.length === 0 && h`<p>No check came to another verdict.</p>`}${groups.map((group) => table(group, now.results))}${stillFailing(failing)}</section>${assumptions(changedAssumptions)}</main>`,
    ],
  })
}

const tones = { worse: 'fail', better: 'pass', other: 'none' } as const

function head(title: string, before: Side, now: Side, groups: readonly Group[]): Markup {
  const apart = unlike(before, now)
  const counts = (['worse', 'better', 'other'] as const).flatMap((way) => {
    const number = groups.filter((group) => group.way === way).reduce((sum, { all }) => sum + all.length, 0)
    return number === 0
      ? []
      : [pill({ word: `${count(number)} ${way === 'other' ? 'otherwise' : way}`, tone: tones[way] })]
  })
  return h`<header><p class="over">Two runs compared</p>
<h1>${title}</h1>
<p>${counts.map((one) => h`${one} `)}</p>
<dl class="facts"><dt>Before</dt><dd>${runWords(before.results)}</dd><dt>Now</dt><dd>${runWords(now.results)}</dd></dl>
${apart.length > 0 && h`<p class="loud"><b>Not judged alike.</b> They differ in ${apart.join('; in ')}.</p>`}</header>
`
}

const runWords = ({ run, suite, gate, policy, complete }: Results): string =>
  [
    moment(run.startedAt),
    `version ${suite.version}`,
    policyName(policy),
    `the gate ${gate === 'pass' ? 'passes' : 'fails'}`,
    complete ? '' : 'incomplete',
    `run ${run.id}`,
  ]
    .filter((part) => part !== '')
    .join(', ')

const name = ({ target, role }: Unit): string => `${target.name} as ${role}`

function roles(before: Results, now: Results): Markup {
  const [old, current] = [units(before), units(now)]
  const names = [...new Set([...current, ...old].map(name))]
  const verdict = (all: readonly Unit[], one: string) => {
    const unit = all.find((each) => name(each) === one)
    return unit ? pill(roleWords[unit.verdict]) : 'not there'
  }
  return h`<section id="roles" aria-labelledby="h-roles"><h2 id="h-roles">Verdicts</h2>
<table class="fold"><thead><tr><th scope="col">Role</th><th scope="col">Before</th><th scope="col">Now</th></tr></thead><tbody>
${names.map(
  (
    one,
  ) => h`<tr>${cell('', h`<b>${cut(one, 200)}</b>`, 'name')}${cell('Before', h`${verdict(old, one)}`)}${cell('Now', h`${verdict(current, one)}`)}</tr>
`,
)}</tbody></table></section>
`
}

function table({ title, way, all }: Group, { targets }: Results): Markup {
  const several = targets.length > 1 || (targets[0]?.roles.length ?? 0) > 1
  return h`<h3 class="unit">${title} <span class="muted">(${count(all.length)}${way !== 'other' && `, ${way}`})</span></h3>
<table class="fold"><thead><tr><th scope="col">Check</th><th scope="col">Before</th><th scope="col">Now</th><th scope="col">What differs first</th></tr></thead><tbody>
${all.slice(0, most).map((one) => row(one, several))}</tbody></table>
${all.length > most && h`<p class="muted">And ${count(all.length - most)} more.</p>`}`
}

function row(turned: Turned, several: boolean): Markup {
  const { check, before, now, reasonBefore } = turned
  const verdict = (one: Turned['now']) => (one === undefined ? 'not there' : pill(checkWords[one]))
  const reasons = [reasonBefore && `Before: ${reasonBefore}`, now && check.reason && `Now: ${check.reason}`]
  return h`<tr>${cell('', h`<b>${cut(check.title, 200)}</b><br><span class="id">${cut(check.id, 120)}</span>${several && h` <span class="muted small">${cut(`${check.target} as ${check.role}`, 200)}</span>`}`, 'name')}${cell('Before', h`${verdict(before)}`)}${cell('Now', h`${verdict(now)}`)}${cell('What differs first', h`${cut(differenceSentence(turned), 600)}<br><span class="muted small">${cut(reasons.filter((one) => one).join(' '), 900)}</span>`, 'wrap')}</tr>
`
}

const stillFailing = (failing: readonly Change[]): Markup | undefined =>
  failing.length === 0
    ? undefined
    : h`<p class="muted">${counted(failing.length, 'check')} ${failing.length === 1 ? 'fails' : 'fail'} as before: ${failing.slice(0, most).map(({ id }, index) => h`${index > 0 && ', '}<span class="id">${cut(id, 120)}</span>`)}.</p>`

const assumptions = (changed: Comparison['changedAssumptions']): Markup | undefined =>
  changed.length === 0
    ? undefined
    : h`<section id="assumptions" aria-labelledby="h-assumptions"><h2 id="h-assumptions">Changed assumptions</h2>
<table class="fold"><thead><tr><th scope="col">Open point</th><th scope="col">Before</th><th scope="col">Now</th></tr></thead><tbody>
${changed.slice(0, most).map(
  ({
    id,
    before,
    now,
  }) => h`<tr>${cell('', cut(id, 200), 'name')}${cell('Before', valueWords(before), 'mono wrap')}${cell('Now', valueWords(now), 'mono wrap')}</tr>
`,
)}</tbody></table></section>
`

const valueWords = (value: Parameters<typeof inline>[0] | undefined): string =>
  value === undefined ? 'not there' : cut(inline(value), 300)
