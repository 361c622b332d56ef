import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Results } from '../harness/evidence/results-types.js'
import { packageFile } from '../harness/run/version.js'
import type { Role } from '../requirements/types.js'

/** Certifies the fault-free references of these roles, all seven by default, through the command, in an order that follows from the seed. */
export async function certifyReferences(
  workers: number,
  seed: number,
  profile = 'standard',
  roles: readonly Role[] = [],
): Promise<Results> {
  const out = mkdtempSync(join(tmpdir(), 'assay-certified-'))
  try {
    const args = ['certify', '--profile', profile, '--workers', String(workers), '--seed', String(seed), '--out', out]
    if (roles.length > 0) args.push('--reference', ...roles)
    const child = spawn(process.execPath, [packageFile('harness/cli/main.js'), ...args], { stdio: 'ignore' })
    await new Promise((resolve) => child.once('exit', resolve))
    return JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Results
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}
