import { flattened, general, polyglot } from '../../harness/mutations/json-serialization.js'
import { encryptedFor, jweAlgorithms } from '../../harness/mutations/jwe.js'
import { encoding } from '../../harness/mutations/mutation.js'
import { base64url, decoded, signedAgain } from '../../harness/mutations/resign.js'
import type { Row } from '../support/row.js'

const unsigned = (payload: string, header: object): string => `${base64url(JSON.stringify(header))}.${payload}.`

/** What is no JWS in compact serialization (RFC 7515 §5.2, §7.1). */
export const refused: readonly Row[] = [
  {
    id: 'jws-form.empty-signature',
    title: 'an assertion whose signature part is empty',
    requirements: ['JWT-SIGNED'],
    cases: ['JWS-01'],
    detects: ['accepts-empty-signature'],
    mutate: encoding('header.payload.', ({ header, payload }) => `${header}.${payload}.`),
  },
  {
    id: 'jws-form.missing-parts',
    title: 'an assertion with fewer than three parts',
    requirements: ['JWS-COMPACT'],
    cases: ['JWS-02'],
    detects: ['accepts-two-parts'],
    mutate: [
      encoding('header.payload', ({ header, payload }) => `${header}.${payload}`),
      encoding('header alone', ({ header }) => header),
      encoding('payload alone', ({ payload }) => payload),
      encoding('empty string', () => ''),
      encoding('two dots', () => '..'),
    ],
  },
  {
    id: 'jws-form.four-parts',
    title: 'an assertion with a fourth part',
    requirements: ['JWS-COMPACT-ONLY'],
    cases: ['JWS-03'],
    detects: ['accepts-extra-parts'],
    mutate: [
      encoding('empty fourth part', ({ header, payload, signature }) => `${header}.${payload}.${signature}.`),
      encoding('fourth part foo', ({ header, payload, signature }) => `${header}.${payload}.${signature}.foo`),
    ],
  },
  {
    id: 'jws-form.five-parts',
    title: 'an assertion with five parts and alg RS256',
    requirements: ['JWS-COMPACT-ONLY'],
    cases: ['JWS-04'],
    detects: ['accepts-extra-parts'],
    mutate: encoding('five parts', ({ header, payload, signature }) => `${header}.${payload}.${signature}.AAAA.AAAA`),
  },
  {
    id: 'jws-form.encrypted-plaintext',
    title: 'an unsigned JWT that is encrypted to it',
    requirements: ['JWT-SIGNED'],
    cases: ['JWS-05'],
    detects: ['accepts-encrypted-plaintext'],
    mutate: jweAlgorithms.flatMap((algorithms) => [
      encoding(`${algorithms.alg} around alg none with x5c`, ({ header, payload }, { target }) => {
        const plain = { ...(JSON.parse(decoded(header)) as object), alg: 'none' }
        return encryptedFor(unsigned(payload, plain), target.publicKey, algorithms)
      }),
      encoding(`${algorithms.alg} around alg none alone`, ({ payload }, { target }) =>
        encryptedFor(unsigned(payload, { alg: 'none' }), target.publicKey, algorithms),
      ),
    ]),
  },
  {
    id: 'jws-form.encrypted-signed',
    title: 'a signed assertion that is encrypted to it',
    requirements: ['JWS-COMPACT-ONLY'],
    cases: ['JWS-06'],
    detects: ['accepts-signed-encryption'],
    mutate: jweAlgorithms.map((algorithms) =>
      encoding(`${algorithms.alg} around a signed JWT`, ({ header, payload, signature }, { target }) =>
        encryptedFor(`${header}.${payload}.${signature}`, target.publicKey, algorithms),
      ),
    ),
  },
  {
    id: 'jws-form.general-json',
    title: 'the general JSON serialization',
    requirements: ['JWS-COMPACT-ONLY'],
    cases: ['JWS-07'],
    detects: ['accepts-json-serialization'],
    mutate: encoding('general JSON', (parts) => general(parts.payload, [parts])),
  },
  {
    id: 'jws-form.flattened-json',
    title: 'the flattened JSON serialization',
    requirements: ['JWS-COMPACT-ONLY'],
    cases: ['JWS-08'],
    detects: ['accepts-json-serialization'],
    mutate: [
      encoding('flattened JSON', (parts) => flattened(parts)),
      encoding('flattened JSON with an unprotected header', (parts) => flattened(parts, { kid: 'x' })),
    ],
  },
  {
    id: 'jws-form.polyglot',
    title: 'a JSON serialization that holds a compact JWS with other claims',
    requirements: ['JWS-COMPACT'],
    cases: ['JWS-09'],
    detects: ['accepts-json-polyglot'],
    mutate: encoding(
      'signed for another party, sound claims between the dots',
      (parts, { party, other }) => polyglot(parts, party.certified.key, other.partyId),
      'other',
    ),
  },
  {
    id: 'jws-form.two-signatures',
    title: 'a JSON serialization with a second, foreign signature',
    requirements: ['JWS-COMPACT-ONLY'],
    cases: ['JWS-10'],
    detects: ['accepts-json-serialization'],
    mutate: [false, true].map((foreignFirst) =>
      encoding(`two signatures, the foreign one ${foreignFirst ? 'first' : 'last'}`, (parts, { foreignKey }) => {
        const header = base64url('{"alg":"RS256","typ":"JWT"}')
        const [, , signature = ''] = signedAgain({ header, payload: parts.payload }, foreignKey).split('.')
        const foreign = { header, signature }
        return general(parts.payload, foreignFirst ? [foreign, parts] : [parts, foreign])
      }),
    ),
  },
]
