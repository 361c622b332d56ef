import { besideFile } from '../../harness/evidence/files.js'
import { document } from './document.js'
import { h } from './markup.js'
import { checkBeside, type RenderedCheck } from './sections/check.js'
import type { PlaceOf } from './sections/checks.js'

/** The report, and by file name the pages beside it. */
export interface Pages {
  readonly index: string
  readonly beside: ReadonlyMap<string, string>
}

/** Most bytes of the report, and of the evidence on one page beside it. */
const room = { index: 4_800_000, beside: 4_000_000 }

/**
 * Shares evidence out: in the order of the checks, as much as there is room for stands in the report, the rest on
 * pages beside it.
 * @param whole Makes the report; it links to the evidence that stands elsewhere.
 */
export function share(title: string, checks: readonly RenderedCheck[], whole: (placeOf: PlaceOf) => string): Pages {
  const sizes = new Map(checks.map((check) => [check, Buffer.byteLength(String(check.evidence ?? ''))]))
  const pages = new Map<RenderedCheck, string>()
  const bare = Buffer.byteLength(whole(() => ({ page: besideFile(10) })))
  let left = room.index - bare
  let number = 0
  let full = room.beside
  for (const [check, size] of sizes) {
    if (size <= left) {
      left -= size
      continue
    }
    full += size
    if (full > room.beside) {
      number += 1
      full = size
    }
    pages.set(check, besideFile(number))
  }
  const placeOf: PlaceOf = (check) => {
    const page = pages.get(check)
    return page === undefined ? 'here' : { page }
  }
  const beside = [...new Set(pages.values())].map((name): [string, string] => {
    const own = checks.filter((check) => pages.get(check) === name)
    return [name, besidePage(title, own)]
  })
  return { index: whole(placeOf), beside: new Map(beside) }
}

function besidePage(title: string, checks: readonly RenderedCheck[]): string {
  return document({
    title: `Evidence: ${title}`,
    body: [
      h`<main><p class="over"><a href="./index.html">Conformance report</a></p><h1>Evidence beyond the report</h1>
${checks.map(checkBeside)}</main>`,
    ],
  })
}
