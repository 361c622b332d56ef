import type { Results } from '../../harness/evidence/results-types.js'
import type { EvidenceOf } from '../evidence-files.js'
import { units } from '../units.js'
import { roleWords } from '../words.js'
import { anchorsOf } from './anchors.js'
import { checksSection } from './checks.js'
import { fixSection } from './fix.js'
import { header, heading } from './header.js'
import { h, trusted } from './markup.js'
import { matrixSection } from './matrix.js'
import { rolesSection } from './roles.js'
import { style } from './style.js'
import { assumptionsSection, observationsSection } from './tables.js'

/** The report as one self-contained page: no script, no outside request. */
export function page(results: Results, evidenceOf: EvidenceOf): string {
  const all = units(results)
  const anchors = anchorsOf(all)
  const verdicts = [...new Set(all.map((unit) => roleWords[unit.verdict].word.toLowerCase()))].join(', ')
  return h`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><meta name="referrer" content="no-referrer">
<title>${heading(results)}: ${verdicts}${!results.complete && ' (incomplete)'}</title>
<style>${trusted(style)}</style></head>
<body><a class="skip" href="#fix">Skip to what to fix</a><main>
${header(all, results)}${fixSection(all, results, evidenceOf, anchors)}${rolesSection(all, results)}${matrixSection(all, anchors)}${checksSection(all, evidenceOf, anchors)}${assumptionsSection(results)}${observationsSection(all, anchors)}</main></body></html>
`.toString()
}
