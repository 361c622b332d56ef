import { stripVTControlCharacters } from 'node:util'
import { counted, visible } from '../text.js'
import { roleWords } from '../words.js'
import { inOrder, type MissingRun, type OverviewRun, type Participant } from './participants.js'

/** The overview for a terminal: a line per participant, the worst first. No control character of a target survives. */
export function overviewLines(runs: readonly OverviewRun[], missing: readonly MissingRun[]): string {
  return inOrder(runs, missing, { one: line, none: ({ name, reason }) => `${name}: no results. ${reason}` })
    .map((text) => visible(stripVTControlCharacters(text)).replace(/\s+/g, ' '))
    .join('\n')
}

function line({ name, latest, runs }: Participant): string {
  const roles = latest.roles.map(({ role, verdict }) => `${roleWords[verdict].word} as ${role}`)
  const failing = latest.failing === 0 ? '' : `, ${counted(latest.failing, 'failing check')}`
  return `${name}: ${roles.join(', ')}${failing}${runs.length > 1 ? ` (${counted(runs.length, 'run')})` : ''}`
}
