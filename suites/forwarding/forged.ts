import { createPublicKey } from 'node:crypto'
import { forwardingMutated } from '../../harness/check/delegation/forwarding.js'
import type { Asking, Forwarding } from '../../harness/check/delegation/types.js'
import type { JsonObject } from '../../harness/contracts/json.js'
import { hmacSigned } from '../../harness/mutations/hmac.js'
import { encoding, identity, signature } from '../../harness/mutations/mutation.js'
import { madePemSecrets, publicKeySecrets } from '../../harness/mutations/public-key-secrets.js'
import type { Mutation, Party } from '../../harness/mutations/types.js'
import { decodeJwt } from '../../harness/wire/decode.js'
import { type Algorithm, base64url, signers } from '../../harness/wire/jws.js'
import { withJku, withX5u } from '../header/keys.cases.js'
import { inSignature } from '../support/values/jws.js'

/** Requests with a JWT of the consumer each, with one thing about it changed. */
export const forwarded = (...mutations: readonly Mutation[]): readonly Asking[] =>
  mutations.map((mutate) => ({ forwarded: forwardingMutated(mutate) }))

/** In the consumer's name, under a key and certificate of somebody else. */
export const signedBy = (name: string, { certified }: Party): Mutation =>
  identity(name, (own) => void Object.assign(own, { certified }))

/** By the consumer's own key, under a chain of somebody else. */
export const underChainOf = ({ certified: { chain } }: Party): Mutation =>
  identity("by the consumer's key under the forwarder's chain", (own) => {
    own.certified = { ...own.certified, chain }
  })

/** In the forwarder's name about the consumer (L254, L255). */
export const aboutConsumer = ({ partyId, certified }: Party): Mutation =>
  identity('sub the consumer, iss and signature those of the forwarder', (own) => {
    Object.assign(own, { iss: partyId, certified })
  })

/** The consumer's chain, the forwarder's certificate behind its leaf or behind all of it, the forwarder's signature. */
export const behindChain = ({ certified: { key, chain } }: Party): readonly Mutation[] => {
  const certificate = chain.slice(0, 1)
  const under = (name: string, order: (own: readonly Buffer[]) => readonly Buffer[]): Mutation =>
    identity(`the consumer's chain, certificate of the forwarder ${name}, signed by the forwarder`, (own) => {
      own.certified = { key, chain: order(own.certified.chain) }
    })
  return [
    under('second', ([leaf = Buffer.alloc(0), ...above]) => [leaf, ...certificate, ...above]),
    under('last', (own) => [...own, ...certificate]),
  ]
}

const by = (alg: Algorithm): Mutation =>
  signature(`alg ${alg}`, (signing) => {
    signing.header.alg = alg
    signing.sign = signers[alg]
  })

/** Other algorithms than RS256, RS384 and RS512 (L246). */
export const otherAlgorithms: readonly Mutation[] = [
  by('none'),
  ...Object.entries({ ...publicKeySecrets, ...madePemSecrets }).map(([name, secret]) =>
    hmacSigned(`HS256 with ${name}`, ({ party }) => secret(party.certified)),
  ),
  by('PS256'),
]

const oneBitOff = inSignature((text) => `${text[0] === 'A' ? 'B' : 'A'}${text.slice(1)}`)

/** Signatures that the first certificate of `x5c` did not make (L245, L247). */
export const wrongSignatures: readonly Mutation[] = [
  encoding('one bit of the signature', ({ header, payload, signature: bytes }) =>
    oneBitOff(`${header}.${payload}.${bytes}`),
  ),
  signature('by a foreign key', (signing, { foreignKey }) => {
    signing.key = foreignKey
  }),
  signature('by a foreign key that jwk holds', (signing, { foreignKey }) => {
    signing.key = foreignKey
    signing.header.jwk = createPublicKey(foreignKey).export({ format: 'jwk' }) as JsonObject
  }),
  withJku,
  withX5u,
  signature('empty signature', (signing) => {
    signing.sign = () => Buffer.alloc(0)
  }),
]

/** Copies of a JWT with its `iss`, `aud` and `jti` and a signature that does not hold. */
export const reforged = (jwt: string): readonly Forwarding[] => {
  const [header = '', payload = '', bytes = ''] = jwt.split('.')
  const input = `${header}.${payload}`
  const byForeignKey = signature('by a foreign key', (signing, { foreignKey }) => {
    signing.sign = () => signers.RS256(Buffer.from(input), foreignKey)
  })
  const claims = { ...(decodeJwt(jwt).payload as JsonObject), purpose: 'another' }
  const copies: Readonly<Record<string, Forwarding['value']>> = {
    'one bit of the signature': async () => [oneBitOff(jwt)],
    'by a foreign key': async (mint) => [`${input}.${(await mint({ mutate: byForeignKey })).split('.')[2]}`],
    'other claims under the same signature': async () => [`${header}.${base64url(JSON.stringify(claims))}.${bytes}`],
  }
  return Object.entries(copies).map(([name, value]) => ({ name: `the JWT before, ${name}`, value }))
}
