import type { DocumentKind } from '../contracts/document-kinds.js'
import { isObject } from '../contracts/json.js'
import type { JsonMembers } from './claim-shape.js'
import { isToken, notClaims } from './claims.js'
import { openEnvelope } from './envelope.js'
import { bareOf } from './read.js'

/** What to do about a document that is nearly what it should be, as sentences; empty for one that is not. */
export function hintsFor(kind: DocumentKind, bytes: Buffer): readonly string[] {
  if (isUtf16(bytes)) return ['It is UTF-16: save it as UTF-8.']
  const text = bareOf(bytes.toString('utf8'))
  const parsed = parse(text)
  if (kind === 'jwt') return isObject(parsed) ? tokenMembers(parsed) : aroundToken(text)
  if (typeof parsed === 'string') return ['It is a string that JSON holds: take off its quotes.', ...aroundToken(text)]
  if (kind === 'claim') return isToken(text) ? [asJwt] : sentences(parsed && notClaims(parsed))
  if (parsed === undefined && !isToken(text)) return aroundToken(text)
  const value = isObject(parsed) ? parsed : payloadOf(text)
  return isObject(value) ? aroundCredential(value) : []
}

const asJwt = 'It is a signed token: `assay validate jwt` validates that, and its claims have to be JSON here.'

const sentences = (sentence: unknown): readonly string[] => (typeof sentence === 'string' ? [sentence] : [])

/** By its mark, or by every other byte of its beginning, which is zero in the characters that JSON and tokens begin with. */
function isUtf16(bytes: Buffer): boolean {
  const mark = bytes.subarray(0, 2).toString('hex')
  if (mark === 'fffe' || mark === 'feff') return true
  const start = [...bytes.subarray(0, 8)]
  const zero = (rest: number): boolean => start.length >= 4 && start.every((byte, at) => at % 2 !== rest || byte === 0)
  return zero(0) !== zero(1)
}

const quoted = /^(["'`])(.*)\1[,;]?$/s
const bearer = /^(?:authorization\s*:\s*)?bearer\s+/i

/** What stands around a token, from the outside in; nothing where no token is left. */
function aroundToken(text: string): readonly string[] {
  const hints: string[] = []
  let inner = text
  for (let more = true; more; ) {
    more = false
    if (bearer.test(inner)) {
      hints.push('It begins with "Bearer", which belongs to the header of a request: take that off.')
      inner = inner.replace(bearer, '').trim()
      more = true
    }
    const within = quoted.exec(inner)?.[2]
    if (within !== undefined) {
      hints.push('It stands in quotes: take them off.')
      inner = within.trim()
      more = true
    }
  }
  if (/\s/.test(inner)) {
    hints.push('It is wrapped, or holds spaces: write it on one line, without any.')
    inner = inner.replace(/\s+/g, '')
  }
  return isToken(inner) ? [...new Set(hints)] : []
}

/** Where JSON holds tokens, as the answer of a registry or of a token endpoint does. */
const tokenMembers = (value: JsonMembers): readonly string[] =>
  Object.entries(value)
    .filter(([, one]) => isToken(one))
    .slice(0, 3)
    .map(([name]) => `It is JSON that holds a token in ${JSON.stringify(name)}: hand in that value alone.`)

function aroundCredential(value: JsonMembers): readonly string[] {
  if (isCredential(value)) return []
  const presented = [value, value.vp].filter(isObject).find((one) => Object.hasOwn(one, 'verifiableCredential'))
  if (presented) return ['It is a presentation: hand in a credential of its "verifiableCredential" alone.']
  return Object.entries(value)
    .filter(([, one]) => isObject(one) && isCredential(one))
    .map(([name]) =>
      name === 'vc'
        ? 'The credential stands under "vc", as version 1.1 of the data model had it in a token: in 2.0 its members are the payload itself.'
        : `The credential stands under ${JSON.stringify(name)}: hand in that value alone.`,
    )
}

const isCredential = (value: JsonMembers): boolean =>
  Object.hasOwn(value, 'credentialSubject') && !Object.hasOwn(value, 'verifiableCredential')

/** The payload of a token that may envelope a credential. */
const payloadOf = (text: string): unknown => openEnvelope(text).payload

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
