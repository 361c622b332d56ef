import type { Judge } from '../../harness/check/types.js'

/** 128 bits fill 20 of the 95 characters that a code or token may have (RFC 6749 §10.10), of which some may be the same in two of them by chance. */
export const fewest = { characters: 20, differing: 16 }

/** Rules that values which nobody may guess are long enough for 128 bits. */
export function ruleLength(judge: Pick<Judge, 'rule'>, what: string, values: readonly string[]): void {
  const shortest = Math.min(...values.map(({ length }) => length))
  judge.rule(`${what} are long enough for 128 bits`, shortest >= fewest.characters, {
    expected: `${fewest.characters} characters at least`,
    got: `${shortest} characters`,
  })
}

/** Rules that they do not follow from one another, as numbers that count up do. */
export function ruleDifference(judge: Pick<Judge, 'rule'>, what: string, values: readonly string[]): void {
  const longest = Math.max(...values.map(({ length }) => length))
  const places = Array.from({ length: longest }, (_, place) => new Set(values.map((value) => value[place])))
  const differing = places.filter(({ size }) => size > 1).length
  judge.rule(`${what} differ in as many places as 128 bits take`, differing >= fewest.differing, {
    expected: `${fewest.differing} places at least, in ${values.length} of them`,
    got: `${differing} places`,
  })
}
