/** The candidate that differs from `word` in the fewest letters, letter case apart, if that is less than a third of them. */
export const nearest = (word: string, candidates: readonly string[]): string | undefined => {
  const [best] = candidates
    .map((candidate) => ({ candidate, away: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.away - b.away)
  return best && best.away <= Math.max(word.length, best.candidate.length) / 3 ? best.candidate : undefined
}

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
