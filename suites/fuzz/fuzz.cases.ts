import fc from 'fast-check'
import { claims, encoding, header, signature } from '../../harness/mutations/mutation.js'
import type { Mutation, Parts } from '../../harness/mutations/types.js'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const required = ['iss', 'sub', 'aud', 'jti', 'iat', 'exp'] as const

/** Any moment of a text: 0 is its start, 1 behind its end. */
const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
const at = (length: number, where: number): number => Math.floor(length * where)

/** Another base64url character somewhere in a part. Never the last one, whose unused bits may change nothing (RPL-06). */
const respelled: fc.Arbitrary<Mutation> = fc
  .record({
    part: fc.constantFrom<(keyof Parts)[]>('header', 'payload', 'signature'),
    where: place,
    by: fc.integer({ min: 1, max: 63 }),
  })
  .map(({ part, where, by }) =>
    encoding(`character ${where.toFixed(4)} of the ${part} changed by ${by}`, (parts) => {
      const old = parts[part]
      const index = at(old.length - 1, where)
      const other = alphabet[(alphabet.indexOf(old[index] ?? 'A') + by) % 64]
      const changed = { ...parts, [part]: `${old.slice(0, index)}${other}${old.slice(index + 1)}` }
      return `${changed.header}.${changed.payload}.${changed.signature}`
    }),
  )

const cut: fc.Arbitrary<Mutation> = fc
  .integer({ min: 4, max: 2_000 })
  .map((length) =>
    encoding(`last ${length} characters cut off`, ({ header: first, payload, signature: last }) =>
      `${first}.${payload}.${last}`.slice(0, -length),
    ),
  )

const randomSignature: fc.Arbitrary<Mutation> = fc
  .uint8Array({ minLength: 256, maxLength: 256 })
  .map((bytes) =>
    signature('random signature', (signing) => void Object.assign(signing, { sign: () => Buffer.from(bytes) })),
  )

const missing: fc.Arbitrary<Mutation> = fc
  .constantFrom(...required)
  .map((name) => claims(`without ${name}`, (own) => void delete own[name]))

const foreignText: fc.Arbitrary<Mutation> = fc
  .record({
    name: fc.constantFrom('iss', 'sub', 'aud'),
    value: fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
  })
  .map(({ name, value }) =>
    claims(`${name} ${JSON.stringify(value)}`, (own) => void Object.assign(own, { [name]: `x${value}` })),
  )

const longLived: fc.Arbitrary<Mutation> = fc
  .integer({ min: 31, max: 100_000_000 })
  .map((seconds) =>
    claims(`exp = iat + ${seconds}`, (own) => void Object.assign(own, { exp: Number(own.iat) + seconds })),
  )

const expired: fc.Arbitrary<Mutation> = fc
  .integer({ min: 670, max: 1_000_000_000 })
  .map((seconds) =>
    claims(
      `${seconds} s ago`,
      (own) => void Object.assign(own, { iat: Number(own.iat) - seconds, exp: Number(own.exp) - seconds }),
    ),
  )

const otherAlgorithm: fc.Arbitrary<Mutation> = fc
  .string({ maxLength: 12 })
  .filter((alg) => !/rs(256|384|512)/i.test(alg))
  .map((alg) => header(`alg ${JSON.stringify(alg)}`, (own) => void Object.assign(own, { alg })))

/** A changed leaf is not the registered one, whatever else it is. */
const otherLeaf: fc.Arbitrary<Mutation> = fc
  .record({ where: place, bit: fc.integer({ min: 0, max: 7 }) })
  .map(({ where, bit }) =>
    header(`bit ${bit} of byte ${where.toFixed(4)} of the leaf flipped`, (own, { party }) => {
      const [leaf = Buffer.alloc(1), ...above] = party.certified.chain
      const bytes = Buffer.from(leaf)
      const index = at(bytes.length, where)
      bytes[index] = (bytes[index] ?? 0) ^ (1 << bit)
      own.x5c = [bytes, ...above].map((der) => der.toString('base64'))
    }),
  )

const anyMutation = fc.oneof(
  respelled,
  cut,
  randomSignature,
  missing,
  foreignText,
  longLived,
  expired,
  otherAlgorithm,
  otherLeaf,
)

/** So many random mutations of a client assertion, each of which surely breaks a rule of level must; the same ones for the same seed. */
export const randomMutations = (seed: number, count: number): readonly Mutation[] =>
  fc.sample(anyMutation, { seed, numRuns: count })
