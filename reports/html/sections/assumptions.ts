import type { Results } from '../../../harness/contracts/results.js'
import { cut, inline } from '../../text.js'
import { cell } from '../bits.js'
import { h, type Markup } from '../markup.js'
import { section } from '../navigation.js'

/** What this run took for granted where the interface text is silent. */
export function assumptionsSection(results: Results): Markup {
  const rows = results.assumptions.map(
    ({
      id,
      value,
      source,
    }) => h`<tr>${cell('Open point', id, 'name')}${cell('This run', cut(inline(value), 400), 'mono wrap')}${cell('From', source)}</tr>
`,
  )
  return section(
    'assumptions',
    'Where the interface text is silent, this run took a choice; none of them is judged.',
    rows.length === 0
      ? h`<p>None.</p>`
      : h`<table class="fold"><thead><tr><th scope="col">Open point</th><th scope="col">This run</th><th scope="col">From</th></tr></thead><tbody>${rows}</tbody></table>`,
  )
}
