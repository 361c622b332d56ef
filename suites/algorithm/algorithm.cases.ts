import { randomBytes, sign } from 'node:crypto'
import type { Json } from '../../harness/contracts/json.js'
import { hmacSigned } from '../../harness/mutations/hmac.js'
import { certificate, header, signature } from '../../harness/mutations/mutation.js'
import { madePemSecrets, publicKeySecrets } from '../../harness/mutations/public-key-secrets.js'
import type { Mutation } from '../../harness/mutations/types.js'
import { type Algorithm, signers } from '../../harness/wire/jws.js'
import type { Row } from '../support/row.js'
import { row } from '../support/row.js'

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
  row('algorithm.none', 'ALG-01', 'accepts-alg-none').sends(
    'alg none without a signature',
    signed('none', signers.none),
  ),
  row('algorithm.none-spelled', 'ALG-02', 'accepts-alg-none').sends(
    'alg none in other letter cases',
    ['None', 'NONE', 'nOnE'].map((alg) => signed(alg, signers.none)),
  ),
  row('algorithm.none-signed', 'ALG-03', 'accepts-alg-none').sends(
    'alg none over an RS256 signature',
    signed('none', signers.RS256, 'none with a signature'),
  ),
  row('algorithm.hs256-public-key', 'ALG-04', ['accepts-hs256-public-key', 'accepts-hs256-made-pem']).sends(
    'HS256 with the public key as the secret',
    Object.entries({ ...publicKeySecrets, ...madePemSecrets }).map(([name, secret]) =>
      hmacSigned(`HS256 with ${name}`, ({ party }) => secret(party.certified)),
    ),
  ),
  row('algorithm.hs256-empty-key', 'ALG-05', 'accepts-hs256-empty-key').sends(
    'HS256 with an empty secret',
    hmacSigned('HS256 with an empty secret', () => ''),
  ),
  row('algorithm.pss', 'ALG-06', 'accepts-ps256').sends(
    'RSASSA-PSS',
    (['PS256', 'PS384', 'PS512'] as const).map((alg) => signed(alg, signers[alg])),
  ),
  row('algorithm.elliptic-curve', 'ALG-07', 'accepts-es256').sends(
    'ES256 and EdDSA with registered certificates of such keys',
    [certificate('ec-key'), certificate('ed25519-key')],
  ),
  row('algorithm.unknown', 'ALG-08', 'accepts-unknown-alg').sends('names that are no algorithm of the interface', [
    signed('RS1', digest('sha1')),
    signed('SHA1withRSA', digest('sha1')),
    signed('RS224', digest('sha224')),
    signed('RSA256', signers.RS256),
  ]),
  row('algorithm.respelled', 'ALG-09', 'normalises-alg').sends(
    'RS256 in another letter case or with white space',
    ['rs256', 'Rs256', 'RS256 ', ' RS256', 'RS256\n', 'x\nRS256', 'RS256\u0000'].map((alg) =>
      named(`alg ${JSON.stringify(alg)}`, alg),
    ),
  ),
  row('algorithm.missing', 'ALG-10', 'accepts-missing-alg').sends(
    'a header without alg',
    header('without alg', (members) => {
      delete members.alg
    }),
  ),
  row('algorithm.wrong-type', 'ALG-11', 'coerces-alg').sends(
    'an alg that is no string',
    [['RS256'], { a: 1 }, null, true, 256].map((alg) => named(`alg ${JSON.stringify(alg)}`, alg as Json)),
  ),
  row('algorithm.other-digest', 'ALG-12', 'ignores-alg-digest').sends('a signature with another digest than alg says', [
    signed('RS256', signers.RS384, 'RS256 signed with SHA-384'),
    signed('RS384', signers.RS256, 'RS384 signed with SHA-256'),
  ]),
  row('algorithm.other-padding', 'ALG-13', 'ignores-alg-padding').sends(
    'a signature with another padding than alg says',
    [
      signed('RS256', signers.PS256, 'RS256 signed with RSASSA-PSS'),
      signed('PS256', signers.RS256, 'PS256 signed with PKCS#1 v1.5'),
    ],
  ),
  row('algorithm.other-key', 'ALG-12', ['ignores-key-type', 'takes-failed-verification']).sends(
    'RS256 where the registered certificate holds an EC key',
    [
      // What a verifier makes of it that goes by the key alone, and one that takes an error for a yes.
      misused('over its ECDSA signature in DER', digest('sha256')),
      misused('over its ECDSA signature', signers.ES256),
      misused('over random bytes', () => randomBytes(256)),
    ],
  ),
  row('algorithm.short-key', 'ALG-14', 'accepts-short-key').sends('RSA keys of 1024 and 512 bits', [
    certificate('rsa-1024'),
    certificate('rsa-512'),
  ]),
]

/** What is only noted. */
export const recorded: readonly Row[] = [
  row('algorithm.odd-keys', 'ALG-15').sends('what it does with RSA keys of 2052 bits and of exponent 3', [
    certificate('rsa-2052'),
    certificate('rsa-exponent-3'),
  ]),
]
