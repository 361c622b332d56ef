import type { z } from 'zod'
import { isObject } from '../contracts/json.js'
import { type ClaimKind, claimKinds, commonFields, type Field, type Fields, objectOf } from './claim-fields.js'
import { type Path, problem } from './collect.js'
import { show } from './show.js'
import type { DocumentProblem } from './types.js'

/** A JSON object. */
export type JsonMembers = Readonly<Record<string, unknown>>

/** The kind that a claim says it is of; `undefined` for no kind of the text. */
export const kindOf = (claim: JsonMembers): ClaimKind | undefined =>
  claimKinds.find(({ types }) => types.includes(claim.type as string))

const shapes = new Map(claimKinds.map((kind) => [kind, objectOf({ ...commonFields, ...kind.fields })]))
const commonShape = objectOf(commonFields)

/** Everything in the members of a claim that its tables do not allow. */
export function shapeProblems(claim: JsonMembers): readonly DocumentProblem[] {
  const kind = kindOf(claim)
  if (!kind) return [...typeProblems(claim), ...broken(commonShape, commonFields, claim)]
  const other = kindByMembers(claim, kind)
  if (other) {
    const says = `is ${show(claim.type)}, but the members are those of the ${other.title}`
    return [problem(['type'], 'CLAIM-TYPE', says), ...broken(commonShape, commonFields, claim)]
  }
  return broken(shapes.get(kind) ?? commonShape, { ...commonFields, ...kind.fields }, claim)
}

function typeProblems({ type }: JsonMembers): readonly DocumentProblem[] {
  if (type === undefined) return [problem(['type'], 'CLAIM-COMMON-FIELDS', 'is missing')]
  const id = String(type).toLowerCase().startsWith('frameworkcomplian') ? 'CLAIM-COMPLIANCE-TYPE' : 'CLAIM-TYPE'
  const known = claimKinds.flatMap(({ types }) => types).join(', ')
  return [problem(['type'], id, `is ${show(type)}, but must be one of ${known}`)]
}

/** Another kind whose required members are all there, where none of those is that the claimed kind requires for itself. */
function kindByMembers(claim: JsonMembers, claimed: ClaimKind): ClaimKind | undefined {
  const required = ({ fields }: ClaimKind) => Object.keys(fields).filter((name) => fields[name]?.required)
  const has = (name: string) => Object.hasOwn(claim, name)
  if (required(claimed).some(has)) return undefined
  return claimKinds.find((kind) => kind !== claimed && required(kind).length > 1 && required(kind).every(has))
}

const broken = (shape: z.ZodType, fields: Fields, claim: JsonMembers): readonly DocumentProblem[] =>
  (shape.safeParse(claim).error?.issues ?? []).map((issue) => {
    const field = fieldAt(fields, issue.path)
    const value = valueAt(claim, issue.path)
    return problem(issue.path, field ? ownerOf(field, issue, value) : 'CLAIM-TYPE', sentence(issue, value))
  })

/** The requirement that rules over a place within a claim. */
export function ownerWithin(claim: unknown, path: Path): string {
  const kind = isObject(claim) ? kindOf(claim) : undefined
  if (path.length === 0 || path[0] === 'type') return 'CLAIM-TYPE'
  return fieldAt({ ...commonFields, ...kind?.fields }, path)?.requirement ?? 'CLAIM-EXTRA-MEMBERS'
}

/** The field that a path leads to; elements of a list belong to the list. */
function fieldAt(fields: Fields, [name, ...rest]: Path): Field | undefined {
  const field = Object.hasOwn(fields, name as string) ? fields[name as string] : undefined
  return field?.members && rest.length > 0 ? fieldAt(field.members, rest) : field
}

function ownerOf(field: Field, { code }: z.core.$ZodIssue, value: unknown): string {
  const byType = value === undefined || (code === 'invalid_type' && field.typed === true)
  return byType ? field.requirement : (field.value ?? field.requirement)
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, name) => (Object.hasOwn(Object(at), name) ? Object(at)[name] : undefined), value)

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'a boolean',
  array: 'a list',
  object: 'an object',
}

function sentence(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined) return 'is missing'
  if (issue.code === 'invalid_value') return `is ${show(value)}, but must be one of ${issue.values.join(', ')}`
  if (issue.code === 'invalid_type') return `is ${show(value)}, but must be ${kinds[issue.expected] ?? issue.expected}`
  return `is ${show(value)}, but ${issue.message}`
}
