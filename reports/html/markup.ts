import { type Template, templateWith } from '../../harness/html.js'
import { visible } from '../text.js'

export { Markup, trusted } from '../../harness/html.js'

/** A template whose every text is escaped and whose unseen characters become visible escapes. */
export const h: Template = templateWith(visible)
