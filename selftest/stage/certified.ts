import { join } from 'node:path'
import type { Results } from '../../harness/contracts/results.js'
import type { Role } from '../../requirements/types.js'
import { resultsOf, sandbox } from './assay-command.js'

/** Certifies the fault-free references of these roles, all seven by default, through the command, in an order that follows from the seed. */
export async function certifyReferences(
  workers: number,
  seed: number,
  profile = 'standard',
  roles: readonly Role[] = [],
): Promise<Results> {
  const box = sandbox()
  try {
    const out = join(box.folder, 'out')
    const args = [
      'certify',
      '--profile',
      profile,
      '--workers',
      String(workers),
      '--seed',
      String(seed),
      '--guises',
      'usual',
      '--out',
      out,
    ]
    if (roles.length > 0) args.push('--reference', ...roles)
    return resultsOf(await box.start(args).ended, out)
  } finally {
    box.remove()
  }
}
