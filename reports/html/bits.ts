import type { CheckResult } from '../../harness/evidence/results-types.js'
import type { Unit } from '../units.js'
import { checkWords, type Tone } from '../words.js'
import type { Anchors } from './anchors.js'
import { h, type Markup } from './markup.js'

/** A verdict as a coloured pill with a mark, so that colour alone says nothing. */
export function pill({ word, tone }: { readonly word: string; readonly tone: Tone }): Markup {
  return h`<span class="verdict v-${tone}">${word}</span>`
}

/** The pill of a check's verdict. */
export function checkPill(check: CheckResult): Markup {
  return pill(checkWords[check.verdict])
}

/** Path to the evidence file as a relative link; `./` before it keeps a scheme out. */
export function evidenceLink(check: CheckResult, text: string): Markup | undefined {
  if (check.evidence === undefined) return undefined
  const path = check.evidence.split('/').map(encodePart).join('/')
  return h`<a href="./${path}">${text}</a>`
}

// Half a surrogate pair makes encodeURIComponent throw.
function encodePart(part: string): string {
  return encodeURIComponent(part.replace(/\p{Cs}/gu, '\uFFFD'))
}

/** Requirement ids as links into the matrix of the unit. */
export function requirementLinks(unit: Unit, ids: readonly string[], anchors: Anchors): readonly Markup[] {
  return ids.map((id) => {
    const anchor = anchors.requirement(unit, id)
    return anchor === '' ? h`<span class="mono id">${id}</span> ` : h`<a class="mono id" href="#${anchor}">${id}</a> `
  })
}

/** One cell of a table that folds into labelled lines on a narrow screen. */
export function cell(label: string, content: Markup | string | number | undefined, kind = ''): Markup {
  return h`<td data-label="${label}" class="${kind}">${content ?? ''}</td>`
}
