import { randomBytes, sign } from 'node:crypto'
import type { Json } from '../../harness/json.js'
import { hmacSigned } from '../../harness/mutations/hmac.js'
import { certificate, header, signature } from '../../harness/mutations/mutation.js'
import { publicKeySecrets } from '../../harness/mutations/public-key-secrets.js'
import type { Mutation } from '../../harness/mutations/types.js'
import { type Algorithm, signers } from '../../harness/wire/jws.js'
import type { Row } from '../support/row.js'

/** Signed by the party's key in another way, under that `alg`. */
const signed = (alg: string, by: (typeof signers)[Algorithm], name = alg): Mutation =>
  signature(name, (signing) => {
    signing.header.alg = alg
    signing.sign = by
  })

/** Another `alg` over a sound RS256 signature. */
const named = (name: string, alg: Json): Mutation =>
  header(name, (members) => {
    members.alg = alg
  })

const digest = (algorithm: string) => (input: Buffer, key: Parameters<(typeof signers)['RS256']>[1]) =>
  sign(algorithm, input, key)

/** RS256 in the header, where the registered certificate holds a key with which no such signature can be made. */
const misused = (name: string, by: (typeof signers)[Algorithm]): Mutation => ({
  name: `EC key and RS256 ${name}`,
  entry: 'certificate',
  kind: 'ec-key',
  misused: { alg: 'RS256', sign: by },
})

/** Algorithms beside RS256, RS384 and RS512 (L246), and signatures that are not what `alg` says. */
export const refused: readonly Row[] = [
  {
    id: 'algorithm.none',
    title: 'alg none without a signature',
    requirements: ['JWT-ALG'],
    cases: ['ALG-01'],
    detects: ['accepts-alg-none'],
    mutate: signed('none', signers.none),
  },
  {
    id: 'algorithm.none-spelled',
    title: 'alg none in other letter cases',
    requirements: ['JWT-ALG'],
    cases: ['ALG-02'],
    detects: ['accepts-alg-none'],
    mutate: ['None', 'NONE', 'nOnE'].map((alg) => signed(alg, signers.none)),
  },
  {
    id: 'algorithm.none-signed',
    title: 'alg none over an RS256 signature',
    requirements: ['JWT-ALG'],
    cases: ['ALG-03'],
    detects: ['accepts-alg-none'],
    mutate: signed('none', signers.RS256, 'none with a signature'),
  },
  {
    id: 'algorithm.hs256-public-key',
    title: 'HS256 with the public key as the secret',
    requirements: ['JWT-ALG'],
    cases: ['ALG-04'],
    detects: ['accepts-hs256-public-key'],
    mutate: Object.entries(publicKeySecrets).map(([name, secret]) =>
      hmacSigned(`HS256 with ${name}`, ({ party }) => secret(party.certified)),
    ),
  },
  {
    id: 'algorithm.hs256-empty-key',
    title: 'HS256 with an empty secret',
    requirements: ['JWT-ALG'],
    cases: ['ALG-05'],
    detects: ['accepts-hs256-empty-key'],
    mutate: hmacSigned('HS256 with an empty secret', () => ''),
  },
  {
    id: 'algorithm.pss',
    title: 'RSASSA-PSS',
    requirements: ['JWT-ALG'],
    cases: ['ALG-06'],
    detects: ['accepts-ps256'],
    mutate: (['PS256', 'PS384', 'PS512'] as const).map((alg) => signed(alg, signers[alg])),
  },
  {
    id: 'algorithm.elliptic-curve',
    title: 'ES256 and EdDSA with registered certificates of such keys',
    requirements: ['JWT-ALG'],
    cases: ['ALG-07'],
    detects: ['accepts-es256'],
    mutate: [certificate('ec-key'), certificate('ed25519-key')],
  },
  {
    id: 'algorithm.unknown',
    title: 'names that are no algorithm of the interface',
    requirements: ['JWT-ALG'],
    cases: ['ALG-08'],
    detects: ['accepts-unknown-alg'],
    mutate: [
      signed('RS1', digest('sha1')),
      signed('SHA1withRSA', digest('sha1')),
      signed('RS224', digest('sha224')),
      signed('RSA256', signers.RS256),
    ],
  },
  {
    id: 'algorithm.respelled',
    title: 'RS256 in another letter case or with white space',
    requirements: ['JWT-ALG-EXACT'],
    cases: ['ALG-09'],
    detects: ['normalises-alg'],
    mutate: ['rs256', 'Rs256', 'RS256 ', ' RS256', 'RS256\n', 'x\nRS256', 'RS256\u0000'].map((alg) =>
      named(`alg ${JSON.stringify(alg)}`, alg),
    ),
  },
  {
    id: 'algorithm.missing',
    title: 'a header without alg',
    requirements: ['JWT-ALG'],
    cases: ['ALG-10'],
    detects: ['accepts-missing-alg'],
    mutate: header('without alg', (members) => {
      delete members.alg
    }),
  },
  {
    id: 'algorithm.wrong-type',
    title: 'an alg that is no string',
    requirements: ['JWT-ALG-EXACT'],
    cases: ['ALG-11'],
    detects: ['coerces-alg'],
    mutate: [['RS256'], { a: 1 }, null, true, 256].map((alg) => named(`alg ${JSON.stringify(alg)}`, alg as Json)),
  },
  {
    id: 'algorithm.other-digest',
    title: 'a signature with another digest than alg says',
    requirements: ['JWS-ALG-AGREES'],
    cases: ['ALG-12'],
    detects: ['ignores-alg-digest'],
    mutate: [
      signed('RS256', signers.RS384, 'RS256 signed with SHA-384'),
      signed('RS384', signers.RS256, 'RS384 signed with SHA-256'),
    ],
  },
  {
    id: 'algorithm.other-padding',
    title: 'a signature with another padding than alg says',
    requirements: ['JWS-ALG-AGREES'],
    cases: ['ALG-13'],
    detects: ['ignores-alg-padding'],
    mutate: [
      signed('RS256', signers.PS256, 'RS256 signed with RSASSA-PSS'),
      signed('PS256', signers.RS256, 'PS256 signed with PKCS#1 v1.5'),
    ],
  },
  {
    id: 'algorithm.other-key',
    title: 'RS256 where the registered certificate holds an EC key',
    requirements: ['JWS-ALG-AGREES'],
    cases: ['ALG-12'],
    detects: ['ignores-key-type', 'takes-failed-verification'],
    mutate: [
      // What a verifier makes of it that goes by the key alone, and one that takes an error for a yes.
      misused('over its ECDSA signature in DER', digest('sha256')),
      misused('over its ECDSA signature', signers.ES256),
      misused('over random bytes', () => randomBytes(256)),
    ],
  },
  {
    id: 'algorithm.short-key',
    title: 'RSA keys of 1024 and 512 bits',
    requirements: ['KEY-SIZE'],
    cases: ['ALG-14'],
    detects: ['accepts-short-key'],
    mutate: [certificate('rsa-1024'), certificate('rsa-512')],
  },
]

/** What is only noted. */
export const recorded: readonly Row[] = [
  {
    id: 'algorithm.odd-keys',
    title: 'what it does with RSA keys of 2052 bits and of exponent 3',
    requirements: ['KEY-SIZE'],
    cases: ['ALG-15'],
    mutate: [certificate('rsa-2052'), certificate('rsa-exponent-3')],
  },
]
