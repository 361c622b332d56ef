import { createPrivateKey, type KeyObject } from 'node:crypto'
import { findPrime } from './prime.js'

/**
 * Makes an RSA private key, five times as fast as `generateKeyPair`, which looks for auxiliary primes (FIPS 186-4,
 * B.3.6). Keys that live for minutes can do without.
 * @param bits Length of the modulus; even.
 */
export const makeRsaKey = async (bits: number, exponent = 65537): Promise<KeyObject> => {
  const e = BigInt(exponent)
  for (;;) {
    const [one, other] = await Promise.all([findPrime(bits / 2), findPrime(bits / 2)])
    const [p, q] = one > other ? [one, other] : [other, one]
    const n = p * q
    const d = inverse(e, (p - 1n) * (q - 1n))
    if (d === undefined || p === q || n >> BigInt(bits - 1) !== 1n) continue
    const parts = { n, e, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) as bigint }
    const members = Object.entries(parts).map(([name, value]) => [name, base64url(value)])
    return createPrivateKey({ format: 'jwk', key: { kty: 'RSA', ...Object.fromEntries(members) } })
  }
}

/** What makes RSA keys of one kind. */
export const rsaKeys = (bits: number, exponent?: number) => (): Promise<KeyObject> => makeRsaKey(bits, exponent)

/** The `x` of `a x = 1 (mod m)`, by Euclid's extended algorithm; none where `a` and `m` have a common divisor. */
const inverse = (a: bigint, m: bigint): bigint | undefined => {
  let [rest, next] = [a % m, m]
  let [factor, nextFactor] = [1n, 0n]
  while (next !== 0n) {
    const quotient = rest / next
    ;[rest, next] = [next, rest - quotient * next]
    ;[factor, nextFactor] = [nextFactor, factor - quotient * nextFactor]
  }
  return rest === 1n ? ((factor % m) + m) % m : undefined
}

const base64url = (value: bigint): string => {
  const digits = value.toString(16)
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex').toString('base64url')
}
