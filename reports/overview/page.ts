import { cell, pill } from '../html/bits.js'
import { document } from '../html/document.js'
import { h, type Markup } from '../html/markup.js'
import { count, counted, cut, moment } from '../text.js'
import { profileOf } from '../units.js'
import { roleWords, tallied, verdictOrder } from '../words.js'
import { changesSection } from './changes.js'
import {
  inOrder,
  type MissingRun,
  type OverviewRun,
  type Participant,
  participantsOf,
  worstFirst,
} from './participants.js'
import { runLink, runsSection, trend } from './runs.js'

/** Runs of many participants, or many runs of one, on one page that needs nothing beside itself. */
export function overview(runs: readonly OverviewRun[], missing: readonly MissingRun[]): string {
  const participants = participantsOf(runs)
  const title = counted(participants.length + missing.length, 'participant')
  return document({
    title: `Overview: ${title}`,
    body: [
      h`<a class="skip" href="#participants">Skip to the participants</a><main>
${head(title, participants, missing, runs)}${table(inOrder(runs, missing, { one: row, none: missingRow }))}${changesSection(participants)}${runsSection(participants)}</main>`,
    ],
  })
}

function head(
  title: string,
  participants: readonly Participant[],
  missing: readonly MissingRun[],
  runs: readonly OverviewRun[],
): Markup {
  const starts = runs.map(({ results }) => results.run.startedAt).sort()
  const suites = [...new Set(runs.map(({ results: { suite } }) => `${suite.name} ${suite.version}`))]
  const digests = new Set(runs.map(({ results: { suite } }) => suite.requirementsDigest))
  const line = (name: string, value: string | undefined) => value !== undefined && h`<dt>${name}</dt><dd>${value}</dd>`
  const tally = worstFirst
    .toReversed()
    .map((verdict) => ({ verdict, number: participants.filter(({ latest }) => latest.verdict === verdict).length }))
    .filter(({ number }) => number > 0)
  return h`<header><p class="over">Overview</p>
<h1>${title}</h1>
<p>${tally.map(({ verdict, number }) => h`${pill({ ...roleWords[verdict], word: `${count(number)} ${roleWords[verdict].word.toLowerCase()}` })} `)}${missing.length > 0 && pill({ word: `${count(missing.length)} without results`, tone: 'none' })}</p>
${digests.size > 1 && h`<p class="loud"><b>Not alike.</b> These runs were judged by ${count(digests.size)} versions of the requirements, so their verdicts do not mean the same.</p>`}
<dl class="facts">${line('Runs', count(runs.length))}${line('First', starts[0] && moment(starts[0]))}${line('Last', starts.length > 1 ? moment(starts.at(-1) ?? '') : undefined)}${line('Suite', suites.join(', '))}</dl></header>
`
}

function table(rows: readonly Markup[]): Markup {
  return h`<section id="participants" aria-labelledby="h-participants"><h2 id="h-participants">Participants</h2>
<p class="muted">The verdict is that of the last run. The trend shows how many checks fail, the oldest run first.</p>
<table class="fold"><thead><tr><th scope="col">Participant</th><th scope="col">Verdict</th><th scope="col">Checks</th><th scope="col">Last run</th><th scope="col">Trend</th></tr></thead><tbody>
${rows}</tbody></table></section>
`
}

function row({ name, runs, latest }: Participant): Markup {
  const { results } = latest.run
  const profiles = [...new Set(latest.roles.map((unit) => profileOf(unit, results) ?? 'unknown'))]
  const strict = results.run.strict === true ? ', strict' : ''
  const checks = latest.roles.flatMap((unit) => unit.checks)
  const tally = verdictOrder
    .map((verdict) => ({ verdict, number: checks.filter((check) => check.verdict === verdict).length }))
    .filter(({ number }) => number > 0)
  return h`<tr>${cell('', h`<b>${cut(name, 200)}</b>${latest.version !== undefined && h` <span class="muted">${cut(latest.version, 60)}</span>`}`, 'name')}${cell(
    '',
    h`${latest.roles.map(({ role, verdict }) => h`<div>${pill(roleWords[verdict])} ${role}</div>`)}${!results.complete && h`<div class="small">incomplete</div>`}`,
  )}${cell('Checks', tally.map(({ verdict, number }) => tallied(verdict, number)).join(', '))}${cell(
    'Last run',
    h`${runLink(latest, moment(results.run.startedAt))} <span class="muted small">${profiles.join(', ')} profile${strict}</span>`,
  )}${cell('Trend', trend(runs))}</tr>
`
}

const missingRow = ({ name, reason }: MissingRun): Markup =>
  h`<tr>${cell('', h`<b>${cut(name, 200)}</b>`, 'name')}${cell('', pill({ word: 'No results', tone: 'none' }))}${cell('', cut(reason, 400))}${cell('', '')}${cell('', '')}</tr>
`
