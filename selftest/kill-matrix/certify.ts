import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Results } from '../../harness/contracts/results.js'
import { packageFile } from '../../harness/run/version.js'
import type { Profile, Role } from '../../requirements/types.js'
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
  /** Whether checks are played in other guises too; not by default. */
  readonly guises?: boolean
  /** Ends the run before its time. */
  readonly signal?: AbortSignal
}

/** Certifies a reference through the command, as a user would, and returns what came of each check. */
export async function certifyReference({
  role,
  seed,
  fault,
  only = [],
  profile = 'standard',
  guises = false,
  signal,
}: ReferenceRun): Promise<Verdicts> {
  const out = mkdtempSync(join(tmpdir(), 'assay-kill-'))
  const args = [
    packageFile('harness/cli/main.js'),
    'certify',
    '--reference',
    role,
    '--seed',
    String(seed),
    '--profile',
    profile,
    '--out',
    out,
  ]
  if (!guises) args.push('--no-guises')
  if (fault) args.push('--fault', fault)
  if (only.length > 0) args.push('--only', only.join(','))
  try {
    // The exit code is the gate's: it is the results that are asked for.
    const options = { maxBuffer: 64 * 1024 * 1024, ...(signal && { signal }) }
    const output = await promisify(execFile)(process.execPath, args, options).catch((error: unknown) => error)
    return verdictsIn(join(out, 'results.json'), output)
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

function verdictsIn(file: string, output: unknown): Verdicts {
  try {
    const results = JSON.parse(readFileSync(file, 'utf8')) as Results
    return new Map(results.checks.map(({ id, verdict, reason = '' }) => [id, { verdict, reason }]))
  } catch (cause) {
    const { stderr = '', stdout = '' } = output as { stderr?: string; stdout?: string }
    throw new Error(`The run left no results: ${stderr || stdout}`, { cause })
  }
}
