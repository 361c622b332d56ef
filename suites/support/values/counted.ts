/** How far a number may have counted on in between. */
const farthest = 1000n

/** Whether one number counts on to another. */
const isNext = (before: bigint, after: bigint): boolean => after > before && after - before <= farthest

/** Whether a text is an earlier one in which a number has counted on, or which is such a number in hexadecimal digits. */
export function countsOn(before: string, after: string): boolean {
  const isHex = [before, after].every((text) => /^[0-9a-f]+$/i.test(text))
  if (isHex && isNext(BigInt(`0x${before}`), BigInt(`0x${after}`))) return true
  const [earlier, later] = [before, after].map((text) => text.split(/(\d+)/)) as [string[], string[]]
  const differing = later.flatMap((piece, place) => (piece === earlier[place] ? [] : place))
  const [place = 0] = differing
  const isCounted = earlier.length === later.length && differing.length === 1 && place % 2 === 1
  return isCounted && isNext(BigInt(earlier[place] ?? 0), BigInt(later[place] ?? 0))
}

/** Powers of ten by which clocks divide a second. */
const units = [0, 3, 6, 9]
/** How far from now a reading may be, seconds. */
const lately = 3600

/** The whole number that a text is, in decimal or in hexadecimal digits. */
const numbersIn = (text: string): readonly number[] => [
  ...(/^\d{10,20}$/.test(text) ? [Number(text)] : []),
  ...(/^[0-9a-f]{8,16}$/i.test(text) ? [Number(`0x${text}`)] : []),
]

/** Whether a text is a number that a clock showed lately. */
export const readsClock = (text: string, now = Date.now()): boolean =>
  numbersIn(text).some((number) => units.some((power) => Math.abs(number / 10 ** power - now / 1000) < lately))
