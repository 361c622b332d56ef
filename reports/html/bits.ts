import type { CheckResult, RequirementResult } from '../../harness/contracts/results.js'
import type { Unit } from '../units.js'
import { checkWords, type Tone } from '../words.js'
import type { Anchors } from './anchors.js'
import { h, type Markup } from './markup.js'

/** Marks of the tones in running text. */
export const marks: Readonly<Record<Tone, string>> = { pass: '✓', fail: '✕', warn: '!', none: '–' }

/** A verdict as a coloured pill with a mark, so that colour alone says nothing. */
export function pill({ word, tone }: { readonly word: string; readonly tone: Tone }): Markup {
  return h`<span class="verdict v-${tone}">${word}</span>`
}

/** The pill of a check's verdict. */
export function checkPill(check: CheckResult): Markup {
  return pill(checkWords[check.verdict])
}

/** What the filter compares: verdict, unit and level, as attributes. */
export function filterable(unit: Unit, { verdict, level }: CheckResult | RequirementResult): Markup {
  return h` data-v="${verdict}" data-u="${unit.number}" data-l="${level ?? 'must'}"`
}

/** Path to a file of the report's folder as a relative link; `./` before it keeps a scheme out. */
export function relativePath(path: string): string {
  return `./${path.split('/').map(encodePart).join('/')}`
}

// Half a surrogate pair makes encodeURIComponent throw.
function encodePart(part: string): string {
  return encodeURIComponent(part.replace(/\p{Cs}/gu, '\uFFFD'))
}

/** Requirement ids as links into the matrix of the unit. */
export function requirementLinks(unit: Unit, ids: readonly string[], anchors: Anchors): readonly Markup[] {
  return ids.map((id) => {
    const anchor = anchors.requirement(unit, id)
    return anchor === '' ? h`<span class="id">${id}</span> ` : h`<a class="id" href="#${anchor}">${id}</a> `
  })
}

/** A check's id as a link to it. */
export function checkLink(unit: Unit, check: CheckResult, anchors: Anchors): Markup {
  return h`<a class="id" href="#${anchors.check(unit, check)}">${check.id}</a>`
}

/** One cell of a table that folds into labelled lines on a narrow screen. */
export function cell(label: string, content: Markup | string | number | undefined, kind = ''): Markup {
  return h`<td data-label="${label}" class="${kind}">${content ?? ''}</td>`
}
