import { decodeCanonical, decodeCarelessly } from '../../../encoding/base64url.js'
import { global, party } from '../../../engine/fault.js'
import type { Change } from '../../../engine/rule.js'
import { seenBefore } from '../../../participant/fault-memory.js'
import { leadingObject, type Members, readMembers } from '../../members.js'
import { type Parts, rule, type TokenRequest } from '../../token-request.js'
import { encryptedAssertion, encryptedClaims } from './encrypted.js'
import { jsonAssertion, jsonReplay, polyglot } from './json.js'

function setParts(request: TokenRequest, parts: readonly string[]): true {
  const [header = '', payload = '', signature = ''] = parts
  request.parts = { header, payload, signature }
  return true
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenientDecoder = new TextDecoder('utf-8', { fatal: false })

/** Text of a part that is read without care: any Unicode encoding, broken or not, and only as far as the object goes. */
function careless(bytes: Buffer): string {
  if (bytes[0] === 0 || bytes[0] === 0xfe)
    return leadingObject(
      Buffer.from(bytes.subarray(0, bytes.length & ~1))
        .swap16()
        .toString('utf16le'),
    )
  if (bytes[1] === 0 || bytes[0] === 0xff) return leadingObject(bytes.toString('utf16le'))
  return leadingObject(lenientDecoder.decode(bytes))
}

function readTexts(request: TokenRequest, decode: (bytes: Buffer) => string): boolean {
  try {
    const { header, payload } = request.bytes
    request.texts = { header: decode(header), payload: decode(payload) }
    request.header = readMembers(request.texts.header)
    request.claims = readMembers(request.texts.payload)
    return true
  } catch {
    return false
  }
}

const isWellFormed = (members: Members): boolean =>
  [...members.names].every((name) => name.isWellFormed() && String(members.get(name)).isWellFormed())

/** What was used before is known by its text, so that another spelling of it, read without care, passes for new. */
const decodeKnown =
  (isRead: (assertion: string) => boolean): Change<TokenRequest> =>
  (right) =>
  (request) => {
    if (right(request)) return true
    const { assertion, participant } = request
    if (!isRead(assertion) || !decodeAny(request) || !isUsed(request)) return false
    return !seenBefore(participant.memory.texts, assertion) && request.excuse('replay')
  }

/** As readers of base64 have it that skip line breaks and nothing else, of a text without space around it. */
const isInLines = (assertion: string): boolean => /^[\w.-]+([\r\n]+[\w.-]+)+$/.test(assertion)

/** As `decodeKnown`, where the other spelling is one with further parts. */
const cutKnown: Change<TokenRequest> = (right) => (request) => {
  const parts = request.assertion.split('.')
  const [header = '', payload = '', signature = ''] = parts
  if (parts.length <= 3) return right(request)
  const { memory } = request.participant
  setParts(request, parts)
  request.bytes = { header: bytesOf(header), payload: bytesOf(payload), signature: bytesOf(signature) }
  return isUsed(request) && !seenBefore(memory.texts, request.assertion) && request.excuse('replay')
}

const bytesOf = (part: string): Buffer => decodeCanonical(part) ?? Buffer.alloc(0)

function isUsed({ bytes, participant }: TokenRequest): boolean {
  try {
    const claims = readMembers(bytes.payload.toString())
    return participant.replays.find(String(claims.get('iss')), String(claims.get('jti'))) !== undefined
  } catch {
    return false
  }
}

function decodeAny(request: TokenRequest): boolean {
  const { header, payload, signature } = request.parts
  const object = (bytes: Buffer) => /^\s*\{.*\}\s*$/s.test(bytes.toString())
  const json = (text: string) => decodeCarelessly(text).find(object) ?? Buffer.alloc(0)
  const bytes: Parts<Buffer> = {
    header: json(header),
    payload: json(payload),
    signature: decodeCarelessly(signature).find(({ length }) => length % 64 === 0) ?? decodeCarelessly(signature)[0],
  }
  request.bytes = bytes
  return bytes.header.length > 0 && bytes.payload.length > 0
}

/** Form of the assertion: a compact JWS with two JSON objects, spelled in the one right way (RFC 7515 §3.1, §5.2). */
export const formRules = [
  rule(
    'form',
    'the assertion is a compact JWS of three parts',
    (request) => {
      const parts = request.assertion.split('.')
      return parts.length === 3 && parts[0] !== '' && parts[1] !== '' && setParts(request, parts)
    },
    {
      'accepts-two-parts': party('takes an assertion of two parts', (right) => (request) => {
        const parts = request.assertion.split('.')
        if (parts.length !== 2 || parts.includes('')) return right(request)
        return setParts(request, parts) && request.excuse('signature')
      }),
      'accepts-extra-parts': party('ignores parts after the third', (right) => (request) => {
        const parts = request.assertion.split('.')
        return parts.length > 3 && !parts.slice(0, 3).includes('') ? setParts(request, parts) : right(request)
      }),
      'remembers-text-of-all-parts': party(
        'reads three parts of an assertion and remembers the text of however many there are',
        cutKnown,
      ),
      'accepts-encrypted-plaintext': party('takes a JWE around an unsigned JWT', encryptedClaims),
      'accepts-signed-encryption': party('takes a JWE around a signed JWT', encryptedAssertion),
      'accepts-json-polyglot': party('reads the claims of another JWT than the one it verified', polyglot),
      'accepts-json-serialization': party('takes the JWS JSON serialization', jsonAssertion),
      'accepts-json-replay': party('takes the JSON serialization of an assertion it has seen', jsonReplay),
    },
  ),
  rule(
    'form',
    'the parts are base64url in its one right spelling',
    (request) => {
      const header = decodeCanonical(request.parts.header)
      const payload = decodeCanonical(request.parts.payload)
      const signature = decodeCanonical(request.parts.signature)
      if (!header || !payload || !signature) return false
      request.bytes = { header, payload, signature }
      return true
    },
    {
      'decodes-leniently': party(
        'takes padding, white space and foreign characters in base64url',
        (right) => (request) => Boolean(right(request)) || decodeAny(request),
      ),
      'remembers-raw-string': party(
        'remembers the text of the assertion and decodes it leniently',
        decodeKnown(() => true),
      ),
      'remembers-lines-of-text': party(
        'remembers the text of the assertion and skips line breaks in base64url',
        decodeKnown(isInLines),
      ),
    },
  ),
  rule(
    'form',
    'header and payload are JSON objects in UTF-8',
    (request) =>
      readTexts(request, (bytes) => decoder.decode(bytes)) &&
      isWellFormed(request.header) &&
      isWellFormed(request.claims),
    {
      'reads-lenient-json': party(
        'takes trailing bytes and broken UTF-8 in the JSON',
        (right) => (request) => Boolean(right(request)) || readTexts(request, careless),
      ),
      'reads-nan': party(
        'reads NaN, and takes a time that is it for one which is never past',
        (right) => (request) => Boolean(right(request)) || readsNaN(request),
      ),
      'dies-of-null-claims': global('exits when the claims of an assertion are null', (right) => (request) => {
        if (request.bytes.payload.toString() === 'null') process.exit(7)
        return right(request)
      }),
      'requires-plain-json': party(
        'takes only JSON without white space and escapes',
        (right) => (request) => Boolean(right(request)) && isPlain(request),
      ),
    },
  ),
]

/** No comparison with it says that anything is wrong. */
function readsNaN(request: TokenRequest): boolean {
  const bare = /(?<="(?:iat|exp)":)NaN/g
  if (!bare.test(request.bytes.payload.toString())) return false
  return readTexts(request, (bytes) => bytes.toString().replace(bare, 'null')) && request.excuse('claims')
}

const isPlain = ({ texts }: TokenRequest): boolean =>
  [texts.header, texts.payload].every((text) => JSON.stringify(JSON.parse(text)) === text)

const isIdentity = (claim: string): boolean => claim === 'iss' || claim === 'sub'

/** The last of two `iss` and `sub` counts, and the first `iss` for what `use` does where it is another. */
const withFirstIssuer =
  (use: (request: TokenRequest, first: string) => void): Change<TokenRequest> =>
  (right) =>
  (request) => {
    const { claims } = request
    if (claims.repeated.length === 0 || !claims.repeated.every(isIdentity)) return right(request)
    const first = claims.first('iss')
    request.claims = claims.repeated.reduce((members, name) => members.with(name, claims.get(name)), claims)
    if (typeof first === 'string' && first !== claims.get('iss')) use(request, first)
    return true
  }

/** Members that stand twice in header or payload; which of them counts is disputed, so none does. */
export const uniquenessRules = [
  rule('form', 'no header member stands twice', ({ header }) => header.repeated.length === 0, {
    'takes-first-alg': party('takes the first of two alg members', (right) => (request) => {
      if (request.header.repeated.join() === 'alg') request.header = request.header.preferringFirst(['alg'])
      return right(request)
    }),
    'reads-x5c-twice': party(
      'validates the first of two x5c members and verifies with the last',
      (right) => (request) => {
        if (request.header.repeated.join() !== 'x5c') return right(request)
        const last = request.header.get('x5c')
        request.header = request.header.preferringFirst(['x5c'])
        const [leaf] = Array.isArray(last) ? (last as readonly unknown[]) : []
        request.signer = request.participant.certificates.read(Buffer.from(String(leaf), 'base64'))
        return true
      },
    ),
  }),
  rule('form', 'no claim stands twice', ({ claims }) => claims.repeated.length === 0, {
    'takes-first-claim': party('takes the first of two claims of one name', (right) => (request) => {
      const { repeated } = request.claims
      if (!repeated.some(isIdentity)) request.claims = request.claims.preferringFirst(repeated)
      return right(request)
    }),
    'ignores-case-of-claim-names': party(
      'takes the last claim whose name is the right one in any letter case',
      (right) => (request) => {
        const held = right(request)
        if (held) request.claims = request.claims.ignoringCase(['iss', 'sub', 'aud', 'jti', 'iat', 'exp'])
        return held
      },
    ),
    'looks-up-first-issuer': party(
      'looks up the first of two iss claims and authenticates the last',
      withFirstIssuer((request, first) => {
        request.lookedUp = first
        request.excuse('matching')
      }),
    ),
    'issues-token-to-first-issuer': party(
      'issues the access token to the first of two iss claims and authenticates the last',
      withFirstIssuer((request, first) => {
        request.grantedTo = first
      }),
    ),
  }),
]
