import { isObject } from '../contracts/json.js'
import type { JsonMembers } from './claim-shape.js'
import { note, problem } from './collect.js'
import { formats } from './formats.js'
import { show } from './show.js'
import { readTimestamp } from './timestamp.js'
import type { DocumentNote, DocumentProblem, Findings, ValidationOptions } from './types.js'

/** What holds of a credential beyond its schema. */
export const credentialFindings = (credential: JsonMembers, options: ValidationOptions): Findings => ({
  problems: [...context(credential, options), ...period(credential, options), ...aliases(credential)],
  notes: issuer(credential),
})

/** The second URI is a placeholder of the text (L158), so it is compared only where somebody says what it is. */
function context(
  { '@context': list }: JsonMembers,
  { context: wanted }: ValidationOptions,
): readonly DocumentProblem[] {
  const second: unknown = Array.isArray(list) ? list[1] : undefined
  if (wanted === undefined || typeof second !== 'string' || second === wanted) return []
  return [problem(['@context', 1], 'CREDENTIAL-CONTEXT', `is ${show(second)}, but must be ${show(wanted)}`)]
}

function period({ validFrom, validUntil }: JsonMembers, { now }: ValidationOptions): readonly DocumentProblem[] {
  const moment = (value: unknown) => (typeof value === 'string' ? readTimestamp(value)?.at : undefined)
  const [from, until] = [moment(validFrom), moment(validUntil)]
  if (until === undefined) return []
  if (from !== undefined && until < from) return [problem(['validUntil'], 'CREDENTIAL-PERIOD', 'lies before validFrom')]
  return until < now ? [problem(['validUntil'], 'CREDENTIAL-PERIOD', `is over since ${show(validUntil)}`)] : []
}

/** Members of the subject that are aliases by their form; the schema refuses them as any other. */
function aliases({ credentialSubject: subject }: JsonMembers): readonly DocumentProblem[] {
  if (!isObject(subject)) return []
  return Object.entries(subject)
    .filter(([name, value]) => !['id', 'frameworks'].includes(name) && [value].flat().some(isAlias))
    .map(([name]) => problem(['credentialSubject', name], 'CREDENTIAL-ALIAS', 'is an IdentifierAlias'))
}

const isAlias = (value: unknown): boolean =>
  isObject(value) &&
  typeof value.id === 'string' &&
  typeof value.type === 'string' &&
  Object.keys(value).every((name) => name === 'id' || name === 'type')

/** The data model wants a URL; the text says a plain string (L161). */
function issuer({ issuer: value }: JsonMembers): readonly DocumentNote[] {
  const id = isObject(value) ? value.id : value
  const path = isObject(value) ? ['issuer', 'id'] : ['issuer']
  return typeof id === 'string' && !formats.uri(id)
    ? [note(path, 'CREDENTIAL-ISSUER', 'is no URL, which the data model of the W3C wants')]
    : []
}
