import type { Json, JsonObject } from '../../../harness/contracts/json.js'
import { groupBy } from '../../group.js'
import { counted } from '../../text.js'
import { h, type Markup } from '../markup.js'
import { differs, isTable } from './observed-value.js'

/** What may be wrong with a forwarded JWT, beside its audience and its age. */
const defects = ['signature', 'chain', 'status', 'certificate'] as const
const members = ['aud', 'forwarder', 'age', 'presented', 'use', ...defects, 'expected', 'observed'] as const

/** How rows are laid out: under a heading each, a line for each line text, a column for each column text. */
interface Layout {
  readonly caption: string
  readonly heading: (row: JsonObject) => string
  readonly line: (row: JsonObject) => string
  readonly column: (row: JsonObject) => string
}

/** The truth table of forwarded JWTs: ages side by side, then each defect beside a right and a wrong audience. `undefined` for any other value. */
export function truthTable(value: Json): Markup | undefined {
  if (!isTable(value) || !members.every((name) => name in (value[0] ?? {}))) return undefined
  const usual = usualOf(value)
  const defectsOf = (row: JsonObject) => defects.filter((name) => row[name] !== usual[name])
  const wrong = value.filter(differs).length
  const use = (row: JsonObject) => (row.use === 'first' ? 'first use' : 'repeated')
  const sound: Layout = {
    caption: 'Sound JWTs, by age',
    heading: (row) => `Addressed to ${String(row.aud)}, forwarded by ${String(row.forwarder)}`,
    line: (row) => `${use(row)}${row.presented === true ? ', after it was used as a client assertion' : ''}`,
    column: (row) => `${String(row.age)} s`,
  }
  const defective: Layout = {
    caption: 'JWTs with a defect, by audience',
    heading: (row) => `Forwarded by ${String(row.forwarder)}`,
    line: (row) =>
      `${defectsOf(row)
        .map((name) => `${name}: ${String(row[name])}`)
        .join(', ')}; ${use(row)}`,
    column: (row) => `addressed to ${String(row.aud)}`,
  }
  const isSound = (row: JsonObject) => defectsOf(row).length === 0
  return h`<p>${counted(value.length, 'combination')}, ${wrong === 0 ? 'all of them as the text has it' : h`<b>${wrong} otherwise than the text has it</b>`}.</p>
${pivot(value.filter(isSound), sound)}${pivot(
  value.filter((row) => !isSound(row)),
  defective,
)}`
}

/** What each member holds most often: the sound value of a defect. */
function usualOf(rows: readonly JsonObject[]): JsonObject {
  const most = (name: string) =>
    [...groupBy(rows, (row) => row[name] ?? null)].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null
  return Object.fromEntries(defects.map((name) => [name, most(name)]))
}

function pivot(rows: readonly JsonObject[], { caption, heading, line, column }: Layout): Markup | undefined {
  if (rows.length === 0) return undefined
  const columns = [...groupBy(rows, column).keys()]
  const bodies = [...groupBy(rows, heading)].map(([title, under]) => {
    const lines = [...groupBy(under, line)].map(
      ([name, along]) =>
        h`<tr><th scope="row">${name}</th>${columns.map((one) => cellOf(along.find((row) => column(row) === one)))}</tr>
`,
    )
    return h`<tbody><tr class="group"><th colspan="${columns.length + 1}" scope="rowgroup">${title}</th></tr>
${lines}</tbody>`
  })
  return h`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table class="observed truth"><caption>${caption}</caption><thead><tr><th scope="col">JWT</th>${columns.map((one) => h`<th scope="col">${one}</th>`)}</tr></thead>
${bodies}</table></div>`
}

function cellOf(row: JsonObject | undefined): Markup {
  if (row === undefined) return h`<td></td>`
  const came = String(row.observed)
  if (differs(row)) return h`<td class="cell-bad">✕ ${came}, not ${String(row.expected)}</td>`
  if (row.expected !== row.observed) return h`<td>${came}, which a clock may explain</td>`
  return h`<td><span class="yes">✓</span> ${came}</td>`
}
