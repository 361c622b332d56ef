import type { CheckVerdict, Results } from '../contracts/results.js'

const statementType = 'https://in-toto.io/Statement/v1'
const predicateType = 'https://in-toto.io/attestation/test-result/v0.1'

/** A file of the report with its SHA-256, lower-case hex. */
export interface FileDigest {
  readonly name: string
  readonly sha256: string
}

/** A thing named by its digest. */
interface Resource {
  readonly name: string
  readonly digest: { readonly sha256: string }
  readonly annotations?: Readonly<Record<string, string | boolean | number>>
}

/** An in-toto statement that carries the result of a test run; its subjects are the files of the report. */
export interface Statement {
  readonly _type: typeof statementType
  readonly subject: readonly Resource[]
  readonly predicateType: typeof predicateType
  readonly predicate: {
    readonly result: 'PASSED' | 'WARNED' | 'FAILED'
    readonly configuration: readonly Resource[]
    readonly passedTests: readonly string[]
    readonly warnedTests: readonly string[]
    readonly failedTests: readonly string[]
  }
}

/** What is attested of a run and the files that tell of it. Checks that were not judged are in no list: they neither passed nor failed. */
export function statementOf(results: Results, files: readonly FileDigest[]): Statement {
  const having = (...verdicts: readonly CheckVerdict[]) =>
    results.checks
      .filter(({ verdict }) => verdicts.includes(verdict))
      .map(({ target, role, id }) => `${target} as ${role}: ${id}`)
  return {
    _type: statementType,
    subject: files.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType,
    predicate: {
      result: resultOf(results),
      configuration: configurationOf(results),
      passedTests: having('pass'),
      warnedTests: having('finding'),
      failedTests: having('fail', 'waived'),
    },
  }
}

/** Whatever is not certified has failed: the predicate knows no word for what could not be verified. */
function resultOf({ targets, gate }: Results): Statement['predicate']['result'] {
  const verdicts = targets.flatMap(({ roles }) => roles.map(({ verdict }) => verdict))
  if (gate === 'fail' || verdicts.length === 0 || !verdicts.every((verdict) => verdict.startsWith('certified')))
    return 'FAILED'
  return verdicts.includes('certified-with-findings') ? 'WARNED' : 'PASSED'
}

function configurationOf({ suite, run, targets, policy }: Results): readonly Resource[] {
  const { profile, strict, seed } = run
  return [
    {
      name: `requirements of ${suite.name} ${suite.version}`,
      digest: { sha256: suite.requirementsDigest },
      annotations: {
        run: run.id,
        ...(profile !== undefined && { profile }),
        ...(strict !== undefined && { strict }),
        ...(seed !== undefined && { seed }),
      },
    },
    ...(policy ? [{ name: `policy ${policy.name}`, digest: { sha256: policy.digest } }] : []),
    ...targets.flatMap(({ name, configDigest }) =>
      configDigest === undefined ? [] : [{ name: `target file of ${name}`, digest: { sha256: configDigest } }],
    ),
  ]
}

/** Whether a value is a statement of that kind, as far as it is read here. */
export function isStatement(value: unknown): value is Statement {
  if (typeof value !== 'object' || value === null) return false
  const { _type, predicateType: type, subject, predicate } = value as Partial<Statement>
  return (
    _type === statementType &&
    type === predicateType &&
    typeof predicate === 'object' &&
    Array.isArray(subject) &&
    subject.every((one) => typeof one?.name === 'string' && typeof one.digest?.sha256 === 'string')
  )
}
