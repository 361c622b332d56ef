import { createHmac } from 'node:crypto'
import type { Judge } from '../../../harness/check/types.js'
import { decodeJwt, memberOf } from '../../../harness/wire/decode.js'
import { isKnowable } from './written-tokens.js'

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

/** What stands in examples, and what comes of a setting that nobody made. */
const obvious = [
  ...[
    '',
    'secret',
    'Secret',
    'my-secret',
    'mysecret',
    'my_secret',
    'supersecret',
    'secretkey',
    'secret-key',
    'secret_key',
  ],
  ...['changeme', 'change-me', 'change_me', 'changeit', 'password', 'key', 'test', 'dev', 'jwt', 'token'],
  ...['your-256-bit-secret', 'your_secret_key', 'undefined', 'null', 'None', 'nil', 'false'],
]

/** The secret under which a JWT is signed, where anybody would try it; `undefined` for any other text. */
export function obviousSecret(token: string, more: readonly string[] = []): string | undefined {
  const { header, parts } = decodeJwt(token)
  const digest = /^HS(256|384|512)$/.exec(String(memberOf(header, 'alg')))?.[1]
  const [signed, signature] = [parts.slice(0, 2).join('.'), parts[2]]
  if (digest === undefined || parts.length !== 3) return undefined
  return [...obvious, ...more].find(
    (secret) => createHmac(`sha${digest}`, secret).update(signed).digest('base64url') === signature,
  )
}

/** Rules that nobody who guesses a secret can sign such values. */
export function ruleSecret(
  judge: Pick<Judge, 'rule'>,
  what: string,
  values: readonly string[],
  more: readonly string[],
): void {
  const found = values.map((value) => obviousSecret(value, more)).find((secret) => secret !== undefined)
  judge.rule(`${what} are signed under no secret that anybody would try`, found === undefined, {
    expected: 'another secret, or none at all',
    got: found === undefined ? 'another secret, or none at all' : `the secret ${JSON.stringify(found)}`,
  })
}

/** Rules that a token does not consist of what is known of a party. */
export function ruleUnknown(judge: Pick<Judge, 'rule'>, what: string, token: string, partyId: string): void {
  const isKnown = isKnowable(token, partyId)
  judge.rule(`${what} holds more than what is known of its holder`, !isKnown, {
    expected: 'something that nobody knows',
    got: isKnown ? 'its Party Identifier and what anybody may know beside' : 'something that nobody knows',
  })
}
