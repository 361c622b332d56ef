import type { Evidence, RecordedScreenshot } from '../../../harness/contracts/evidence.js'
import { counted, cut } from '../../text.js'
import { h, type Markup } from '../markup.js'

const mostScreenshots = 12
/** Of the browser window, pixels. */
const size = { width: 800, height: 600 }
/** Where pictures lie beside the report; whatever else an evidence file names is not asked for. */
const picturePath = /^evidence(?:\/\w[\w.-]*)+\.png$/

/** What the browser showed to the human who logged in, in order; each picture is a link to itself in full size. */
export function screenshots(evidence: Evidence): Markup | undefined {
  const all = evidence.screenshots?.filter(({ file }) => picturePath.test(file)) ?? []
  if (all.length === 0) return undefined
  return h`<h4>What the browser showed</h4>
<ol class="shots">${all.slice(0, mostScreenshots).map(picture)}</ol>${all.length > mostScreenshots && h`<p class="muted">${counted(all.length - mostScreenshots, 'further picture')} beside the evidence file.</p>`}
`
}

function picture({ label, file }: RecordedScreenshot): Markup {
  const said = cut(label, 300)
  return h`<li><a href="./${file}"><img src="./${file}" alt="Browser window: ${said}" width="${size.width}" height="${size.height}" loading="lazy"></a><p class="small">${said}</p></li>
`
}
