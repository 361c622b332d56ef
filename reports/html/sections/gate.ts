import type { BaselineResult, Change, Results, WaiverResult, WaiverState } from '../../../harness/contracts/results.js'
import { baselineSentence, gateSentences } from '../../gate.js'
import { count, cut, inline } from '../../text.js'
import type { Tone } from '../../words.js'
import { cell, pill } from '../bits.js'
import { h, type Markup } from '../markup.js'
import { section } from '../navigation.js'

/** Checks and assumptions that one list names. */
const most = 100

/** What decides in CI: the gate with its reasons, the waivers, and what changed since the baseline. */
export function gateSection(results: Results): Markup {
  const { gate, waivers = [], baseline } = results
  const tone = gate === 'pass' ? 'pass' : 'fail'
  return section(
    'gate',
    'The gate decides in CI. It certifies nobody: that is what the verdicts of the roles are for.',
    h`<p>${pill({ word: gate === 'pass' ? 'Passes' : 'Fails', tone })} ${cut(gateSentences(results), 2000)}</p>
${waivers.length > 0 && waiverTable(waivers)}${baseline !== undefined && changes(baseline, results)}`,
  )
}

const states: Readonly<Record<WaiverState, { readonly word: string; readonly tone: Tone }>> = {
  used: { word: 'Waives', tone: 'warn' },
  expired: { word: 'Expired', tone: 'fail' },
  needless: { word: 'Needless', tone: 'fail' },
  undecided: { word: 'Not judged', tone: 'none' },
}

const waiverTable = (waivers: readonly WaiverResult[]): Markup =>
  h`<h3 class="unit">Waivers</h3>
<table class="fold"><thead><tr><th scope="col">Check</th><th scope="col">State</th><th scope="col">Reason</th><th scope="col">Owner</th><th scope="col">Until</th><th scope="col">Link</th></tr></thead><tbody>
${waivers.map(waiverRow)}</tbody></table>
`

const waiverRow = ({ id, state, reason, owner, expires, link }: WaiverResult): Markup =>
  h`<tr>${cell('', h`<span class="id">${id}</span>`, 'name')}${cell('', pill(states[state]))}${cell('Reason', cut(reason, 400))}${cell('Owner', cut(owner, 200))}${cell('Until', expires, 'nowrap')}${cell('Link', linkTo(link), 'wrap')}</tr>
`

/** A link only where it leads to a page; whatever else stands there is text. */
const linkTo = (link: string): Markup | string =>
  /^https?:\/\//i.test(link) ? h`<a href="${link}" rel="noreferrer">${cut(link, 200)}</a>` : cut(link, 200)

function changes(baseline: BaselineResult, results: Results): Markup {
  const { newlyFailing, newlyPassing, lostCoverage, failing, changedAssumptions } = baseline
  return h`<h3 class="unit">Since the baseline</h3>
<p>${baselineSentence(results)}</p>
<ul>${list('Newly failing', newlyFailing)}${list('Not failing any more', newlyPassing)}${list('Not judged any more', lostCoverage)}${list('Failing as before', failing)}${changedAssumptions
    .slice(0, most)
    .map(
      ({ id, before, now }) =>
        h`<li><b>Changed assumption</b> <span class="id">${cut(id, 200)}</span>: ${was(before)}, now ${was(now)}</li>`,
    )}</ul>
`
}

const was = (value: unknown): string => (value === undefined ? 'not there' : cut(inline(value), 200))

function list(title: string, checks: readonly Change[]): Markup | undefined {
  if (checks.length === 0) return undefined
  const shown = checks.slice(0, most)
  return h`<li><b>${title}</b> (${count(checks.length)}): ${shown.map(({ id }, index) => h`${index > 0 && ', '}<span class="id">${cut(id, 120)}</span>`)}${checks.length > shown.length && ` and ${count(checks.length - shown.length)} more`}</li>`
}
