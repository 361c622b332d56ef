import type { Evidence } from '../../harness/contracts/evidence.js'
import type { CheckResult, Results } from '../../harness/contracts/results.js'
import type { EvidenceOf } from '../evidence-files.js'
import { compareEvidence } from '../replay.js'
import { units } from '../units.js'
import { anchorsOf } from './anchors.js'
import { cell, checkPill } from './bits.js'
import { document } from './document.js'
import { h, type Markup } from './markup.js'
import { renderCheck } from './sections/check.js'

const mostDifferences = 12

/**
 * One check as a page of its own, without any script; the report shows the same of it.
 * @param before The evidence of the time before, with which it is compared.
 */
export function checkPage(
  results: Results,
  { target, role, id }: CheckResult,
  evidenceOf: EvidenceOf,
  before?: EvidenceOf,
): string {
  const unit = units(results).find((one) => one.target.name === target && one.role === role)
  const check = unit?.checks.find((one) => one.id === id)
  if (unit === undefined || check === undefined) return unplayedPage(id)
  // Files of the evidence stand nowhere that this page could lead to.
  const { evidence: _, ...shown } = check
  const { about, evidence } = renderCheck(unit, shown, results.run, evidenceOf(check), anchorsOf([]))
  return document({
    title: check.title,
    body: [
      h`<main><p class="over">${unit.title}, <span class="id">${check.id}</span></p><h1>${check.title}</h1><p>${checkPill(check)}</p>${about}${since(before?.(check).evidence, evidenceOf(check).evidence)}${evidence !== undefined && h`<h2>Evidence</h2><h3 class="sr">Messages</h3>${evidence}`}</main>`,
    ],
  })
}

/** What is another now than the time before, as `assay replay` says it. */
function since(before: Evidence | undefined, now: Evidence | undefined): Markup | undefined {
  if (before === undefined || now === undefined) return undefined
  const differences = compareEvidence(before, now)
  if (differences.length === 0)
    return h`<p class="muted">Nothing differs from the time before but names, times and keys.</p>`
  return h`<h2>Since the time before</h2><table class="fold"><thead><tr><th scope="col">What</th><th scope="col">Before</th><th scope="col">Now</th></tr></thead><tbody>
${differences.slice(0, mostDifferences).map(
  (one) => h`<tr>${cell('What', one.place)}${cell('Before', one.before ?? '–')}${cell('Now', one.now ?? '–')}</tr>
`,
)}</tbody></table>`
}

/** A check of which nothing is known yet. */
export function unplayedPage(title: string): string {
  return document({
    title,
    body: [h`<main><h1>${title}</h1><p class="muted">It has not been carried out yet.</p></main>`],
  })
}
