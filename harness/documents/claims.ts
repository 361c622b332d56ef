import type { Level } from '../../requirements/types.js'
import { isObject, type Json } from '../contracts/json.js'
import { readChain } from '../wire/decode.js'
import { readFingerprint } from '../wire/fingerprint.js'
import { fingerprintNames, valueFindings } from './claim-rules.js'
import { type JsonMembers, kindOf, shapeProblems } from './claim-shape.js'
import { below, type Path, problem, together } from './collect.js'
import { isSigned } from './envelope.js'
import { show } from './show.js'
import type { DocumentProblem, Findings } from './types.js'

/** A document that holds claims: one claim alone, a list of them, or all of a party, which other rules hold for too. */
export interface ClaimDocument {
  /** Each claim with the path that leads to it. */
  readonly claims: readonly (readonly [path: Path, claim: unknown])[]
  /** The record of a party, with all of its claims. */
  readonly isSet: boolean
}

/** Finds the claims of a document: the document itself, an array of claims, or the member `claims` of an object that has no `type`. */
export function claimsIn(value: unknown): ClaimDocument {
  if (Array.isArray(value)) return { claims: value.map((one, index) => [[index], one]), isSet: false }
  const listed = isObject(value) && !Object.hasOwn(value, 'type') ? value.claims : undefined
  if (!Array.isArray(listed)) return { claims: [[[], value]], isSet: false }
  return { claims: listed.map((one, index) => [['claims', index], one]), isSet: true }
}

/** Everything found in a claim or a set of claims (L21–146). */
export function validateClaims(value: unknown): Findings {
  const { claims, isSet } = claimsIn(value)
  const found = together(claims.map(([path, claim]) => below(path, validateClaim(claim))))
  if (!isSet && !Array.isArray(value)) return found
  const all = claims.map(([, claim]) => claim).filter(isObject)
  return together([found, { problems: setProblems(value, all, isSet ? 'must' : 'strict'), notes: [] }])
}

/** Why a document is neither a claim nor a set of claims by its form, as a sentence; `undefined` where it may be judged as one. */
export function notClaims(value: unknown): string | undefined {
  if (isToken(value)) return inToken
  if (!isObject(value) || Object.hasOwn(value, 'type') || Array.isArray(value.claims)) return undefined
  const members = Object.entries(value)
  if (members.some(([name, one]) => name !== 'additionalInfo' && wraps(one)))
    return 'Its claims stand under another name than `claims`: name a document that has them there, or is one claim.'
  return members.some(([name, one]) => name !== 'assertion' && isToken(one)) ? inToken : undefined
}

const inToken = 'Its claims are within a signed token, which is not opened: name a document that is JSON.'

/** Whether a value is a JWS by its form, with a JSON object as header. */
export const isToken = (value: unknown): boolean =>
  typeof value === 'string' && value.startsWith('ey') && isSigned(value)

/** No member of a claim holds claims, or a list of objects. */
const wraps = (member: unknown): boolean =>
  Array.isArray(member)
    ? member.length > 0 && member.every(isObject)
    : isObject(member) && (kindOf(member) !== undefined || Object.values(member).some(wraps))

const validateClaim = (claim: unknown): Findings =>
  isObject(claim)
    ? together([{ problems: shapeProblems(claim), notes: [] }, valueFindings(claim)])
    : { problems: [problem([], 'CLAIM-TYPE', `is ${show(claim)}, but must be a JSON object`)], notes: [] }

const hasKind = (claims: readonly JsonMembers[], type: string): boolean => claims.some((claim) => claim.type === type)

/** What holds for the claims of a party together; less of a bare list, which may be a page or a selection. */
const setProblems = (value: unknown, claims: readonly JsonMembers[], level: Level): readonly DocumentProblem[] => [
  ...certificateOrAssertion(value, claims, level),
  ...agreements(claims, level),
]

/** Certificates of a party's record serve as well, in a list of their own or flat. */
function certificateOrAssertion(
  value: unknown,
  claims: readonly JsonMembers[],
  level: Level,
): readonly DocumentProblem[] {
  const registered = isObject(value) && [value, ...[value.certificates].flat()].some(isCertificate)
  if (registered || hasKind(claims, 'x509Certificate') || hasKind(claims, 'idpAssertion')) return []
  const says = 'has neither a claim of type x509Certificate nor one of type idpAssertion'
  return [problem([], 'CLAIM-CERT-OR-IDP', says, level)]
}

const isCertificate = (entry: unknown): boolean =>
  isObject(entry)
    ? readChain(entry.x5c as Json | undefined).length > 0 ||
      fingerprintNames.some((name) => typeof entry[name] === 'string' && readFingerprint(entry[name]) !== undefined)
    : typeof entry === 'string' && readChain(entry).length > 0

const wanted = { 'the Accession Agreement': 'accession', 'the Terms of Use': 'termsofuse' }

/** A claim names its agreement in free words (L90, L92), so that others than the usual ones leave the matter open. */
function agreements(claims: readonly JsonMembers[], level: Level): readonly DocumentProblem[] {
  const held = claims.filter((claim) => kindOf(claim)?.types[0] === 'frameworkAgreement')
  const names = held.map(({ agreementType, agreementId, title }) => folded(`${agreementType}${agreementId}${title}`))
  const missing = Object.entries(wanted).filter(([, word]) => !names.some((name) => name.includes(word)))
  if (missing.length === 0) return []
  const says = `has no agreement claim that names ${missing.map(([name]) => name).join(' or ')}`
  const unnamed = names.filter((name) => !Object.values(wanted).some((word) => name.includes(word))).length
  return [problem([], 'CLAIM-AGREEMENT-MINIMUM', says, unnamed < missing.length ? level : 'strict')]
}

const folded = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '')
