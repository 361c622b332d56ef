import { isObject } from '../contracts/json.js'
import type { JsonMembers } from './claim-shape.js'
import { note, nothing, problem } from './collect.js'
import { show } from './show.js'
import type { Findings } from './types.js'

/** A credential as it was handed over: the payload, and what was found out about its envelope. */
export interface Opened {
  /** Absent where the envelope cannot be opened. */
  readonly payload?: unknown
  /** The payload as it stood in the envelope; absent without an envelope. */
  readonly bytes?: Buffer
  /** Why the envelope cannot be opened, as a sentence. */
  readonly closed?: string
  readonly findings: Findings
}

const id = 'CREDENTIAL-ENVELOPED'
const compact = /^[\w-]+(?:\.[\w-]*){2}$/
/** RFC 9901 §4: disclosures, and perhaps a key binding, follow the JWS. */
const selective = /^[\w-]+(?:\.[\w-]*){2}(?:~[\w.-]*)+$/
const encrypted = /^[\w-]+(?:\.[\w-]*){4}$/
/** First bytes of COSE structures, with their CBOR tags or without, as a reader of UTF-8 sees them. */
const cbor = /^(?:[\u0403\u0484]|\ufffd(?!\ufffd))/

/** Whether text is by its form a JWS in compact serialization, with disclosures or without. */
export const isSigned = (text: string): boolean => compact.test(text) || selective.test(text)

/** Whether text is an envelope by its form, so that it is no JSON: signed, encrypted, or binary. */
export const isEnvelope = (text: string): boolean => isSigned(text) || encrypted.test(text) || cbor.test(text)

/**
 * Opens the known envelopes: an `EnvelopedVerifiableCredential` with a `data:` URL (VCDM 2.0 §4.13), and a bare JWS or
 * SD-JWT. The text does not show how a credential is secured (L154), so its signature is not verified.
 */
export function openEnvelope(value: unknown): Opened {
  if (typeof value === 'string') return inText(value)
  if (!isObject(value) || !isEnvelopeObject(value)) return { payload: value, findings: nothing }
  const url = typeof value.id === 'string' ? value.id : ''
  if (!/^data:/i.test(url)) return unopened(value.id === undefined ? 'is missing' : 'is not a data: URL')
  return inDataUrl(url)
}

const isEnvelopeObject = ({ type }: JsonMembers): boolean => {
  const types = [type].flat()
  return types.includes('EnvelopedVerifiableCredential') && !types.includes('FrameworkComplianceCredential')
}

const sentence = (because: string): string => `The credential cannot be opened: ${because}.`
const unopened = (says: string): Opened => ({
  closed: sentence(`the id of its envelope ${says}`),
  findings: { problems: [problem(['id'], id, says)], notes: [] },
})
const sealed = (because: string): Opened => ({
  closed: sentence(because),
  findings: { problems: [], notes: [note([], id, because)] },
})

function inText(text: string): Opened {
  if (cbor.test(text)) return sealed('it is binary, as COSE is')
  if (!isObject(partOf(text, 0))) return { payload: text, findings: nothing }
  if (encrypted.test(text)) return sealed('it is encrypted')
  if (!isSigned(text)) return { payload: text, findings: nothing }
  return fromJws(text, []) ?? sealed('the payload of its JWS is no JSON')
}

/** The names that RFC 7519 §4.1 and RFC 7800 §3.1 give to claims of the token, which stand beside the credential in `vc+jwt`. */
const tokenClaims = ['iss', 'sub', 'aud', 'jti', 'iat', 'exp', 'nbf', 'cnf']

function fromJws(text: string, at: readonly string[]): Opened | undefined {
  const bytes = Buffer.from(text.split('.')[1] ?? '', 'base64url')
  const payload = parsed(bytes.toString('utf8'), withoutDigests)
  if (payload === undefined) return undefined
  const opened = note(at, id, 'is enveloped: the payload of the JWS was validated')
  if (!isObject(payload)) return { payload, bytes, findings: { problems: [], notes: [opened] } }
  const beside = tokenClaims.filter((name) => Object.hasOwn(payload, name))
  const credential = Object.fromEntries(Object.entries(payload).filter(([name]) => !beside.includes(name)))
  const says = `carries claims of the token beside the credential, which were left out: ${beside.join(', ')}`
  return {
    payload: credential,
    bytes,
    findings: { problems: [], notes: [opened, ...(beside.length > 0 ? [note(at, id, says)] : [])] },
  }
}

function inDataUrl(url: string): Opened {
  const comma = url.indexOf(',')
  if (comma < 0) return unopened('is a data: URL without data')
  const [head, data] = [url.slice('data:'.length, comma), url.slice(comma + 1)]
  const bytes = Buffer.from(/;base64$/i.test(head) ? data : unescaped(data), /;base64$/i.test(head) ? 'base64' : 'utf8')
  const text = bytes.toString('utf8')
  if (isSigned(text)) return fromJws(text, ['id']) ?? unopened('is a data: URL with a JWS whose payload is no JSON')
  const payload = parsed(text)
  if (payload !== undefined)
    return {
      payload,
      bytes,
      findings: { problems: [], notes: [note(['id'], id, 'is an envelope: the payload within was validated')] },
    }
  if (encrypted.test(text)) return sealed('it is encrypted')
  const media = head.split(';', 1)[0] ?? ''
  return /cose|cbor|jwe|jose/i.test(media)
    ? sealed(`it is secured as ${show(media)}`)
    : unopened('is a data: URL from which no JSON can be read')
}

const partOf = (text: string, index: number): unknown =>
  parsed(Buffer.from(text.split('.')[index] ?? '', 'base64url').toString('utf8'), withoutDigests)

/** Members that an SD-JWT has in place of hidden ones (RFC 9901 §4.2). */
const withoutDigests = (name: string, value: unknown): unknown =>
  name === '_sd' || name === '_sd_alg' ? undefined : value

function parsed(text: string, reviver?: (name: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, reviver)
  } catch {
    return undefined
  }
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
