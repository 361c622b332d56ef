import type { Results } from '../../harness/contracts/results.js'
import type { EvidenceOf } from '../evidence-files.js'
import { units } from '../units.js'
import { roleWords } from '../words.js'
import { anchorsOf } from './anchors.js'
import { document } from './document.js'
import { filterForm } from './filter.js'
import { header, heading } from './header.js'
import { h, type Markup } from './markup.js'
import { navigation } from './navigation.js'
import { type Pages, share } from './room.js'
import { script } from './script.js'
import { assumptionsSection } from './sections/assumptions.js'
import { checksSection, renderChecks } from './sections/checks.js'
import { faultsSection } from './sections/faults.js'
import { fixSection } from './sections/fix.js'
import { gateSection } from './sections/gate.js'
import { matrixSection } from './sections/matrix.js'
import { measuredSection } from './sections/measured.js'
import { policySection } from './sections/policy.js'
import { untestedSection } from './sections/untested.js'

/**
 * The report as one self-contained page, readable without its script and without a network, and pages beside it with
 * the evidence for which it has no room.
 * @param digest SHA-256 of `results.json`, lower-case hex.
 */
export function page(results: Results, evidenceOf: EvidenceOf, digest: string): Pages {
  const all = units(results)
  const anchors = anchorsOf(all)
  const verdicts = [...new Set(all.map((unit) => roleWords[unit.verdict].word.toLowerCase()))].join(', ')
  const title = `${heading(results)}: ${verdicts}${results.complete ? '' : ' (incomplete)'}`
  const checks = renderChecks(all, results.run, evidenceOf, anchors)
  const before = h`${header(all, results, anchors, digest)}${navigation(results.policy !== undefined)}${fixSection(all, results, evidenceOf, anchors)}${untestedSection(all, results, anchors)}${gateSection(results)}${policySection(all, results.policy, anchors)}`
  const after = h`${faultsSection(all, anchors)}${measuredSection(all, results, anchors)}${assumptionsSection(results)}`
  const matrix = matrixSection(all, anchors)
  const whole = (section: Markup) =>
    document({
      title,
      script,
      body: [
        h`<a class="skip" href="#fix">Skip to what to fix</a><main>
${before}<div>${filterForm(all)}${matrix}${section}</div>${after}</main>`,
      ],
    })
  return share(title, checks, (placeOf) => whole(checksSection(all, checks, anchors, placeOf)))
}
