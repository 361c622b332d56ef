import type { Outcome, RecordedMessage } from '../../harness/contracts/evidence.js'
import type { Json } from '../../harness/contracts/json.js'
import { decoded } from '../decoded.js'
import { outcomeWords } from '../story.js'
import { visible } from '../text.js'
import { document } from './document.js'
import { chains } from './evidence/chain.js'
import { exchanges } from './evidence/exchanges.js'
import { pair } from './evidence/pair.js'
import { h, type Markup } from './markup.js'

/** A message that somebody made by hand, and what was done with it. */
export interface ByHand {
  /** Party Identifier of its sender. */
  readonly party: string
  /** What was changed about it. */
  readonly mutation?: string
  /** Its conforming form, where that is not the usual one. */
  readonly guise?: string
  readonly minted?: Minted
  readonly sent?: { readonly messages: readonly RecordedMessage[]; readonly outcome: Outcome }
}

/** A message that can be sent for as long as its JWT lives. */
export interface Minted {
  /** Header and payload of its JWT. */
  readonly decoded: readonly Json[]
  /** A line for a POSIX shell that sends it. */
  readonly curl: string
}

/** A message that was made by hand, as a page of its own without any script; the report shows the same of one that a check has sent. */
export function handPage({ party, mutation, guise, minted, sent }: ByHand): string {
  return document({
    title: 'By hand',
    body: [
      h`<main><h1>${sent ? 'Sent by hand' : 'Minted by hand'}</h1>
<p>${mutation === undefined ? 'Nothing is wrong with it.' : h`Changed: <b>${mutation}</b>.`}${guise !== undefined && h` Form: <b>${guise}</b>.`} Party: <span class="id">${party}</span>.</p>
${minted && mintedParts(minted)}${sent && sentParts(sent)}</main>`,
    ],
  })
}

const mintedParts = ({ decoded: parts, curl }: Minted): Markup =>
  h`<h2>What is in it</h2><pre tabindex="0">${visible(decoded(parts))}</pre>
<h2>What sends it</h2><p class="muted">The JWT in it stands for the party while it lives: some 30 seconds.</p><pre tabindex="0" class="wrap">${visible(curl)}</pre>
`

function sentParts({ messages, outcome }: NonNullable<ByHand['sent']>): Markup {
  const shown = messages.at(-1)
  const told = shown && { shown, came: outcomeWords(outcome, shown) }
  const word =
    outcome.kind === 'granted'
      ? 'It was granted.'
      : outcome.kind === 'refused'
        ? 'It was refused.'
        : 'It got no verdict.'
  return h`<p><b>${word}</b></p><h2>What was sent, and what came</h2><h3 class="sr">Message</h3>${pair(told)}${chains(told)}${exchanges({ messages })}`
}
