import type { TargetUnderTest } from '../../harness/check/types.js'
import { claims } from '../../harness/mutations/mutation.js'
import { type NearMiss, nearMissesBy, nearMissesOfName } from '../../harness/mutations/near-misses.js'
import type { Mutation } from '../../harness/mutations/types.js'
import type { Coverage } from '../support/row.js'

/** Values of `aud` that resemble the target's Party Identifier, by name. */
export interface NearMisses extends Coverage {
  readonly title: string
  readonly values: (target: Named) => Readonly<Record<string, string>>
}

/** What of a target may be taken for its Party Identifier. */
type Named = Pick<TargetUnderTest, 'partyId' | 'baseUrl' | 'tokenUrl'>

/** With as many messages as a target with an identifier of the usual form is sent. */
export const counted = (row: NearMisses): Coverage => ({ ...row, sends: Object.keys(row.values(usual)).length })

const usual: Named = {
  partyId: 'did:example:target',
  baseUrl: 'https://target.example',
  tokenUrl: 'https://target.example/token',
}

/** Those that differ from the identifier itself; some identifiers hold nothing that could be spelled otherwise. */
export const differing = ({ values }: NearMisses, target: Named): Mutation[] =>
  Object.entries(values(target))
    .filter(([, value]) => value !== target.partyId)
    .map(([name, value]) =>
      claims(`aud ${name}`, (all) => {
        all.aud = value
      }),
    )

const nearly =
  (misses: readonly NearMiss[]): NearMisses['values'] =>
  ({ partyId }) =>
    Object.fromEntries(misses.map(({ name, of }) => [name, of(partyId)]))

/** An identifier that is no ASCII has other forms. */
const forms: readonly NearMiss[] = [
  { name: 'in NFD', of: (own) => own.normalize('NFD') },
  { name: 'in NFC', of: (own) => own.normalize('NFC') },
]

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
    values: nearly([
      ...nearMissesOfName,
      ...nearMissesBy(
        'compares a part',
        'trims',
        'cuts at a control character',
        'splits a list',
        'puts it into a query',
      ),
    ]),
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
    values: nearly([...nearMissesBy('folds Unicode'), ...forms]),
  },
  {
    id: 'audience.encoded',
    title: 'its identifier percent-encoded or HTML-encoded',
    requirements: ['ASSERTION-AUD-EXACT'],
    cases: ['AUD-13'],
    detects: ['decodes-audience'],
    values: nearly(nearMissesBy('decodes')),
  },
  {
    id: 'audience.as-url',
    title: 'its identifier with what a resolver of URLs takes off',
    requirements: ['ASSERTION-AUD-EXACT'],
    cases: ['AUD-10'],
    detects: ['reads-audience-as-url'],
    values: nearly(nearMissesBy('reads it as a URL')),
  },
]
