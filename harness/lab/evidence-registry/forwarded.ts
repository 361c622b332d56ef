import type { Json } from '../../contracts/json.js'
import type { LedgerJwt } from '../../contracts/lab-protocol.js'
import { memberOf, sha256 } from '../../wire/decode.js'
import { spelled } from '../../wire/member-case.js'
import { readAssertion } from '../counterparty/assertion.js'
import type { LabInterface } from '../interface.js'

/** A request for evidence as the ledger keeps it. */
export interface ReadDelegation {
  /** Each JWT in it as `sha256:` and its digest; text where it is no JSON. */
  readonly body: Json
  readonly forwarded: readonly LedgerJwt[]
  /** Party Identifier that `target.accessSubject` names; where there is none, the issuer of the JWT that is forwarded (L267). */
  readonly subject?: string
}

const jwt = /eyJ[\w-]+\.[\w-]*\.[\w-]*/g

/** Reads a request for evidence whatever is wrong with it. `roots` are DER. */
export const readDelegation = (
  text: string,
  { requestField, forwardedIn, forwardedField }: LabInterface['delegation'],
  roots: readonly Buffer[],
): ReadDelegation => {
  const found = new Map<string, string>()
  const body = parsed(
    text.replace(jwt, (whole) => {
      const digest = `sha256:${sha256(whole)}`
      found.set(digest, whole)
      return digest
    }),
  )
  const request = memberOf(body, requestField)
  const placed = stringsOf(memberOf(forwardedIn === 'request' ? request : body, forwardedField))
  const forwarded = [...new Set([...placed, ...found.keys()])].map((one) => found.get(one) ?? one)
  const read = forwarded.map((one) => readAssertion(one, roots))
  const named = memberOf(memberOf(spelled(request ?? null, 'camel'), 'target'), 'accessSubject')
  const subject = named ?? read.find(({ issuer }) => issuer !== undefined)?.issuer
  return {
    body,
    forwarded: read.map(({ recorded }) => recorded),
    ...(typeof subject === 'string' && { subject }),
  }
}

const parsed = (text: string): Json => {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

const stringsOf = (value: Json | undefined): readonly string[] =>
  (Array.isArray(value) ? (value as readonly Json[]) : [value]).filter((one) => typeof one === 'string')
