import type { Evidence } from '../../../harness/contracts/evidence.js'
import type { CheckResult, RunResult } from '../../../harness/contracts/results.js'
import { saysOf } from '../../../harness/evidence/compare.js'
import type { Loaded } from '../../evidence-files.js'
import { clauseWords } from '../../parts.js'
import { aboutWord, factLines, type Story, stories } from '../../story.js'
import { counted, cut, duration } from '../../text.js'
import type { Unit } from '../../units.js'
import type { Anchors } from '../anchors.js'
import { checkPill, filterable, relativePath, requirementLinks } from '../bits.js'
import { commands } from '../commands.js'
import { evidenceParts } from '../evidence/evidence.js'
import { observedValue } from '../evidence/observed-value.js'
import { h, type Markup } from '../markup.js'

const mostFacts = 30

/** A check as shown: what it came to, and apart from that the messages that show it, which may have to stand elsewhere. */
export interface RenderedCheck {
  readonly unit: Unit
  readonly check: CheckResult
  readonly anchor: string
  readonly about: Markup
  readonly evidence: Markup | undefined
}

/** Makes both halves of a check. One broken evidence file never costs the report. */
export function renderCheck(
  unit: Unit,
  check: CheckResult,
  run: RunResult,
  loaded: Loaded,
  anchors: Anchors,
): RenderedCheck {
  const told = guarded(loaded, stories)
  const judged = guarded(loaded, judgedList)
  const evidence = guarded(loaded, evidenceParts)
  const broken = loaded.evidence !== undefined && (judged === undefined || evidence === undefined)
  const about = h`${requirements(unit, check, anchors)}${facts(unit, check, run, told?.[0])}${loaded.problem !== undefined && h`<p class="problem">${cut(loaded.problem, 400)}</p>`}${judged}${broken && h`<p class="problem">Part of the evidence file cannot be shown: it does not have the shape of evidence.</p>`}`
  return { unit, check, anchor: anchors.check(unit, check), about, evidence }
}

function guarded<T>(loaded: Loaded, view: (evidence: Evidence) => T): T | undefined {
  try {
    return loaded.evidence === undefined ? undefined : view(loaded.evidence)
  } catch {
    return undefined
  }
}

/** One check as a details element. The anchor stands inside, so that a link to it opens what is folded. */
export function checkDetails(
  { unit, check, anchor, about, evidence }: RenderedCheck,
  place: 'here' | { readonly page: string },
  open: boolean,
): Markup {
  const elsewhere =
    place !== 'here' && evidence !== undefined
      ? h`<p><a href="./${place.page}#${anchor}">Its messages, their times and certificates</a>, on a page of their own for want of room.</p>`
      : undefined
  const kind = check.verdict === 'pass' ? 'small' : 'shown'
  return h`<details class="check ${kind}"${filterable(unit, check)}${open && h` open`}><summary>${checkPill(check)}<span class="title">${check.title}</span><span class="muted id">${check.id}</span></summary><div id="${anchor}"><div data-about>
${about}</div>${elsewhere ?? evidence}</div></details>
`
}

/** A check on a page beside the report: its messages alone. */
export function checkBeside({ check, anchor, evidence }: RenderedCheck): Markup {
  return h`<details class="check"><summary>${checkPill(check)}<span class="title">${check.title}</span><span class="muted id">${check.id}</span></summary><div id="${anchor}"><p><a href="./index.html#${anchor}">What it came to</a>, in the report.</p>${evidence}</div></details>
`
}

function requirements(unit: Unit, check: CheckResult, anchors: Anchors): Markup {
  if (check.verdict === 'pass') return h`<p>${requirementLinks(unit, check.requirements, anchors)}</p>`
  return h`<ul class="rules">${saysOf(check).map((id) => {
    const row = unit.requirement(id)
    return h`<li>${requirementLinks(unit, [id], anchors)}<span>${row?.text ?? ''}</span> <span class="muted">${row?.clauses !== undefined && `(${clauseWords(row.clauses)})`}</span></li>`
  })}</ul>`
}

function facts(unit: Unit, check: CheckResult, run: RunResult, story: Story | undefined): Markup {
  const remedies = new Set(saysOf(check).flatMap((id) => unit.requirement(id)?.remedy ?? []))
  const row = (name: string, value: string | Markup | undefined) =>
    value !== undefined && value !== '' && h`<dt>${name}</dt><dd>${value}</dd>`
  const passed = check.verdict === 'pass'
  const own = check.suiteLevel === undefined ? '' : ` by the policy, ${check.suiteLevel} without it`
  const level = `${check.level ?? 'unknown'}${own}${check.profile === undefined ? '' : `, ${check.profile} profile`}`
  return h`<dl class="kv">${
    !passed &&
    h`${story && row(aboutWord(story), cut(story.sent, 600))}${row('Expected', story && cut(story.expected, 600))}${row('Got', story && h`<b>${cut(story.got, 600)}</b>`)}${story === undefined && row('Reason', check.reason && cut(check.reason, 1200))}${check.verdict !== 'not-applicable' && row('What to do', [...remedies].join(' '))}${row('Waived', waiver(check))}`
  }${row('Level', level)}${row('Catalogue', check.cases?.join(', '))}${row('Time', duration(check.durationMs))}${observations(check)}${row('Run it again', commands(unit, check, run))}${row('Evidence', check.evidence === undefined ? undefined : h`<a href="${relativePath(check.evidence)}">evidence file</a>`)}</dl>`
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
    ({ name, value, unit }) => h`<dt>${cut(name, 200)}</dt><dd>${observedValue(value, unit)}</dd>`,
  )
}

function judgedList(evidence: Evidence): Markup {
  // Observations stand above, by their names.
  const lines = factLines(evidence).filter((_, position) => evidence.facts[position]?.kind !== 'observation')
  const mark = (good: boolean | undefined) => (good === undefined ? 'plain' : good ? 'good' : 'bad')
  return h`<ul class="facts-list">${lines.slice(0, mostFacts).map(({ good, text }) => h`<li class="${mark(good)}">${cut(text, 400)}</li>`)}</ul>${lines.length > mostFacts && h`<p class="muted">${counted(lines.length - mostFacts, 'further fact')} in the evidence file.</p>`}`
}
