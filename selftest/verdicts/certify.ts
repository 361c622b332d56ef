import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Results } from '../../harness/contracts/results.js'
import { readEvidence } from '../../harness/evidence/store.js'
import { command } from './command.js'
import type { Judged } from './compare.js'
import { NotRun } from './not-run.js'
import { type Run, seed } from './plan.js'
import type { Tree } from './trees.js'
import { nameOf, type VariantRun } from './variants.js'

const runMs = 900_000

/**
 * Makes one run of a tree by its command line. @param out A folder of its own, gone afterwards. @throws NotRun without
 * results.
 */
export async function certify(
  { folder }: Tree,
  run: Run,
  side: 'before' | 'after',
  out: string,
  signal: AbortSignal,
): Promise<readonly Judged[]> {
  const config = `${out}.json`
  if (run.variants) writeFileSync(config, JSON.stringify({ targets: run.variants.map(targetIn(folder)) }))
  const args = ['dist/harness/cli/main.js', 'certify', '--profile', run.profile, '--seed', String(seed), '--out', out]
  if (run.references) args.push('--reference', ...run.references)
  if (run.variants) args.push('--config', config)
  if (run.fault !== undefined) args.push('--fault', run.fault[side])
  if (run.only) args.push('--only', run.only.join())
  try {
    // The exit code is the gate's: it is the results that are asked for.
    const { code, said } = await command(process.execPath, args, { cwd: folder, signal, boundMs: runMs })
    return judgedIn(out, run, `it ends with ${code}: ${said}`)
  } finally {
    rmSync(out, { recursive: true, force: true })
    rmSync(config, { force: true })
  }
}

const targetIn = (folder: string) => (run: VariantRun) => ({
  target: { name: nameOf(run), roles: [run.role] },
  launch: {
    command: `exec '${process.execPath}' '${join(folder, 'dist/harness/reference/main.js')}' ${run.role}`,
    env: { ASSAY_REFERENCE_VARIANT: run.variants.join() },
  },
  ...run.settings,
})

/** What each check of a run came to; those that a selection leaves out say nothing. */
function judgedIn(out: string, { only, where }: Run, ended: string): readonly Judged[] {
  const results = resultsIn(out)
  if (results === undefined) throw new NotRun(`no results are there; ${ended}`)
  if (!results.complete) throw new NotRun(`it was cut short; ${ended}`)
  return results.checks
    .filter(({ id }) => only === undefined || only.includes(id))
    .map(({ id, target, role, level, verdict, evidence, reason }) => ({
      where: where(target, role, id),
      check: id,
      level: level ?? 'no level',
      verdict,
      facts: kindsIn(out, evidence),
      ...(reason !== undefined && { reason }),
    }))
}

function resultsIn(out: string): Results | undefined {
  try {
    return JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Results
  } catch {
    return undefined
  }
}

function kindsIn(out: string, evidence: string | undefined): readonly string[] {
  const facts = evidence === undefined ? [] : (readEvidence(out, evidence)?.facts ?? [])
  // In which guises a check was played too follows from the seed, and is no fact about the target.
  return [...new Set(facts.map(({ kind }) => kind))].filter((kind) => kind !== 'guise').sort()
}
