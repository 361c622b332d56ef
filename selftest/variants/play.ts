import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Results } from '../../harness/contracts/results.js'
import { packageFile } from '../../harness/run/version.js'
import { referenceDocument } from '../../harness/target/reference-target.js'
import type { Role } from '../../requirements/types.js'
import { command } from '../verdicts/command.js'

const runMs = 900_000

/** What is not as it should be about a reference with these variants, which conforms: nothing but findings may come of it. */
export async function remarksOn(
  role: Role,
  variants: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-variants-'))
  try {
    const config = join(folder, 'target.json')
    writeFileSync(config, JSON.stringify(targetOf(role, variants)))
    const args = [
      packageFile('harness/cli/main.js'),
      'certify',
      '--config',
      config,
      '--profile',
      'quick',
      '--out',
      join(folder, 'out'),
    ]
    const { code, said } = await command(process.execPath, args, { cwd: folder, signal, boundMs: runMs })
    const text = await readFile(join(folder, 'out', 'results.json'), 'utf8').catch(() => undefined)
    if (text === undefined) return [`no results; it ends with ${code}: ${said}`]
    return (JSON.parse(text) as Results).checks
      .filter(({ verdict }) => !['pass', 'finding', 'not-applicable', 'disabled'].includes(verdict))
      .map(({ id, verdict, reason = '' }) => `${id}: ${verdict}: ${reason}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const targetOf = (role: Role, variants: readonly string[]) => ({
  ...referenceDocument(role, { ASSAY_REFERENCE_VARIANT: variants.join() }),
  target: { name: 'variants', roles: [role] },
})
