import type { CheckResult, Results } from '../../harness/contracts/results.js'
import type { EvidenceOf } from '../evidence-files.js'
import { units } from '../units.js'
import { anchorsOf } from './anchors.js'
import { checkPill } from './bits.js'
import { document } from './document.js'
import { h } from './markup.js'
import { renderCheck } from './sections/check.js'

/** One check as a page of its own, without any script; the report shows the same of it. */
export function checkPage(results: Results, { target, role, id }: CheckResult, evidenceOf: EvidenceOf): string {
  const unit = units(results).find((one) => one.target.name === target && one.role === role)
  const check = unit?.checks.find((one) => one.id === id)
  if (unit === undefined || check === undefined) return unplayedPage(id)
  // Files of the evidence stand nowhere that this page could lead to.
  const { evidence: _, ...shown } = check
  const { about, evidence } = renderCheck(unit, shown, results.run, evidenceOf(check), anchorsOf([]))
  return document({
    title: check.title,
    body: [
      h`<main><p class="over">${unit.title}, <span class="id">${check.id}</span></p><h1>${check.title}</h1><p>${checkPill(check)}</p>${about}${evidence !== undefined && h`<h2>Evidence</h2><h3 class="sr">Messages</h3>${evidence}`}</main>`,
    ],
  })
}

/** A check of which nothing is known yet. */
export function unplayedPage(title: string): string {
  return document({
    title,
    body: [h`<main><h1>${title}</h1><p class="muted">It has not been carried out yet.</p></main>`],
  })
}
