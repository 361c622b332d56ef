import type { Results, RoleVerdict } from '../harness/contracts/results.js'
import { policyName } from './policy.js'
import { counted, cut } from './text.js'
import { profileOf, units } from './units.js'
import { roleWords, type Tone } from './words.js'

/** From worst to best: a badge says of a run what is said of its worst role. */
const order: readonly RoleVerdict[] = ['not-certified', 'not-fully-verified', 'certified-with-findings', 'certified']

/** White on each of these has a contrast of at least 4.5 to 1. */
const colours: Readonly<Record<Tone, string>> = { pass: '#1a7f37', fail: '#b3261e', warn: '#8a5a00', none: '#57606a' }

/** Width of a letter at 11 px, pixels; the text is stretched or pressed to what follows from it, whatever the font. */
const letter = 6.6
const margin = 10

/** The verdict of the worst role, with its profile, as an SVG that needs nothing of the network. */
export function badge(results: Results): string {
  const all = units(results)
  const verdict = order.find((one) => all.some((unit) => unit.verdict === one)) ?? 'not-fully-verified'
  const profiles = new Set(all.map((unit) => profileOf(unit, results) ?? 'unknown profile'))
  const { word, tone } = roleWords[verdict]
  const by = results.policy ? `, ${cut(policyName(results.policy), 40)}` : ''
  const says = `${word.toLowerCase()}, ${[...profiles].join(' and ') || 'no role judged'}${by}`
  const title = `Assay: ${says} (${counted(all.length, 'role')}, ${results.run.finishedAt.slice(0, 10)})`
  const [left, right] = [width('Assay'), width(says)]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${escaped(title)}">
<title>${escaped(title)}</title>
<clipPath id="round"><rect width="${left + right}" height="20" rx="3"/></clipPath>
<g clip-path="url(#round)"><rect width="${left}" height="20" fill="#333"/><rect x="${left}" width="${right}" height="20" fill="${colours[tone]}"/></g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
${text('Assay', 0, left)}
${text(says, left, right)}
</g>
</svg>
`
}

const width = (said: string): number => Math.round(said.length * letter) + 2 * margin

const text = (said: string, from: number, wide: number): string =>
  `<text x="${from + wide / 2}" y="14" textLength="${wide - 2 * margin}" lengthAdjust="spacingAndGlyphs">${escaped(said)}</text>`

const escaped = (said: string): string => said.replace(/[^\w .,:()-]/g, (character) => `&#${character.codePointAt(0)};`)
