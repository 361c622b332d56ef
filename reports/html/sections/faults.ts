import type { CheckResult } from '../../../harness/contracts/results.js'
import { counted } from '../../text.js'
import type { Unit } from '../../units.js'
import { checkWords, type Tone } from '../../words.js'
import type { Anchors } from '../anchors.js'
import { cell, checkLink, marks, pill } from '../bits.js'
import { h, type Markup } from '../markup.js'
import { section } from '../navigation.js'

/** What the checks that must notice a wrong behaviour say of it, in words for people. */
const states = {
  shown: { word: 'Suspected', tone: 'fail' },
  open: { word: 'Not ruled out', tone: 'none' },
  absent: { word: 'Ruled out', tone: 'pass' },
} as const satisfies Readonly<Record<string, { readonly word: string; readonly tone: Tone }>>

type State = keyof typeof states

const order: readonly State[] = ['shown', 'open', 'absent']

/** The kill matrix of this run: every wrong behaviour that its checks must notice, with those checks and what they say. */
export function faultsSection(units: readonly Unit[], anchors: Anchors): Markup {
  return section(
    'faults',
    'A participant of our own was given each of these wrong behaviours, and the checks named beside it turned red. Suspected: one of them failed here. Ruled out: all of them that ran passed.',
    units.map((unit) => matrix(unit, anchors)),
  )
}

function matrix(unit: Unit, anchors: Anchors): Markup {
  const rows = rowsOf(unit)
  const tally = order.map(
    (state) => `${rows.filter((row) => row.state === state).length} ${states[state].word.toLowerCase()}`,
  )
  return h`<details class="group"><summary><span class="title">${unit.title}</span><span class="muted">${counted(rows.length, 'wrong behaviour')}: ${tally.join(', ')}</span></summary><div>
${
  rows.length > 0 &&
  h`<table class="fold"><thead><tr><th scope="col">Wrong behaviour</th><th scope="col">In this target</th><th scope="col">Checks that must notice it</th></tr></thead><tbody>
${rows.map(
  ({
    fault,
    state,
    checks,
  }) => h`<tr>${cell('', inWords(fault), 'name')}${cell('', pill(states[state]))}${cell('', h`${checks.map((check) => h`${marks[checkWords[check.verdict].tone]} ${checkLink(unit, check, anchors)} `)}`)}</tr>
`,
)}</tbody></table>`
}</div></details>
`
}

function rowsOf(unit: Unit) {
  const noticing = new Map<string, CheckResult[]>()
  for (const check of unit.checks) {
    if (check.verdict === 'not-applicable') continue
    for (const fault of check.detects ?? []) noticing.set(fault, [...(noticing.get(fault) ?? []), check])
  }
  const rows = [...noticing].map(([fault, checks]) => ({ fault, checks, state: stateOf(checks) }))
  return order.flatMap((state) => rows.filter((row) => row.state === state))
}

function stateOf(checks: readonly CheckResult[]): State {
  const red = ({ verdict }: CheckResult) => verdict === 'fail' || verdict === 'finding' || verdict === 'waived'
  if (checks.some(red)) return 'shown'
  // Each of them turns red by itself, so those that did not run take nothing away.
  const ran = checks.filter(({ verdict }) => verdict !== 'disabled' && verdict !== 'not-testable')
  return ran.length > 0 && ran.every(({ verdict }) => verdict === 'pass') ? 'absent' : 'open'
}

/** The name of a fault as words: `accepts-replay` becomes `accepts replay`. */
const inWords = (fault: string): string => fault.replaceAll('-', ' ')
