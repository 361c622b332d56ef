import { isObject, type Json, type JsonObject } from '../../../harness/contracts/json.js'
import { counted, cut, inline } from '../../text.js'
import { h, type Markup } from '../markup.js'

const mostRows = 300
const mostColumns = 12

/** An observed value in one line; of a table the number of its rows. */
export const observedLine = (value: Json, unit: string | undefined): string =>
  isTable(value) ? counted(value.length, 'row') : `${cut(inline(value), 300)}${unit === undefined ? '' : ` ${unit}`}`

/** An observed value; rows of the same members as a table, in which those stand out where `observed` is not as `expected`. */
export function observedValue(value: Json, unit: string | undefined): Markup {
  if (!isTable(value)) return h`${observedLine(value, unit)}`
  // What is compared stands first, where a narrow page still shows it.
  const all = Object.keys(value[0] as JsonObject)
  const names = [...all.filter(isCompared), ...all.filter((name) => !isCompared(name))].slice(0, mostColumns)
  const rows = value.slice(0, mostRows).map(
    (
      row,
    ) => h`<tr${differs(row) && h` class="bad"`}>${names.map((name) => h`<td>${cut(inline(row[name] ?? null), 80)}</td>`)}</tr>
`,
  )
  return h`<details class="plain"><summary>${observedLine(value, unit)}</summary><div><div class="scroll" tabindex="0" role="group" aria-label="Observed rows"><table class="observed"><thead><tr>${names.map((name) => h`<th scope="col">${cut(name, 60)}</th>`)}</tr></thead><tbody>
${rows}</tbody></table></div>${value.length > mostRows && h`<p class="muted">${counted(value.length - mostRows, 'further row')} in results.json.</p>`}</div></details>`
}

const isCompared = (name: string): boolean => name === 'expected' || name === 'observed'

/** Two rows or more, each an object of the same members in the same order. */
export function isTable(value: Json): value is readonly JsonObject[] & Json {
  if (!Array.isArray(value) || value.length < 2 || !(value as readonly Json[]).every(isObject)) return false
  const members = (value as readonly JsonObject[]).map((row) => JSON.stringify(Object.keys(row)))
  return members.every((one) => one === members[0] && one !== '[]')
}

/** Age in seconds from which on a clock that is ahead may call a JWT expired (ruling of the clock tolerance). */
const surelyAlive = 25

/** Whether a row is not as expected. A JWT refused in its first second or near its end may have met another clock. */
export function differs({ expected, observed, age, seconds }: JsonObject): boolean {
  if (expected === undefined || observed === undefined || expected === observed) return false
  const oldest = typeof age === 'number' && typeof seconds === 'number' ? age + seconds : undefined
  return !(observed === 'refused' && oldest !== undefined && (age === 0 || oldest > surelyAlive))
}
