import { createRequire } from 'node:module'
import type { ErrorObject, ValidateFunction } from 'ajv'
import { isObject } from '../contracts/json.js'
import { type Path, problem, together } from './collect.js'
import { credentialFindings } from './credential-rules.js'
import { formats } from './formats.js'
import { show } from './show.js'
import { isLooseDateTime } from './timestamp.js'
import type { DocumentProblem, Findings, ValidationOptions } from './types.js'

const load = createRequire(import.meta.url)

let compiled: ValidateFunction | undefined

/** Compiled when first needed, by what is loaded then; `ownProperties`, because a member of the prototype is no member of a document. */
function schema(): ValidateFunction {
  if (compiled) return compiled
  const { Ajv2020 } = load('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
  const ajv = new Ajv2020({ strict: true, allErrors: true, ownProperties: true, verbose: true, formats })
  compiled = ajv.compile(load('../contracts/credential.schema.json') as object)
  return compiled
}

/** Everything found in the payload of a Framework Compliance Credential (L152–179). */
export function validateCredential(value: unknown, options: ValidationOptions): Findings {
  const check = schema()
  check(value)
  const problems = (check.errors ?? []).filter(isTelling).map((error) => {
    const path = pathOf(error)
    return problem(path, ownerOf(path), sentence(error), isLoose(error) ? 'strict' : undefined)
  })
  return together([
    { problems: distinct(problems), notes: [] },
    ...(isObject(value) ? [credentialFindings(value, options)] : []),
  ])
}

/** Several parts of the schema may say the same of one place. */
const distinct = (problems: readonly DocumentProblem[]): readonly DocumentProblem[] => [
  ...new Map(problems.map((one) => [`${one.pointer} ${one.says}`, one])).values(),
]

/** Of `if` and its branches only the branch says what is wrong, and of `contains` only the whole. */
const isTelling = ({ keyword, schemaPath }: ErrorObject): boolean =>
  keyword !== 'if' && !schemaPath.includes('/contains/')

const isLoose = ({ keyword, params, data }: ErrorObject): boolean =>
  keyword === 'format' && params.format === 'date-time' && isLooseDateTime(String(data))

/** Place that an error is about; with the name of a member that is missing or too much. */
function pathOf({ instancePath, keyword, params }: ErrorObject): Path {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (keyword === 'required') return [...path, params.missingProperty as string]
  if (keyword === 'additionalProperties') return [...path, params.additionalProperty as string]
  return path
}

const members: Readonly<Record<string, string>> = {
  '@context': 'CREDENTIAL-CONTEXT',
  id: 'CREDENTIAL-ID',
  type: 'CREDENTIAL-TYPE',
  issuer: 'CREDENTIAL-ISSUER',
  validFrom: 'CREDENTIAL-DATES',
  validUntil: 'CREDENTIAL-DATES',
  credentialStatus: 'CREDENTIAL-STATUS',
  credentialSubject: 'CREDENTIAL-SUBJECT',
}
const items: Readonly<Record<string, string>> = {
  roles: 'CREDENTIAL-ROLE',
  agreements: 'CREDENTIAL-AGREEMENT',
  x509Certificates: 'CREDENTIAL-CERT',
  idpAssertions: 'CREDENTIAL-IDP-ASSERTION',
}

/** The requirement that rules over a place of the credential. */
export function ownerOf([top, inSubject, index, inFramework, item]: Path): string {
  if (top === undefined) return 'CREDENTIAL-MODEL'
  if (top !== 'credentialSubject' || inSubject === undefined) return own(members, top) ?? 'CREDENTIAL-NO-EXTRA'
  if (inSubject !== 'frameworks') return 'CREDENTIAL-SUBJECT'
  if (index === undefined) return 'CREDENTIAL-FRAMEWORKS'
  if (inFramework === 'additionalInfo') return 'CREDENTIAL-ADDITIONAL-INFO'
  const ofItem = inFramework === undefined ? undefined : own(items, inFramework)
  return ofItem === undefined ? 'CREDENTIAL-FRAMEWORK' : item === undefined ? 'CREDENTIAL-NON-EMPTY' : ofItem
}

const own = (table: Readonly<Record<string, string>>, name: PropertyKey): string | undefined =>
  Object.hasOwn(table, name) ? table[name as string] : undefined

const formatNames: Readonly<Record<string, string>> = {
  'date-time': 'a date-time of RFC 3339',
  uri: 'a URI',
  email: 'an e-mail address',
}

function sentence({ keyword, params, data, schema: expected, message }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return 'is missing'
    case 'additionalProperties':
      return 'is not allowed here'
    case 'type':
      return `is ${show(data)}, but must be ${params.type === 'array' ? 'a list' : `${params.type === 'object' ? 'an' : 'a'} ${params.type}`}`
    case 'enum':
      return `is ${show(data)}, but must be one of ${(expected as readonly string[]).join(', ')}`
    case 'const':
      return `is ${show(data)}, but must be ${show(expected)}`
    case 'contains':
      return `lacks ${show((expected as { readonly const: string }).const)}`
    case 'format':
      return `is ${show(data)}, but must be ${formatNames[params.format as string] ?? params.format}`
    case 'uniqueItems':
      return `holds ${show((data as readonly unknown[])[params.i as number])} twice`
    case 'minItems':
    case 'maxItems':
      return `has ${(data as readonly unknown[]).length} items, but must have ${keyword === 'minItems' ? 'at least' : 'at most'} ${params.limit}`
    default:
      return message ?? 'is not as the schema says'
  }
}
