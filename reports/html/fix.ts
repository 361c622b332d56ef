import type { CheckResult, Results } from '../../harness/evidence/results-types.js'
import { decidingGaps } from '../decision.js'
import type { EvidenceOf } from '../evidence-files.js'
import { groupBy } from '../group.js'
import { clauseWords } from '../parts.js'
import { firstStory } from '../story.js'
import { count, counted, cut } from '../text.js'
import type { Unit } from '../units.js'
import type { Anchors } from './anchors.js'
import { checkPill } from './bits.js'
import { h, type Markup } from './markup.js'

const mostChecks = 4
const mostLinks = 60

/** What an implementer does next: breaches by requirement, then what could not be verified, then findings. */
export function fixSection(units: readonly Unit[], results: Results, evidenceOf: EvidenceOf, anchors: Anchors): Markup {
  const lists = units.flatMap((unit) => unitList(unit, results, evidenceOf, anchors) ?? [])
  return h`<section id="fix" aria-labelledby="h-fix"><h2 id="h-fix">What to fix</h2>
${lists.length === 0 ? h`<p>Nothing: no check failed, nothing was found, and nothing mandatory was left untested.</p>` : lists}</section>
`
}

function unitList(unit: Unit, results: Results, evidenceOf: EvidenceOf, anchors: Anchors): Markup | undefined {
  const having = (...verdicts: readonly string[]) => unit.checks.filter((check) => verdicts.includes(check.verdict))
  const failing = having('fail', 'waived')
  const gaps = decidingGaps(unit, results)
  const findings = having('finding')
  if (failing.length + gaps.length + findings.length === 0) return undefined
  const cards = (checks: readonly CheckResult[], tone: string) =>
    [...groupBy(checks, (check) => check.requirements[0] ?? '')].map(([id, group]) =>
      requirementCard(unit, id, group, tone, evidenceOf, anchors),
    )
  return h`<h3 class="unit">${unit.title}</h3>
${failing.length > 0 && h`<ol class="todo">${cards(failing, 'fail')}</ol>`}
${gaps.length > 0 && h`<h4>Not verified: what keeps a verdict open</h4><ul class="todo">${gapCards(unit, gaps, anchors)}</ul>`}
${findings.length > 0 && h`<h4>Findings: they inform, they do not decide</h4><ul class="todo">${cards(findings, 'warn')}</ul>`}
`
}

function requirementCard(
  unit: Unit,
  id: string,
  checks: readonly CheckResult[],
  tone: string,
  evidenceOf: EvidenceOf,
  anchors: Anchors,
): Markup {
  const row = unit.requirement(id)
  const anchor = anchors.requirement(unit, id)
  return h`<li class="t-${tone}"><h5>${row?.text ?? id} ${anchor === '' ? h`<span class="mono id">${id}</span>` : h`<a class="mono id" href="#${anchor}">${id}</a>`}</h5>
<p class="muted">${row?.level} requirement${row?.clauses !== undefined && row.clauses.length > 0 && `, ${clauseWords(row.clauses)}`}</p>
<ul class="plain">${checks.slice(0, mostChecks).map((check) => breach(unit, check, evidenceOf, anchors))}</ul>
${checks.length > mostChecks && h`<p>${count(checks.length - mostChecks)} more of its checks: ${links(unit, checks.slice(mostChecks), anchors)}</p>`}
${row?.remedy !== undefined && h`<p class="remedy"><b>Remedy.</b> ${row.remedy}</p>`}</li>
`
}

function breach(unit: Unit, check: CheckResult, evidenceOf: EvidenceOf, anchors: Anchors): Markup {
  const story = firstStory(evidenceOf(check).evidence)
  return h`<li><a href="#${anchors.check(unit, check)}">${check.title}</a>${check.verdict === 'waived' && h` ${checkPill(check)}`}<br>
${story === undefined ? cut(check.reason ?? 'No reason was recorded.', 500) : h`<span class="muted">Sent</span> ${cut(story.sent, 300)}. <span class="muted">Expected</span> ${cut(story.expected, 300)}. <span class="muted">Got</span> <b>${cut(story.got, 300)}</b>.`}</li>
`
}

function gapCards(unit: Unit, gaps: readonly CheckResult[], anchors: Anchors): readonly Markup[] {
  return [...groupBy(gaps, (check) => `${check.verdict} ${check.reason ?? ''}`).values()].map((group) => {
    const [first] = group
    return h`<li class="t-none"><p>${first !== undefined && checkPill(first)} ${cut(first?.reason ?? 'No reason was recorded.', 500)}</p>
<p>${counted(group.length, 'check')}: ${links(unit, group, anchors)}</p></li>
`
  })
}

function links(unit: Unit, checks: readonly CheckResult[], anchors: Anchors): Markup {
  const shown = checks.slice(0, mostLinks)
  return h`${shown.map((check, index) => h`${index > 0 && ', '}<a class="mono id" href="#${anchors.check(unit, check)}">${check.id}</a>`)}${checks.length > shown.length && ` and ${count(checks.length - shown.length)} more`}`
}
