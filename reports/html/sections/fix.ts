import type { CheckResult, Results } from '../../../harness/contracts/results.js'
import { causeOf } from '../../causes.js'
import { decidingGaps } from '../../decision.js'
import type { EvidenceOf } from '../../evidence-files.js'
import { groupBy } from '../../group.js'
import { clauseWords } from '../../parts.js'
import { byRequirement, type RequirementGroup } from '../../requirement-groups.js'
import { aboutWord, firstStory } from '../../story.js'
import { count, counted, cut } from '../../text.js'
import type { Unit } from '../../units.js'
import { roleWords } from '../../words.js'
import type { Anchors } from '../anchors.js'
import { checkLink, checkPill } from '../bits.js'
import { h, type Markup } from '../markup.js'
import { section } from '../navigation.js'

const mostChecks = 4
const mostLinks = 10

const levelWords = {
  must: 'mandatory',
  strict: 'strict: decides when asked for',
  should: 'advice: decides nothing',
} as const

/** What an implementer does next: breaches by requirement, then what could not be verified, then findings. */
export function fixSection(units: readonly Unit[], results: Results, evidenceOf: EvidenceOf, anchors: Anchors): Markup {
  const lists = units.flatMap((unit) => unitList(unit, results, evidenceOf, anchors) ?? [])
  const none = h`<p>Nothing: no check failed or found anything, and none that decides was left out.</p>`
  return section('fix', '', lists.length === 0 ? none : lists)
}

function unitList(unit: Unit, results: Results, evidenceOf: EvidenceOf, anchors: Anchors): Markup | undefined {
  const having = (...verdicts: readonly string[]) => unit.checks.filter((check) => verdicts.includes(check.verdict))
  const failing = having('fail', 'waived')
  const gaps = decidingGaps(unit, results)
  const findings = having('finding')
  if (failing.length + gaps.length + findings.length === 0) return undefined
  const cards = (checks: readonly CheckResult[], tone: string) =>
    byRequirement(unit, checks).map((group) => requirementCard(unit, group, tone, evidenceOf, anchors))
  const cause = causeOf(unit, results, evidenceOf)
  return h`<h3 class="unit">${unit.title}</h3>
${cause && h`<p class="loud"><b>One cause.</b> ${cause.sentence} ${links(unit, cause.checks, anchors)}</p>`}
${failing.length > 0 && h`<h4>Failed: why it is ${roleWords[unit.verdict].word.toLowerCase()}</h4><ol class="todo">${cards(failing, 'fail')}</ol>`}
${gaps.length > 0 && h`<h4>Not verified: what keeps a verdict open</h4><ul class="todo">${gapCards(unit, gaps, anchors)}</ul>`}
${findings.length > 0 && h`<h4>Findings: they inform, they do not decide</h4><ul class="todo">${cards(findings, 'warn')}</ul>`}
`
}

function requirementCard(
  unit: Unit,
  { id, row, checks }: RequirementGroup,
  tone: string,
  evidenceOf: EvidenceOf,
  anchors: Anchors,
): Markup {
  const anchor = anchors.requirement(unit, id)
  const clauses = row?.clauses !== undefined && row.clauses.length > 0 ? clauseWords(row.clauses) : ''
  return h`<li class="t-${tone}"><h5>${row?.text ?? id}</h5>
<p class="muted small">${anchor === '' ? h`<span class="id">${id}</span>` : h`<a class="id" href="#${anchor}">${id}</a>`}${row !== undefined && `, ${levelWords[row.level]}`}${clauses !== '' && `, ${clauses}`}</p>
<ul>${checks.slice(0, mostChecks).map((check) => breach(unit, check, evidenceOf, anchors))}</ul>
${checks.length > mostChecks && h`<p>${count(checks.length - mostChecks)} more of its checks: ${links(unit, checks.slice(mostChecks), anchors)}</p>`}
${row?.remedy !== undefined && h`<p class="remedy"><b>What to do.</b> ${row.remedy}</p>`}</li>
`
}

function breach(unit: Unit, check: CheckResult, evidenceOf: EvidenceOf, anchors: Anchors): Markup {
  const story = firstStory(evidenceOf(check).evidence)
  return h`<li><a href="#${anchors.check(unit, check)}">${check.title}</a>${check.verdict === 'waived' && h` ${checkPill(check)}`}<br>
${story === undefined ? cut(check.reason ?? 'No reason was recorded.', 500) : h`<span class="muted">${aboutWord(story)}</span> ${cut(story.sent, 300)}. <span class="muted">Expected</span> ${cut(story.expected, 300)}. <span class="muted">Got</span> <b>${cut(story.got, 300)}</b>.`}</li>
`
}

function gapCards(unit: Unit, gaps: readonly CheckResult[], anchors: Anchors): readonly Markup[] {
  return [...groupBy(gaps, (check) => `${check.verdict} ${check.reason ?? ''}`).values()].map((group) => {
    const [first] = group
    return h`<li class="t-none"><p>${first !== undefined && checkPill(first)} ${cut(first?.reason ?? 'No reason was recorded.', 500)}</p>
<p class="small">${counted(group.length, 'check')}: ${links(unit, group, anchors)}</p></li>
`
  })
}

function links(unit: Unit, checks: readonly CheckResult[], anchors: Anchors): Markup {
  const rest = checks.length - mostLinks
  return h`${checks.slice(0, mostLinks).map((check, index) => h`${index > 0 && ', '}${checkLink(unit, check, anchors)}`)}${rest > 0 && h` and <a href="#checks-${unit.number}">${count(rest)} more</a>`}`
}
