import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Role } from '../../requirements/types.js'
import { resolveTarget, type TargetConfig } from './config.js'

/** A reference participant as a target like any other: a command that is launched with a kit. `fault` goes into `ASSAY_FAULT`. */
export const referenceTarget = (role: Role, fault?: string): TargetConfig => {
  const main = fileURLToPath(new URL('../reference/main.js', import.meta.url))
  const document = {
    target: { name: `reference ${role}`, roles: [role] },
    launch: {
      command: `exec ${[process.execPath, main, role].map(quote).join(' ')}`,
      ...(fault !== undefined && { env: { ASSAY_FAULT: fault } }),
    },
  }
  const digest = createHash('sha256')
    .update(JSON.stringify([role, fault ?? null]))
    .digest('hex')
  return resolveTarget(document, { folder: process.cwd(), digest })
}

/** One word for a POSIX shell. */
const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
