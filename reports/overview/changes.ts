import type { Change } from '../../harness/contracts/results.js'
import { h, type Markup } from '../html/markup.js'
import { count, counted, cut, moment } from '../text.js'
import type { Participant, Standing } from './participants.js'

/** Most checks that one list names. */
const most = 30

/** What changed between the last two runs of each participant; nothing where nobody has two. */
export function changesSection(participants: readonly Participant[]): Markup | undefined {
  const twice = participants.filter(({ runs }) => runs.length > 1)
  if (twice.length === 0) return undefined
  const changed = twice.flatMap((one) => changes(one) ?? [])
  return h`<section id="changes" aria-labelledby="h-changes"><h2 id="h-changes">Since the run before</h2>
${changed.length === 0 ? h`<p>No check came to another verdict.</p>` : changed}</section>
`
}

function changes({ name, runs, latest }: Participant): Markup | undefined {
  const { newlyFailing = [], newlyPassing = [], lostCoverage = [] } = latest.since ?? {}
  if (newlyFailing.length + newlyPassing.length + lostCoverage.length === 0) return undefined
  const before = runs.at(-2) as Standing
  return h`<h3 class="unit">${cut(name, 200)}</h3>
<p class="muted">Compared with ${moment(before.run.results.run.startedAt)}${before.version !== latest.version && `, version ${before.version ?? 'unknown'}`}.</p>
<ul>${line('Newly failing', newlyFailing)}${line('Not failing any more', newlyPassing)}${line('Judged before, not now', lostCoverage)}</ul>
`
}

function line(title: string, checks: readonly Change[]): Markup | undefined {
  if (checks.length === 0) return undefined
  const shown = checks.slice(0, most)
  return h`<li><b>${title}</b> (${count(checks.length)}): ${shown.map(({ id }, index) => h`${index > 0 && ', '}<span class="mono id">${cut(id, 120)}</span>`)}${checks.length > shown.length && ` and ${counted(checks.length - shown.length, 'more check')}`}</li>`
}
