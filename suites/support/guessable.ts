import type { Judge } from '../../harness/check/types.js'

/** Bits in one of the 95 characters that a code or token may have (RFC 6749 §10.10). */
const bitsEach = Math.log2(95)
/** What part of the places has to differ: some may be the same in all values by chance. */
const differingPart = 0.8

const charactersFor = (bits: number): number => Math.ceil(bits / bitsEach)

/** Rules that values which nobody may guess are long enough for so many bits. */
export function ruleLength(judge: Pick<Judge, 'rule'>, what: string, values: readonly string[], bits = 128): void {
  const shortest = Math.min(...values.map(({ length }) => length))
  const fewest = charactersFor(bits)
  judge.rule(`${what} are long enough for ${bits} bits`, shortest >= fewest, {
    expected: `${fewest} characters at least`,
    got: `${shortest} characters`,
  })
}

/** Rules that they do not follow from one another, as numbers that count up do. */
export function ruleDifference(judge: Pick<Judge, 'rule'>, what: string, values: readonly string[], bits = 128): void {
  const longest = Math.max(...values.map(({ length }) => length))
  const places = Array.from({ length: longest }, (_, place) => new Set(values.map((value) => value[place])))
  const differing = places.filter(({ size }) => size > 1).length
  const fewest = Math.floor(charactersFor(bits) * differingPart)
  judge.rule(`${what} differ in as many places as ${bits} bits take`, differing >= fewest, {
    expected: `${fewest} places at least, in ${values.length} of them`,
    got: `${differing} places`,
  })
}
