import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Results } from '../../harness/contracts/results.js'
import { packageFile } from '../../harness/run/version.js'
import { referenceDocument } from '../../harness/target/reference-target.js'
import type { Profile, Role } from '../../requirements/types.js'
import { keptKeys } from '../stage/kept-keys.js'
import type { Said } from './cells.js'

/** Verdict and reason of each check by its id. */
export type Verdicts = ReadonlyMap<string, Said>

/** One run of the reference of a role. */
export interface ReferenceRun {
  readonly role: Role
  readonly seed: number
  /** Value of `ASSAY_FAULT`. */
  readonly fault?: string
  readonly only?: readonly string[]
  /** Standard by default; what `only` names runs in each. */
  readonly profile?: Profile
  /** Value of `--guises`; none by default, `usual` for those of the profile. */
  readonly guises?: string
  /** `interface.partyId.form`; the usual one by default. */
  readonly form?: string
  /** Values of `ASSAY_REFERENCE_VARIANT`; none by default. */
  readonly variants?: readonly string[]
  /** Ends the run before its time. */
  readonly signal?: AbortSignal
}

/** Certifies a reference through the command, as a user would, and returns what came of each check. */
export async function certifyReference(run: ReferenceRun): Promise<Verdicts> {
  const { checks } = await resultsOf(run)
  return new Map(checks.map(({ id, verdict, reason = '' }) => [id, { verdict, reason }]))
}

/** The same, as the results say it. */
export async function resultsOf({
  role,
  seed,
  fault,
  only = [],
  profile = 'standard',
  guises = 'none',
  form,
  variants = [],
  signal,
}: ReferenceRun): Promise<Results> {
  const out = mkdtempSync(join(tmpdir(), 'assay-kill-'))
  const args = [
    packageFile('harness/cli/main.js'),
    'certify',
    ...(form === undefined && variants.length === 0
      ? asFlags(role, fault)
      : ['--config', writeTarget(out, { role, form, fault, variants })]),
    '--seed',
    String(seed),
    '--profile',
    profile,
    '--out',
    out,
  ]
  if (guises !== 'usual') args.push('--guises', guises)
  if (only.length > 0) args.push('--only', only.join(','))
  try {
    // The exit code is the gate's: it is the results that are asked for.
    const env = { ...process.env, ...keptKeys() }
    const options = { maxBuffer: 64 * 1024 * 1024, env, ...(signal && { signal }) }
    const output = await promisify(execFile)(process.execPath, args, options).catch((error: unknown) => error)
    return resultsIn(join(out, 'results.json'), output)
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

const asFlags = (role: Role, fault?: string): readonly string[] => [
  '--reference',
  role,
  ...(fault ? ['--fault', fault] : []),
]

/** The same reference as a target file, where its parties have identifiers of another form, or it is a variant. */
function writeTarget(
  folder: string,
  {
    role,
    form,
    fault,
    variants = [],
  }: Pick<ReferenceRun, 'role' | 'variants'> & { form: string | undefined; fault: string | undefined },
): string {
  const file = join(folder, 'target.json')
  const document = referenceDocument(role, {
    ...(fault && { ASSAY_FAULT: fault }),
    ...(variants.length > 0 && { ASSAY_REFERENCE_VARIANT: variants.join() }),
  })
  writeFileSync(file, JSON.stringify({ ...document, ...(form && { interface: { partyId: { form } } }) }))
  return file
}

function resultsIn(file: string, output: unknown): Results {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Results
  } catch (cause) {
    const { stderr = '', stdout = '' } = output as { stderr?: string; stdout?: string }
    throw new Error(`The run left no results: ${stderr || stdout}`, { cause })
  }
}
