import { cell, pill } from '../html/bits.js'
import { h, type Markup } from '../html/markup.js'
import { count, counted, cut, moment } from '../text.js'
import { profileOf } from '../units.js'
import { roleWords } from '../words.js'
import type { Participant, Standing } from './participants.js'

/** Runs that one trend shows, and rows of the table of runs. */
const most = { trend: 12, rows: 500 }

/** How many checks failed from run to run, each a link to its report. */
export function trend(runs: readonly Standing[]): Markup {
  const shown = runs.slice(-most.trend)
  return h`${runs.length > shown.length && h`<span class="muted small">… </span>`}${shown.map((one) => h`${mark(one)} `)}`
}

function mark(standing: Standing): Markup {
  const { tone, word } = roleWords[standing.verdict]
  const { startedAt } = standing.run.results.run
  const says = `${moment(startedAt)}: ${word.toLowerCase()}, ${counted(standing.failing, 'failing check')}`
  const kind = `verdict v-${tone}`
  return standing.run.report === undefined
    ? h`<span class="${kind}" title="${says}">${count(standing.failing)}</span>`
    : h`<a class="${kind}" title="${says}" href="${standing.run.report}">${count(standing.failing)}</a>`
}

/** A run by its report, where that lies beside the overview. */
export const runLink = ({ run }: Standing, text: string): Markup =>
  run.report === undefined ? h`${text}` : h`<a href="${run.report}">${text}</a>`

/** Every run of every participant, the newest first. */
export function runsSection(participants: readonly Participant[]): Markup {
  const all = participants
    .flatMap(({ name, runs }) => runs.map((standing) => ({ name, standing })))
    .sort((a, b) => startOf(b.standing) - startOf(a.standing))
  return h`<section id="runs" aria-labelledby="h-runs"><h2 id="h-runs">Runs</h2>
<table class="fold"><thead><tr><th scope="col">Run</th><th scope="col">Participant</th><th scope="col">Verdict</th><th scope="col">Fails</th><th scope="col">Not judged</th><th scope="col">Profile</th><th scope="col">Suite</th></tr></thead><tbody>
${all.slice(0, most.rows).map(({ name, standing }) => row(name, standing))}</tbody></table>
${all.length > most.rows && h`<p class="muted">${counted(all.length - most.rows, 'older run')} left out.</p>`}</section>
`
}

function row(name: string, standing: Standing): Markup {
  const { run, suite, gate } = standing.run.results
  const profile = standing.roles.map((unit) => profileOf(unit, standing.run.results))[0] ?? ''
  return h`<tr>${cell('', runLink(standing, moment(run.startedAt)))}${cell('', cut(`${name} ${standing.version ?? ''}`, 240))}${cell(
    '',
    h`${pill(roleWords[standing.verdict])} <span class="muted small">gate ${gate === 'pass' ? 'passes' : 'fails'}</span>`,
  )}${cell('Fails', count(standing.failing))}${cell('Not judged', count(standing.open))}${cell('Profile', profile)}${cell('Suite', suite.version)}</tr>
`
}

const startOf = ({ run }: Standing): number => Date.parse(run.results.run.startedAt)
