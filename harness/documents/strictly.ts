import { isUtf8 } from 'node:buffer'
import type { DocumentKind } from '../contracts/document-kinds.js'
import { isObject } from '../contracts/json.js'
import { ownerWithin } from './claim-shape.js'
import { claimsIn } from './claims.js'
import { type Path, problem, together } from './collect.js'
import { ownerOf } from './credential.js'
import { openEnvelope } from './envelope.js'
import { certificateFindings } from './jwt-certificates.js'
import { bareOf } from './read.js'
import { repeatedMembers } from './repeated.js'
import type { DocumentProblem, Findings, ValidationOptions } from './types.js'
import { validateDocument } from './validate.js'

/**
 * Everything that `validateDocument` finds, and what only the document as it was written shows: members given twice,
 * bytes that are not UTF-8. Of a JWT also what its certificates are, which checks judge in their own places.
 * @param bytes The document as it was handed over.
 * @param value What `parseDocument` made of it.
 */
export function validateStrictly(
  kind: DocumentKind,
  bytes: Buffer,
  value: unknown,
  options: ValidationOptions,
): Findings {
  const found = validateDocument(kind, value, options)
  if (kind === 'jwt') return together([only(jwtText(bytes)), found, certificateFindings(String(value))])
  if (kind === 'claim') return together([only(jsonText(bytes, 'CLAIM-TYPE', claimOwner(value))), found])
  const inside = openEnvelope(value).bytes
  const around = inside ? jsonText(bytes, 'CREDENTIAL-MODEL', () => 'CREDENTIAL-ENVELOPED') : []
  return together([only([...around, ...jsonText(inside ?? bytes, 'CREDENTIAL-MODEL', ownerOf)]), found])
}

const only = (problems: readonly DocumentProblem[]): Findings => ({ problems, notes: [] })

/** What the side that wrote the document does: most requirements speak to those who read it. */
const writeOnce =
  'Write each member once, and refuse documents in which one is given twice: readers take the first or the last.'
const writeUtf8 = 'Write JSON in UTF-8 (RFC 8259 §8.1), and decode it with a decoder that refuses all else.'

const notUtf8 = (path: Path, id: string, bytes: Buffer): readonly DocumentProblem[] => {
  if (isUtf8(bytes)) return []
  const says = `holds bytes that are not UTF-8, the first of them at byte ${firstFault(bytes)}`
  return [{ ...problem(path, id, says, 'must'), remedy: writeUtf8 }]
}

/** How many bytes are as they are written again. */
function firstFault(bytes: Buffer): number {
  const again = Buffer.from(bytes.toString('utf8'))
  return bytes.findIndex((byte, index) => byte !== again[index])
}

const repeated = (path: Path, id: string, level?: 'strict'): DocumentProblem => ({
  ...problem(path, id, 'is given twice', level),
  remedy: writeOnce,
})

function jsonText(bytes: Buffer, whole: string, owner: (path: Path) => string): readonly DocumentProblem[] {
  const text = bareOf(bytes.toString('utf8'))
  const members = isJson(text) ? repeatedMembers(text) : []
  return [...notUtf8([], whole, bytes), ...members.map((path) => repeated(path, owner(path)))]
}

function claimOwner(value: unknown): (path: Path) => string {
  const { claims } = claimsIn(value)
  return (path) => {
    const [start, claim] = claims.find(([to]) => to.every((step, index) => step === path[index])) ?? [path, value]
    return ownerWithin(claim, path.slice(start.length))
  }
}

const ofJwt = [
  ['header', 'JWS-HEADER-JSON', 'JWS-DUPLICATE-HEADER'],
  ['payload', 'JWT-PAYLOAD-JSON', 'JWT-DUPLICATE-MEMBER'],
] as const

/** Header and payload are UTF-8 by their definition (RFC 7515 §3), and their names are unique (RFC 7515 §4, RFC 7519 §4). */
function jwtText(bytes: Buffer): readonly DocumentProblem[] {
  const parts = bareOf(bytes.toString('utf8')).split('.')
  return [
    ...notUtf8([], 'JWS-COMPACT', bytes),
    ...ofJwt.flatMap(([name, encoding, members], index) => {
      const part = Buffer.from(parts[index] ?? '', 'base64url')
      const text = part.toString('utf8')
      // Names within the value of a claim are no claim names; RFC 8259 §4 alone speaks of them.
      const again = isJson(text) ? repeatedMembers(text) : []
      return [
        ...notUtf8([name], encoding, part),
        ...again.map((path) => repeated([name, ...path], members, path.length > 1 ? 'strict' : undefined)),
      ]
    }),
  ]
}

/** Whether a text is an object or a list in JSON. */
function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) || Array.isArray(value)
  } catch {
    return false
  }
}
