import { visible } from '../../../reports/text.js'
import { requirement } from '../../../requirements/index.js'
import type { DocumentKind } from '../../contracts/document-kinds.js'
import { ConfigError } from '../../contracts/errors.js'
import { hintsFor } from '../../documents/hints.js'
import { nameOf, parseDocument, readBytes } from '../../documents/read.js'
import { validateStrictly } from '../../documents/strictly.js'
import type { DocumentProblem, Findings } from '../../documents/types.js'
import { invalidates } from '../../documents/validate.js'

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
  const bytes = await readBytes(file)
  const hints = hintsFor(kind, bytes)
  const { context, strict } = flags
  const findings = hinting(hints, () => {
    const value = parseDocument(kind, bytes.toString('utf8'), name)
    return validateStrictly(kind, bytes, value, { now: Date.now(), ...(context !== undefined && { context }) })
  })
  const valid = !findings.problems.some((one) => invalidates(one, strict))
  process.stdout.write(
    flags.json ? `${asJson(kind, valid, findings, hints)}\n` : `${asText(kind, name, findings, strict, hints)}\n`,
  )
  return valid ? 0 : 1
}

/** What cannot be read is said with the hints, too. */
function hinting(hints: readonly string[], read: () => Findings): Findings {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ConfigError) || hints.length === 0) throw error
    throw new ConfigError([error.message, ...hints.map(onOneLine)].join(' '), { cause: error })
  }
}

const asJson = (kind: DocumentKind, valid: boolean, { problems, notes }: Findings, hints: readonly string[]): string =>
  JSON.stringify({
    kind,
    valid,
    problems: problems.slice(0, most),
    notes: notes.slice(0, most),
    total: problems.length,
    hints,
  })

function asText(
  kind: DocumentKind,
  name: string,
  { problems, notes }: Findings,
  strict: boolean,
  hints: readonly string[],
): string {
  const errors = problems.filter((one) => invalidates(one, strict))
  const others = problems.filter((one) => !invalidates(one, strict))
  const verdict = errors.length > 0 ? `is no valid ${kind}` : `is a valid ${kind}`
  const counts = [count(errors.length, 'error'), count(others.length, 'finding')].filter((text) => text !== '')
  return [
    `${name} ${verdict}${counts.length > 0 ? `: ${counts.join(', ')}` : ''}.`,
    ...hints.map((hint) => `  hint: ${onOneLine(hint)}`),
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
