import { hash, randomBytes } from 'node:crypto'
import type { JsonObject } from '../../../harness/contracts/json.js'
import { isObject } from '../../../harness/contracts/json.js'
import type { FaultName } from '../../../harness/faults/faults.js'
import { decodeJwt, memberOf } from '../../../harness/wire/decode.js'
import { rewritten } from './written-tokens.js'

/** An access token that nobody issued. */
export interface UnissuedToken {
  readonly name: string
  /**
   * @param own An access token that was issued.
   * @param claims What a JWT of the target would say in its place; `client_id` is its receiver.
   * @param assertion The client assertion that its own was issued on.
   */
  readonly of: (own: string, claims: JsonObject, assertion: string) => string
}

/** What every service has to refuse that takes access tokens. */
export const unissuedTokens: readonly UnissuedToken[] = [
  { name: 'a random string', of: () => randomBytes(32).toString('base64url') },
  { name: 'its own with another character', of: altered },
  { name: 'the first half of its own', of: firstHalf },
  { name: 'what can be read in its own, written anew', of: (own, claims) => rewritten(own, String(claims.client_id)) },
  { name: 'what it says, under alg none', of: unsigned },
  // What a server may know a client by, and everybody who has seen a request of that client knows too.
  { name: 'the client assertion that its own was issued on', of: (_own, _claims, assertion) => assertion },
  { name: 'the jti of that assertion', of: (_own, _claims, assertion) => inHeader(jtiIn(assertion)) },
  { name: 'the SHA-256 of that assertion', of: (_own, _claims, assertion) => hash('sha256', assertion) },
  { name: 'its client_id', of: (_, claims) => inHeader(String(claims.client_id)) },
  // What is found wherever access tokens are files of a folder, and what fits every token where a pattern is looked for.
  { name: 'a dot', of: () => '.' },
  { name: 'two dots', of: () => '..' },
  { name: 'an asterisk', of: () => '*' },
  { name: 'a percent sign', of: () => '%' },
  { name: 'a regular expression', of: () => '.*' },
  // Patterns that fit no other token than its own: the first one that fits any may be of somebody else.
  { name: 'its own with a percent sign for its end', of: (own) => `${own.slice(0, -1)}%` },
  { name: 'its own with a dot for its last character', of: (own) => `${own.slice(0, -1)}.` },
  // Quotes that end the text in SQL. Each is unlike all that other checks send, since access tokens are kept out of evidence.
  { name: 'its own with a quote and an OR behind it', of: (own) => `${own}' OR '1'='1` },
  { name: 'its own with a quote and a comment behind it', of: (own) => `${own}' -- -` },
  { name: 'a quote and an OR', of: () => `${randomBytes(8).toString('hex')}' OR '1'='1' -- -` },
]

/** Faults that take what is made of a request for the access token that was issued on it. */
export const madeOfRequest: readonly FaultName[] = [
  'takes-jti-for-token',
  'takes-client-id-for-token',
  'takes-digest-for-token',
]

/** What a JWT of an authorization server would say about a party. */
export const claimsAbout = (partyId: string): JsonObject => ({
  iss: partyId,
  sub: partyId,
  client_id: partyId,
  exp: Math.floor(Date.now() / 1000) + 3600,
})

/** What is found wherever a text is looked for by how it begins. */
export function firstHalf(text: string): string {
  return text.slice(0, Math.ceil(text.length / 2))
}

const jtiIn = (assertion: string): string => String(memberOf(decodeJwt(assertion).payload, 'jti'))

/** A text that a header can hold. */
const inHeader = (text: string): string => (/^[\x21-\x7e]+$/.test(text) ? text : encodeURIComponent(text))

/** Another character in the middle of the last part, where a change is a change in every encoding. */
function altered(own: string): string {
  const start = own.lastIndexOf('.') + 1
  const at = start + Math.floor((own.length - start) / 2)
  const other = /[a-z]/i.test(own[at] ?? '') ? '7' : 'q'
  return `${own.slice(0, at)}${other}${own.slice(at + 1)}`
}

/** What a token says; where it is no JWT, what one would say. */
export function saidBy(own: string, claims: JsonObject): { readonly header: JsonObject; readonly payload: JsonObject } {
  const { header, payload, parts } = decodeJwt(own)
  const isJwt = parts.length === 3 && isObject(header) && isObject(payload)
  return isJwt ? { header, payload } : { header: { alg: 'none', typ: 'JWT' }, payload: claims }
}

/** The claims of a token, signed by nobody (RFC 7519 §6); where it is no JWT, those that one would have. */
function unsigned(own: string, claims: JsonObject): string {
  const { header, payload } = saidBy(own, claims)
  return `${[{ ...header, alg: 'none' }, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`
}
