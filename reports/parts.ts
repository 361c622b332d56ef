import type { RequirementResult } from '../harness/contracts/results.js'

/** First line of each part of the interface text. */
const parts: readonly (readonly [line: number, title: string])[] = [
  [1, 'What the service does'],
  [19, 'Resources: conventions and common fields'],
  [55, 'Claims'],
  [148, 'Party lookup record'],
  [152, 'Framework Compliance Credential'],
  [181, 'Delegation structures'],
  [190, 'States and transitions'],
  [196, 'Token endpoint'],
  [205, 'Party lookup at the Participant Registry'],
  [212, 'Reading and writing parties'],
  [216, 'Identity provider token endpoint'],
  [220, 'Delegation'],
  [227, 'Other operations'],
  [232, 'Machine-to-machine authentication'],
  [242, 'Signed JWT'],
  [270, 'Certificate validation by the receiving party'],
  [281, 'Human-to-machine authentication'],
  [289, 'Events'],
  [293, 'Errors'],
  [297, 'Limits'],
  [310, 'Versioning'],
]
const beyond = 'Beyond the interface text'

/** First line of the interface text that a requirement cites; infinite where it cites another document only. */
function firstLine(clauses: readonly string[] | undefined): number {
  const lines = (clauses ?? []).flatMap((clause) => /^L(\d+)/.exec(clause)?.[1] ?? [])
  return lines.length === 0 ? Number.POSITIVE_INFINITY : Number(lines[0])
}

/** Title of the part of the interface text that a requirement belongs to. */
export function partOf(requirement: RequirementResult | undefined): string {
  const line = firstLine(requirement?.clauses)
  return line === Number.POSITIVE_INFINITY ? beyond : (parts.findLast(([first]) => first <= line)?.[1] ?? beyond)
}

/** Requirements in the order of the interface text, those of other documents last. */
export function inTextOrder(rows: readonly RequirementResult[]): readonly RequirementResult[] {
  return rows.toSorted((a, b) => {
    const [lineA, lineB] = [firstLine(a.clauses), firstLine(b.clauses)]
    return lineA === lineB ? 0 : lineA - lineB
  })
}

/** Clauses for people: `lines 259, 301 of the interface text; RFC 7515 §4.1.6`. */
export function clauseWords(clauses: readonly string[]): string {
  const lines = clauses.flatMap((clause) => /^L(\d.*)$/.exec(clause)?.[1] ?? [])
  const others = clauses.filter((clause) => !/^L\d/.test(clause))
  const own = lines.length === 0 ? [] : [`line${lines.length > 1 ? 's' : ''} ${lines.join(', ')} of the interface text`]
  return [...own, ...others].join('; ')
}
