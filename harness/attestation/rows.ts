/** A row of results. */
export interface Row {
  readonly id: string
  readonly target: string
  readonly role: string
}

/** What to say of rows that are missing, for each role of each target. */
export function missingRows(what: string, rows: readonly Row[]): readonly string[] {
  const units = new Map<string, string[]>()
  for (const { id, target, role } of rows) {
    const unit = `${target} as ${role}`
    units.set(unit, [...(units.get(unit) ?? []), id])
  }
  return [...units].map(
    ([unit, ids]) =>
      `${ids.length} ${ids.length === 1 ? `${what} of Assay for ${unit} is` : `${what}s of Assay for ${unit} are`} missing in the results: ${some(ids)}`,
  )
}

const some = (ids: readonly string[]): string => `${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ', …' : ''}`

/** A check as a sentence names it. */
export const nameOf = ({ id, target, role }: Row): string => `check ${id} of ${target} as ${role}`
