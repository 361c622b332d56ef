import type { Answer } from '../engine/received.js'
import { namedVariants } from '../engine/variants.js'

/** Ways to show pages that differ from what a reference does by itself (`ASSAY_REFERENCE_VARIANT`). */
export const pageVariants = ['shows-long-pages'] as const

/** As pages are that hold styles and scripts of their own: longer than most, with what they say at their end. */
const filling = `<!-- ${'x'.repeat(80_000)} -->\n`

/** How pages are shown. */
export const pagesShown = (text: string | undefined): ((answer: Answer) => Answer) =>
  namedVariants(pageVariants, text).has('shows-long-pages') ? lengthened : (answer) => answer

const lengthened = (answer: Answer): Answer =>
  typeof answer.body === 'string' ? { ...answer, body: answer.body.replace('<main>', `${filling}<main>`) } : answer
