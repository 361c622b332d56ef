import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckResult, Results } from '../../harness/evidence/results-types.js'
import type { SeenChecks } from './compare.js'

const json = (...path: readonly string[]): unknown => JSON.parse(readFileSync(join(...path), 'utf8'))

/** What the results and the evidence in a folder say of each check. @throws Error where they are not whole. */
export function seenIn(out: string): SeenChecks {
  const results = json(out, 'results.json') as Results
  if (!results.complete) throw new Error('the run was cut short')
  return new Map(
    results.checks.map((check) => [
      `${check.target}, ${check.role}, ${check.id}`,
      { verdict: check.verdict, level: check.level ?? '', kinds: kindsOf(out, check) },
    ]),
  )
}

function kindsOf(out: string, { evidence }: CheckResult): readonly string[] {
  if (evidence === undefined) return []
  const { facts } = json(out, evidence) as { readonly facts: readonly { readonly kind: string }[] }
  return facts.map(({ kind }) => kind)
}
