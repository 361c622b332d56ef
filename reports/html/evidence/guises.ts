import { groupBy } from '../../group.js'
import type { Unit } from '../../units.js'
import { h, type Markup } from '../markup.js'

/** For each requirement the values of guises under which a message that breaks it was sent, beside the default ones; nothing where none was. */
export function guiseTable({ title, requirements, checks }: Unit): Markup | undefined {
  const byCheck = new Map(checks.map(({ id, guises = [] }) => [id, guises.flatMap(({ values }) => values)]))
  const rows = requirements
    .map(({ id, checks: own }) => ({ id, values: [...new Set(own.flatMap((check) => byCheck.get(check) ?? []))] }))
    .filter(({ values }) => values.length > 0)
  if (rows.length === 0) return undefined
  const columns = [...groupBy([...new Set(rows.flatMap(({ values }) => values))], dimensionOf).keys()]
  const caption = `Guises: ${title}`
  return h`<h3 class="unit">${caption}</h3><p class="muted">Other conforming forms of the message, or of the world around it, under which what breaks a requirement was sent too. A requirement that is missing here was tried in the default form alone.</p>
<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table class="observed truth"><thead><tr><th scope="col">Requirement</th>${columns.map((one) => h`<th scope="col">${one}</th>`)}</tr></thead><tbody>
${rows.map(
  ({ id, values }) =>
    h`<tr><th scope="row">${id}</th>${columns.map(
      (column) =>
        h`<td>${values
          .filter((value) => dimensionOf(value) === column)
          .map(shortOf)
          .join(', ')}</td>`,
    )}</tr>
`,
)}</tbody></table></div>`
}

const dimensionOf = (value: string): string => value.slice(0, value.indexOf('='))
const shortOf = (value: string): string => value.slice(value.indexOf('=') + 1)
