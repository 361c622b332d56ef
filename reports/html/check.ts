import type { CheckResult } from '../../harness/evidence/results-types.js'
import type { Evidence } from '../../harness/evidence/types.js'
import type { Loaded } from '../evidence-files.js'
import { clauseWords } from '../parts.js'
import { factLines, stories } from '../story.js'
import { counted, cut, duration, inline } from '../text.js'
import type { Unit } from '../units.js'
import type { Anchors } from './anchors.js'
import { checkPill, evidenceLink, requirementLinks } from './bits.js'
import { chains } from './chain.js'
import { exchanges } from './exchanges.js'
import { ledger } from './ledger.js'
import { h, type Markup } from './markup.js'
import { pair, shownMessage } from './pair.js'
import { sequence } from './sequence.js'

const mostFacts = 30

/** How much of the evidence a check shows: all of it, its facts only, or all of it opened at once. */
export type Depth = 'facts' | 'full' | 'open'

/** One check as a details element. The anchor stands inside, so that a link to it opens what is folded. */
export function checkDetails(unit: Unit, check: CheckResult, loaded: Loaded, anchors: Anchors, depth: Depth): Markup {
  return h`<details class="check${check.verdict === 'pass' && ' small'}"${depth === 'open' && h` open`}><summary>${checkPill(check)}<span class="title">${check.title}</span><span class="muted mono id">${check.id}</span></summary><div id="${anchors.check(unit, check)}">
${requirements(unit, check, anchors)}${facts(unit, check, loaded)}${body(loaded, depth)}${depth === 'facts' && check.verdict !== 'pass' && loaded.evidence !== undefined && h`<p class="muted">This page holds as much evidence as it can bear; the messages of this check stand in its evidence file.</p>`}</div></details>
`
}

function requirements(unit: Unit, check: CheckResult, anchors: Anchors): Markup {
  if (check.verdict === 'pass') return h`<p>${requirementLinks(unit, check.requirements, anchors)}</p>`
  return h`<ul class="rules">${check.requirements.map((id) => {
    const row = unit.requirement(id)
    return h`<li>${requirementLinks(unit, [id], anchors)}<span>${row?.text ?? ''}</span> <span class="muted">${row?.clauses !== undefined && `(${clauseWords(row.clauses)})`}</span></li>`
  })}</ul>`
}

function facts(unit: Unit, check: CheckResult, loaded: Loaded): Markup {
  const [story] = guarded(loaded, stories) ?? []
  const remedies = [...new Set(check.requirements.flatMap((id) => unit.requirement(id)?.remedy ?? []))]
  const row = (name: string, value: string | Markup | undefined) =>
    value !== undefined && value !== '' && h`<dt>${name}</dt><dd>${value}</dd>`
  if (check.verdict === 'pass')
    return h`<dl class="kv">${row('Time', duration(check.durationMs))}${observations(check)}${row('Evidence', evidenceLink(check, 'evidence file'))}</dl>`
  return h`<dl class="kv">${row('Sent', story && cut(story.sent, 600))}${row('Expected', story && cut(story.expected, 600))}${row('Got', story && h`<b>${cut(story.got, 600)}</b>`)}${row('Reason', check.reason && cut(check.reason, 1200))}${check.verdict !== 'not-applicable' && row('Remedy', remedies.join(' '))}${row('Level', `${check.level ?? 'unknown'}${check.profile === undefined ? '' : `, ${check.profile} profile`}`)}${row('Catalogue', check.cases?.join(', '))}${row('Waived', waiver(check))}${row('Time', duration(check.durationMs))}${observations(check)}${row('Evidence', evidenceLink(check, 'evidence file'))}</dl>`
}

function waiver({ waiver: given }: CheckResult): string | undefined {
  if (given === undefined) return undefined
  const parts = [
    given.reason,
    given.owner && `owner ${given.owner}`,
    given.expires && `until ${given.expires}`,
    given.link,
  ]
  return parts.filter((part) => part !== undefined && part !== '').join('; ')
}

function observations(check: CheckResult): readonly Markup[] {
  return (check.observations ?? []).map(
    ({ name, value, unit }) =>
      h`<dt>${cut(name, 200)}</dt><dd>${cut(inline(value), 300)}${unit !== undefined && ` ${unit}`}</dd>`,
  )
}

function body(loaded: Loaded, depth: Depth): Markup {
  if (loaded.problem !== undefined) return h`<p class="problem">${cut(loaded.problem, 400)}</p>`
  const judged = guarded(loaded, judgedList)
  const full = depth === 'facts' ? undefined : guarded(loaded, evidenceParts)
  const broken = loaded.evidence !== undefined && (judged === undefined || (full === undefined && depth !== 'facts'))
  return h`${judged}${full}${broken && h`<p class="problem">Part of the evidence file cannot be shown: it does not have the shape of evidence.</p>`}`
}

/** A view of the evidence, or nothing where the file turns out to be broken: one bad file never costs the report. */
function guarded<T>(loaded: Loaded, view: (evidence: Evidence) => T): T | undefined {
  try {
    return loaded.evidence === undefined ? undefined : view(loaded.evidence)
  } catch {
    return undefined
  }
}

function judgedList(evidence: Evidence): Markup {
  const lines = factLines(evidence)
  const mark = (good: boolean | undefined) => (good === undefined ? 'plain' : good ? 'good' : 'bad')
  return h`<ul class="facts-list">${lines.slice(0, mostFacts).map(({ good, text }) => h`<li class="${mark(good)}">${cut(text, 400)}</li>`)}</ul>${lines.length > mostFacts && h`<p class="muted">${counted(lines.length - mostFacts, 'further fact')} in the evidence file.</p>`}`
}

function evidenceParts(evidence: Evidence): Markup {
  const told = stories(evidence)
  const shown = shownMessage(evidence, told.find((one) => one.message !== undefined) ?? told[0])
  return h`${pair(shown)}${sequence(evidence)}${chains(shown)}${evidence.messages.length > 0 && ledger(evidence)}${exchanges(evidence)}`
}
