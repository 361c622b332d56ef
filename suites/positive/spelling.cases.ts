import type { JsonObject } from '../../harness/contracts/json.js'
import { conforming } from '../../harness/guises/values.js'
import { text } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'
import type { Row } from '../support/row.js'
import { row } from '../support/row.js'

/** Another spelling of the same JSON object. */
const spelled = (name: string, part: 'header' | 'payload', spell: (own: JsonObject) => string): Mutation =>
  text(name, (own) => {
    own[part] = spell(JSON.parse(String(own[part])) as JsonObject)
  })

const spacious = (own: JsonObject): string => `\n${JSON.stringify(own, null, 2)}\r\n\t `

/** Every letter of names and text as a `\u` escape; the claims hold no `true`, `false` or `null`. */
const escaped = (own: JsonObject): string =>
  JSON.stringify(own).replace(/[a-z]/gi, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

export const accepted: readonly Row[] = [
  row('positive.json-spelling', 'POS-08', 'requires-plain-json').sends(
    'JSON of any member order, with white space and with escapes',
    [
      ...conforming('payload=in another order', 'payload=with white space'),
      spelled('white space in the header', 'header', spacious),
      spelled('\\u escapes in the payload', 'payload', escaped),
      spelled('a \\u escape in the header', 'header', (own) => JSON.stringify(own).replace('"alg"', '"\\u0061lg"')),
    ],
  ),
]
