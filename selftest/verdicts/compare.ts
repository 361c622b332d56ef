/** What one run said of one check. */
export interface Seen {
  readonly verdict: string
  /** Empty where the results name none. */
  readonly level: string
  /** Kinds of facts of its evidence, each once. */
  readonly kinds: readonly string[]
}

/** What a run said, by target, role and id of the check. */
export type SeenChecks = ReadonlyMap<string, Seen>

const members = {
  verdict: (seen: Seen) => seen.verdict,
  level: (seen: Seen) => seen.level || 'none',
  'kinds of facts': ({ kinds }: Seen) => [...new Set(kinds)].sort().join(', ') || 'none',
}

const change = (before: Seen, after: Seen): string[] =>
  Object.entries(members).flatMap(([name, of]) =>
    of(before) === of(after) ? [] : [`${name} ${of(before)} -> ${of(after)}`],
  )

function difference(before: Seen | undefined, after: Seen | undefined): string | undefined {
  if (before === undefined) return after && `new, ${after.verdict}`
  if (after === undefined) return `gone, was ${before.verdict}`
  return change(before, after).join('; ') || undefined
}

/** One line for each check that two runs do not say the same of, in the order of their names. */
export function differences(before: SeenChecks, after: SeenChecks): string[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort()
  return keys.flatMap((key) => {
    const words = difference(before.get(key), after.get(key))
    return words === undefined ? [] : [`${key}: ${words}`]
  })
}
