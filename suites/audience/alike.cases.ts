import type { TargetUnderTest } from '../../harness/check/types.js'
import { claims } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'
import type { Coverage } from '../support/row.js'

/** Values of `aud` that resemble the target's Party Identifier, by name. */
export interface NearMisses extends Coverage {
  readonly title: string
  readonly values: (target: TargetUnderTest) => Readonly<Record<string, string>>
}

/** Those that differ from the identifier itself; some identifiers hold nothing that could be spelled otherwise. */
export const differing = ({ values }: NearMisses, target: TargetUnderTest): Mutation[] =>
  Object.entries(values(target))
    .filter(([, value]) => value !== target.partyId)
    .map(([name, value]) =>
      claims(`aud ${name}`, (all) => {
        all.aud = value
      }),
    )

const cyrillic: Readonly<Record<string, string>> = { a: 'а', c: 'с', e: 'е', i: 'і', o: 'о', p: 'р', x: 'х', y: 'у' }

/** U+FF01 … U+FF5E, which NFKC folds to ASCII. */
const fullWidth = (character: string): string => String.fromCharCode(character.charCodeAt(0) + 0xfee0)

const swapCase = (text: string): string =>
  [...text].map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join('')

/** Near misses that must be refused; nothing is compared but the identifier as it is (RFC 7519 §2, RFC 7523 §3). */
export const refused: readonly NearMisses[] = [
  {
    id: 'audience.urls',
    title: 'its own URLs in place of its identifier',
    requirements: ['ASSERTION-AUD'],
    cases: ['AUD-08'],
    detects: ['accepts-url-audience'],
    values: ({ tokenUrl, baseUrl, partyId }) => {
      const urls = { 'token URL': tokenUrl, 'base URL': baseUrl, 'host name': new URL(baseUrl).hostname }
      // An identifier may be one of them; then that URL with or without a slash is left alone.
      const bare = (url: string): string => url.replace(/\/+$/, '')
      return Object.fromEntries(Object.entries(urls).filter(([, url]) => bare(url) !== bare(partyId)))
    },
  },
  {
    id: 'audience.near-miss',
    title: 'its identifier with something added or missing',
    requirements: ['ASSERTION-AUD-EXACT'],
    cases: ['AUD-10'],
    detects: ['matches-audience-loosely'],
    values: ({ partyId }) => ({
      'with a space after it': `${partyId} `,
      'with a space before it': ` ${partyId}`,
      'with a tab after it': `${partyId}\t`,
      'with a newline after it': `${partyId}\n`,
      'with a slash after it': `${partyId}/`,
      'with a dot after it': `${partyId}.`,
      'without its last character': partyId.slice(0, -1),
      'without its first character': partyId.slice(1),
      'with .evil after it': `${partyId}.evil`,
      'followed by a comma and another': `${partyId},did:example:other`,
      'followed by a space and another': `${partyId} did:example:other`,
    }),
  },
  {
    id: 'audience.letter-case',
    title: 'its identifier in another letter case',
    requirements: ['ASSERTION-AUD-EXACT'],
    cases: ['AUD-11'],
    values: ({ partyId }) => ({
      'in upper case': partyId.toUpperCase(),
      'in lower case': partyId.toLowerCase(),
      'with the letter case swapped': swapCase(partyId),
    }),
  },
  {
    id: 'audience.look-alike',
    title: 'look-alikes of its identifier in Unicode',
    requirements: ['ASSERTION-AUD-EXACT'],
    cases: ['AUD-12'],
    detects: ['folds-audience'],
    values: ({ partyId }) => ({
      'with Cyrillic letters': partyId.replace(/[aceiopxy]/g, (letter) => cyrillic[letter] ?? letter),
      'with full-width digits': partyId.replace(/[0-9]/g, fullWidth),
      'with a full-width first letter': partyId.replace(/[a-z]/i, fullWidth),
      'with a zero-width joiner': `${partyId.slice(0, 3)}\u200d${partyId.slice(3)}`,
      'in NFD': partyId.normalize('NFD'),
      'in NFC': partyId.normalize('NFC'),
    }),
  },
  {
    id: 'audience.encoded',
    title: 'its identifier percent-encoded or HTML-encoded',
    requirements: ['ASSERTION-AUD-EXACT'],
    cases: ['AUD-13'],
    detects: ['decodes-audience'],
    values: ({ partyId }) => ({
      'percent-encoded': encodeURIComponent(partyId),
      'percent-encoded throughout': [...Buffer.from(partyId)]
        .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
        .join(''),
      'with HTML entities': [...partyId].map((one) => `&#${one.codePointAt(0)};`).join(''),
    }),
  },
]
