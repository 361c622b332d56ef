import type { Tone } from '../../words.js'
import { h, type Markup } from '../markup.js'

/** Something at a place of a scale. */
export interface ScaleMark {
  readonly at: number
  readonly tone: Tone
  /** Written above the mark; empty for none. */
  readonly label: string
}

/** A scale from `from` to `to`, both in the same unit as everything on it. */
export interface Scale {
  readonly title: string
  /** What the drawing shows, in words. */
  readonly says: string
  readonly from: number
  readonly to: number
  readonly unit: string
  readonly ticks: readonly number[]
  /** What is as it should be. */
  readonly band?: { readonly from: number; readonly to: number; readonly label: string }
  readonly marks: readonly ScaleMark[]
}

/** A scale as a drawing of full width whose text keeps its size, with its text alternative below. */
export function drawScale({ title, says, from, to, unit, ticks, band, marks }: Scale): Markup {
  const x = (value: number) => `${(3 + (94 * (value - from)) / (to - from)).toFixed(2)}%`
  const width = (of: { readonly from: number; readonly to: number }) =>
    `${((94 * (of.to - of.from)) / (to - from)).toFixed(2)}%`
  return h`<figure class="scale"><figcaption>${title}</figcaption><svg role="img" aria-label="${says}">${
    band !== undefined &&
    h`<rect class="band" x="${x(band.from)}" y="18" width="${width(band)}" height="22"/><text x="${x(band.from)}" y="13" dx="2">${band.label}</text>`
  }<line class="axis" x1="3%" x2="97%" y1="40" y2="40"/>${ticks.map((tick) => h`<line class="axis" x1="${x(tick)}" x2="${x(tick)}" y1="40" y2="45"/><text x="${x(tick)}" y="59" text-anchor="middle">${tick} ${unit}</text>`)}${marks.map((mark) => drawMark(mark, x(mark.at)))}</svg><p class="muted small">${says}</p></figure>
`
}

/** A disc for what was granted or measured, a cross for what was refused, so that colour alone says nothing. */
function drawMark({ tone, label }: ScaleMark, x: string): Markup {
  const shape =
    tone === 'fail'
      ? h`<text class="fail" x="${x}" y="35" text-anchor="middle">✕</text>`
      : h`<circle class="${tone}" cx="${x}" cy="30" r="6"/>`
  return h`${shape}${label !== '' && h`<text x="${x}" y="13" text-anchor="middle">${label}</text>`}`
}
