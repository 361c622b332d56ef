/** The candidate that differs from `word` in the fewest letters, letter case apart, if that is at most a third of them. */
export const nearest = (word: string, candidates: readonly string[]): string | undefined =>
  nearestFew(word, candidates, 1)[0]

/** Those candidates, nearest first, `most` of them. */
const nearestFew = (word: string, candidates: readonly string[], most: number): readonly string[] =>
  candidates
    .map((candidate) => ({ candidate, away: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, away }) => away <= Math.max(word.length, candidate.length) / 3)
    .sort((a, b) => a.away - b.away)
    .slice(0, most)
    .map(({ candidate }) => candidate)

/** A question that names those candidates, with a space before it; nothing where none is near. */
export const didYouMean = (word: string, candidates: readonly string[]): string => {
  const near = nearestFew(word, candidates, 3)
  return near.length === 0 ? '' : ` Did you mean ${near.map(spelled).join(' or ')}?`
}

/** With quotation marks where a name is more than a word. */
const spelled = (name: string): string => (/^[\w.#-]+$/.test(name) ? name : JSON.stringify(name))

/** Levenshtein distance. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (const [above, letter] of [...a].entries()) {
    const next = [above + 1]
    for (const [column, other] of [...b].entries()) {
      next.push(
        Math.min((row[column] ?? 0) + (letter === other ? 0 : 1), (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1),
      )
    }
    row = next
  }
  return row.at(-1) ?? 0
}
