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

/** A value in the other letter case; unchanged where it has one case only, such as hexadecimal digits, which proves nothing. */
export const inOtherCase = (value: string): string =>
  /[a-z]/.test(value) && /[A-Z]/.test(value)
    ? value.replace(/[a-z]/gi, (letter) =>
        letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
      )
    : value

/** How much of an access token is changed, characters: more than the last bits that base64 leaves unused. */
const changed = 8

const turned = (value: string): string =>
  value
    .replace(/[a-z]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) + (/[a-m]/i.test(letter) ? 13 : -13)))
    .replace(/[0-9]/g, (digit) => String((Number(digit) + 5) % 10))

const turnedAt = (value: string, at: number): string =>
  `${value.slice(0, at)}${turned(value.slice(at, at + changed))}${value.slice(at + changed)}`

/** Access tokens in which much is changed, by how they differ from one that was issued. */
export const changedTokens = (token: string): Readonly<Record<string, string>> => ({
  'its own with another end': turnedAt(token, Math.max(0, token.length - changed)),
  'its own with another middle': turnedAt(token, Math.max(0, Math.floor((token.length - changed) / 2))),
})
