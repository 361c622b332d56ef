/** What one check came to in one run. */
export interface Judged {
  /** The run, as a reader knows it; the same on both sides. */
  readonly where: string
  readonly check: string
  readonly level: string
  readonly verdict: string
  /** Kinds of the facts that were recorded, each once, sorted. */
  readonly facts: readonly string[]
  /** One sentence for a reader, which is not compared. */
  readonly reason?: string
}

/** What a check says of itself, and how that reads. */
type Told = Pick<Judged, 'level' | 'verdict' | 'facts' | 'reason'>

/** A check of which the two sides say different things, or that only one side has. */
export interface Difference {
  readonly check: string
  readonly where: string
  readonly before?: Told
  readonly after?: Told
}

const keyOf = ({ where, check }: Judged): string => `${where}\n${check}`
const textOf = ({ level, verdict, facts }: Told): string => JSON.stringify([level, verdict, facts])

/** Every check that the two sides do not have alike: by its id, its level, its verdict, or the kinds of its facts. */
export function compare(before: readonly Judged[], after: readonly Judged[]): readonly Difference[] {
  const earlier = new Map(before.map((one) => [keyOf(one), one]))
  const later = new Map(after.map((one) => [keyOf(one), one]))
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((key) => {
    const [one, other] = [earlier.get(key), later.get(key)]
    if (one && other && textOf(one) === textOf(other)) return []
    const { check, where } = (one ?? other) as Judged
    return [{ check, where, ...(one && { before: one }), ...(other && { after: other }) }]
  })
}
