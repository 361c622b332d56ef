import { randomInt } from 'node:crypto'

const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/]

/** A value of the same shape as another: each letter and digit is drawn from those of its kind in it. */
export function madeUp(value: string): string {
  const among = (kind: RegExp | undefined, own: string): string => {
    const those = kind ? [...value].filter((each) => kind.test(each)) : [own]
    return those[randomInt(those.length)] ?? own
  }
  const drawn = [...value].map((own) =>
    among(
      kinds.find((kind) => kind.test(own)),
      own,
    ),
  )
  return drawn.join('') === value ? `${value}x` : drawn.join('')
}

/** A value in the other letter case; as it is where it is written in one case alone, as hexadecimal digits are, for then nothing is told by the case. */
export const inOtherCase = (value: string): string =>
  /[a-z]/.test(value) && /[A-Z]/.test(value)
    ? value.replace(/[a-z]/gi, (letter) =>
        letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
      )
    : value
