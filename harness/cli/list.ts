import { requirements } from '../../requirements/index.js'
import { listChecks } from './list-checks.js'

/** Flags of `assay list`. */
export interface ListFlags {
  readonly json: boolean
}

/** Prints requirements and checks with what they cover. @returns exit code 0. */
export async function list({ json }: ListFlags): Promise<number> {
  const planned = await listChecks()
  const checks = planned
    .filter(({ selected }) => selected.run)
    .map(({ check: { id, title, level, profile, requirements, cases, detects }, role }) => ({
      id,
      title,
      role,
      level,
      profile,
      requirements,
      cases,
      detects,
    }))
  const rows = requirements.map(({ id, level, status, text, binds, untested }) => ({
    id,
    level,
    status,
    text,
    binds,
    checks: [...new Set(checks.filter((check) => check.requirements.includes(id)).map((check) => check.id))],
    ...(untested && { reason: untested.reason }),
  }))
  process.stdout.write(json ? `${JSON.stringify({ checks, requirements: rows })}\n` : `${table(rows)}\n`)
  return 0
}

const table = (
  rows: readonly { id: string; level: string; text: string; checks: readonly string[]; reason?: string }[],
): string =>
  rows
    .map(({ id, level, text, checks, reason }) =>
      [
        `${id} (${level}): ${text}`,
        ...(checks.length > 0 ? checks : [reason ?? 'no check']).map((line) => `    ${line}`),
      ].join('\n'),
    )
    .join('\n')
