import { membersOf, partsOf } from '../encoding/form.js'
import type { Received } from '../engine/received.js'
import type { Seen } from '../engine/traits.js'

/** Party Identifiers that a request names, whatever is wrong with it. */
export interface NamedParties {
  /** Values of `client_id`. */
  readonly clients: ReadonlySet<string>
  /** Values of `iss` and `sub` in anything that looks like an assertion. */
  readonly issuers: ReadonlySet<string>
  /** Values of `jti`, as they came and in small letters: a check may send one in capital letters. */
  readonly jtis: ReadonlySet<string>
}

const identityClaims = /"(?:iss|sub)"\s*:\s*\[?\s*("(?:[^"\\]|\\.)*")/g
const jtiClaims = /"jti"\s*:\s*("(?:[^"\\]|\\.)*")/g
const payloads = /\.([\w+/=-]{8,})\.|"payload"\s*:\s*"([^"]*)"|\.([\w+/=-]{8,})$/g

/** Parameters that hold a client assertion: as such, or as a grant, which only a fault takes (RFC 7523 §2). */
const assertions: readonly string[] = ['client_assertion', 'assertion']

/** Reads who and what a request is about, without judging it: only to tell for whom a fault is on. */
export function namedParties({ query, body }: Received): NamedParties {
  const text = body.toString()
  const parameters = [query, text].flatMap(readParameters)
  const values = (name: string) => parameters.filter(([each]) => each === name).map(([, value]) => value)
  const claims = assertions.flatMap(values).flatMap(payloadsOf)
  return {
    clients: new Set(values('client_id')),
    issuers: new Set(claims.flatMap(valuesOf(identityClaims))),
    jtis: new Set(claims.flatMap(valuesOf(jtiClaims)).flatMap((jti) => [jti, jti.toLowerCase()])),
  }
}

/** What a request shows of its conforming form. */
export function seenIn({ query, body }: Received): Seen {
  const text = body.toString()
  const parameters = [query, text].flatMap(readParameters)
  const [, assertion = ''] = parameters.find(([name]) => assertions.includes(name)) ?? []
  const [, client = ''] = parameters.find(([name]) => name === 'client_id') ?? []
  const [header, payload] = assertion.split('.').map(objectIn)
  return {
    header: header ?? {},
    payload: payload ?? {},
    parameters: parameters.map(([name]) => name),
    body: text,
    client,
  }
}

/** What the payload of a compact JWS says; nothing where it cannot be read. */
export const payloadIn = (jws: string): Readonly<Record<string, unknown>> => objectIn(jws.split('.')[1] ?? '')

/** The JSON object in a part of a compact JWS; an empty one where there is none. */
export function objectIn(part: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(Buffer.from(part, 'base64url').toString())) as Record<string, unknown>
  } catch {
    return {}
  }
}

function readParameters(text: string): readonly (readonly [string, string])[] {
  if (text.startsWith('{')) return membersOf(text)
  return text.startsWith('--') ? partsOf(text) : [...new URLSearchParams(text)]
}

const payloadsOf = (assertion: string): readonly string[] =>
  [...assertion.matchAll(payloads)].map(([, inside, json, last]) =>
    Buffer.from(inside ?? json ?? last ?? '', 'base64').toString(),
  )

const valuesOf =
  (claim: RegExp) =>
  (payload: string): readonly string[] =>
    [...payload.matchAll(claim)].flatMap(([, text = '""']) => unquoted(text))

function unquoted(json: string): readonly string[] {
  try {
    return [JSON.parse(json) as string]
  } catch {
    return []
  }
}
