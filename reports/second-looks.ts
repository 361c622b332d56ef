import type { Results } from '../harness/contracts/results.js'
import { counted } from './text.js'

/** How many checks are named. */
const mostNames = 5

/** What a reader must know of checks that came to nothing at first and were played once more; empty where there are none. */
export function secondLookSentence({ checks }: Results): string {
  const looked = checks.filter(({ firstLook }) => firstLook !== undefined)
  if (looked.length === 0) return ''
  const names = [...new Set(looked.map(({ id }) => id))]
  const left = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  return `${counted(looked.length, 'check')} came to nothing at first, and what stands here is from a second look, while no other check ran: ${names.slice(0, mostNames).join(', ')}${left}.`
}
