import { cases, requirements } from '../../../requirements/index.js'
import { listChecks } from '../list-checks.js'
import { roleCounts, roleTable } from '../list-roles.js'

/** Flags of `assay list`. */
export interface ListFlags {
  readonly json: boolean
  /** Counts the checks and rules of each role in place of naming them. */
  readonly roles: boolean
}

/** A check as it is listed. */
interface Listed {
  readonly id: string
  readonly title: string
  readonly level: string
  readonly requirements: readonly string[]
}

/**
 * Prints requirements and checks with what they cover.
 * @param words Only those whose id or text holds all of these words, in any letter case.
 * @returns exit code 0.
 */
export async function list(words: readonly string[], { json, roles: counted }: ListFlags): Promise<number> {
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
  if (counted) {
    const counts = roleCounts(checks, requirements)
    process.stdout.write(json ? `${JSON.stringify({ roles: counts })}\n` : `${roleTable(counts)}\n`)
    return 0
  }
  const rules = requirements.map(({ id, level, status, text, binds, untested }) => ({
    id,
    level,
    status,
    text,
    binds,
    checks: idsOf(checks.filter((check) => check.requirements.includes(id))),
    ...(untested && { reason: untested.reason }),
  }))
  if (words.length === 0) {
    process.stdout.write(json ? `${JSON.stringify({ checks, requirements: rules })}\n` : `${table(rules)}\n`)
    return 0
  }
  const found = {
    checks: checks.filter(({ id, title }) => holds(`${id} ${title}`, words)),
    requirements: rules.filter(({ id, text }) => holds(`${id} ${text}`, words)),
    cases: cases
      .filter((one) => holds(`${one.id} ${one.case}`, words))
      .map(({ id, level, requirement, case: text }) => ({
        id,
        level,
        requirement,
        text,
        checks: idsOf(checks.filter((check) => check.cases.some((own) => own === id))),
      })),
  }
  process.stdout.write(json ? `${JSON.stringify(found)}\n` : `${hits(found, words)}\n`)
  return 0
}

const holds = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.toLowerCase().includes(word.toLowerCase()))

const idsOf = (checks: readonly { readonly id: string }[]): readonly string[] => [
  ...new Set(checks.map(({ id }) => id)),
]

/** A requirement or a case, with the checks that cover it. */
interface Covered {
  readonly id: string
  readonly level: string
  readonly text: string
  readonly checks: readonly string[]
  readonly reason?: string
}

const table = (rows: readonly Covered[]): string => rows.map(row).join('\n')

const row = ({ id, level, text, checks, reason }: Covered): string =>
  [
    `${id} (${level}): ${text}`,
    ...(checks.length > 0 ? checks : [reason ?? 'no check']).map((line) => `    ${line}`),
  ].join('\n')

interface Found {
  readonly checks: readonly Listed[]
  readonly requirements: readonly Covered[]
  readonly cases: readonly Covered[]
}

function hits(found: Found, words: readonly string[]): string {
  const titles = new Map(
    found.checks.map(({ id, title, level, requirements: [about = ''] }) => [
      id,
      `${id} (${level}, ${about}): ${title}`,
    ]),
  )
  const parts = [
    ['Checks', [...titles.values()]],
    ['Cases', found.cases.map(row)],
    ['Requirements', found.requirements.map(row)],
  ] as const
  const shown = parts.filter(([, lines]) => lines.length > 0).map(([name, lines]) => `${name}\n${lines.join('\n')}`)
  return shown.length > 0
    ? shown.join('\n\n')
    : `No check, case or requirement holds ${words.join(' and ')}: try fewer words.`
}
