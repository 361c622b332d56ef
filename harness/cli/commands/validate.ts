import { visible } from '../../../reports/text.js'
import { requirement } from '../../../requirements/index.js'
import type { DocumentKind } from '../../contracts/document-kinds.js'
import { nameOf, parseDocument, readText } from '../../documents/read.js'
import type { DocumentProblem, Findings } from '../../documents/types.js'
import { invalidates, validateDocument } from '../../documents/validate.js'

/** Flags of `assay validate`. */
export interface ValidateFlags {
  readonly json: boolean
  readonly strict: boolean
  readonly context?: string
}

/** Text of a document as a terminal may show it. */
const onOneLine = (text: string): string => visible(text).replace(/[\n\t]/g, ' ')

/** Problems and notes that are printed at most, of each. */
const most = 200

/**
 * Prints everything that is wrong with one document.
 * @returns exit code 0 for a valid one, 1 for an invalid one.
 * @throws ConfigError for what cannot be read.
 */
export async function validate(kind: DocumentKind, file: string, flags: ValidateFlags): Promise<number> {
  const name = onOneLine(nameOf(file))
  const value = parseDocument(kind, await readText(file), name)
  const { context, strict } = flags
  const findings = validateDocument(kind, value, { now: Date.now(), ...(context !== undefined && { context }) })
  const valid = !findings.problems.some((one) => invalidates(one, strict))
  process.stdout.write(flags.json ? `${asJson(kind, valid, findings)}\n` : `${asText(kind, name, findings, strict)}\n`)
  return valid ? 0 : 1
}

const asJson = (kind: DocumentKind, valid: boolean, { problems, notes }: Findings): string =>
  JSON.stringify({
    kind,
    valid,
    problems: problems.slice(0, most),
    notes: notes.slice(0, most),
    total: problems.length,
  })

function asText(kind: DocumentKind, name: string, { problems, notes }: Findings, strict: boolean): string {
  const errors = problems.filter((one) => invalidates(one, strict))
  const others = problems.filter((one) => !invalidates(one, strict))
  const verdict = errors.length > 0 ? `is no valid ${kind}` : `is a valid ${kind}`
  const counts = [count(errors.length, 'error'), count(others.length, 'finding')].filter((text) => text !== '')
  return [
    `${name} ${verdict}${counts.length > 0 ? `: ${counts.join(', ')}` : ''}.`,
    ...errors.slice(0, most).flatMap((one) => lines('✕', one)),
    ...others.slice(0, most).flatMap((one) => lines('!', one)),
    ...notes.slice(0, most).map(({ pointer, says }) => `  · ${place(pointer)} ${onOneLine(says)}`),
    ...(problems.length > most ? [`  … and ${problems.length - most} more`] : []),
  ].join('\n')
}

const count = (n: number, what: string): string => (n === 0 ? '' : `${n} ${what}${n === 1 ? '' : 's'}`)

const place = (pointer: string): string => (pointer === '' ? 'the document' : onOneLine(pointer))

const lines = (mark: string, { pointer, says, requirement: id, level, clause, remedy }: DocumentProblem): string[] => [
  `  ${mark} ${place(pointer)} ${onOneLine(says)}`,
  `    ${id} (${level}, ${clause}): ${requirement(id).text}`,
  `    remedy: ${remedy}`,
]
