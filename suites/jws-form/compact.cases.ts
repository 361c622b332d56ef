import { flattened, general, polyglot } from '../../harness/mutations/json-serialization.js'
import { encryptedFor, jweAlgorithms } from '../../harness/mutations/jwe.js'
import { encoding } from '../../harness/mutations/mutation.js'
import { base64url, decoded, signedAgain } from '../../harness/mutations/resign.js'
import type { Row } from '../support/row.js'
import { row } from '../support/row.js'

const unsigned = (payload: string, header: object): string => `${base64url(JSON.stringify(header))}.${payload}.`

/** What is no JWS in compact serialization (RFC 7515 §5.2, §7.1). */
export const refused: readonly Row[] = [
  row('jws-form.empty-signature', 'JWS-01', 'accepts-empty-signature').sends(
    'an assertion whose signature part is empty',
    encoding('header.payload.', ({ header, payload }) => `${header}.${payload}.`),
  ),
  row('jws-form.missing-parts', 'JWS-02', 'accepts-two-parts').sends('an assertion with fewer than three parts', [
    encoding('header.payload', ({ header, payload }) => `${header}.${payload}`),
    encoding('header alone', ({ header }) => header),
    encoding('payload alone', ({ payload }) => payload),
    encoding('empty string', () => ''),
    encoding('two dots', () => '..'),
  ]),
  row('jws-form.four-parts', 'JWS-03', 'accepts-extra-parts').sends('an assertion with a fourth part', [
    encoding('empty fourth part', ({ header, payload, signature }) => `${header}.${payload}.${signature}.`),
    encoding('fourth part foo', ({ header, payload, signature }) => `${header}.${payload}.${signature}.foo`),
  ]),
  row('jws-form.five-parts', 'JWS-04', 'accepts-extra-parts').sends(
    'an assertion with five parts and alg RS256',
    encoding('five parts', ({ header, payload, signature }) => `${header}.${payload}.${signature}.AAAA.AAAA`),
  ),
  row('jws-form.encrypted-plaintext', 'JWS-05', 'accepts-encrypted-plaintext').sends(
    'an unsigned JWT that is encrypted to it',
    jweAlgorithms.flatMap((algorithms) => [
      encoding(`${algorithms.alg} around alg none with x5c`, ({ header, payload }, { target }) => {
        const plain = { ...(JSON.parse(decoded(header)) as object), alg: 'none' }
        return encryptedFor(unsigned(payload, plain), target.publicKey, algorithms)
      }),
      encoding(`${algorithms.alg} around alg none alone`, ({ payload }, { target }) =>
        encryptedFor(unsigned(payload, { alg: 'none' }), target.publicKey, algorithms),
      ),
    ]),
  ),
  row('jws-form.encrypted-signed', 'JWS-06', 'accepts-signed-encryption').sends(
    'a signed assertion that is encrypted to it',
    jweAlgorithms.map((algorithms) =>
      encoding(`${algorithms.alg} around a signed JWT`, ({ header, payload, signature }, { target }) =>
        encryptedFor(`${header}.${payload}.${signature}`, target.publicKey, algorithms),
      ),
    ),
  ),
  row('jws-form.general-json', 'JWS-07', 'accepts-json-serialization').sends(
    'the general JSON serialization',
    encoding('general JSON', (parts) => general(parts.payload, [parts])),
  ),
  row('jws-form.flattened-json', 'JWS-08', 'accepts-json-serialization').sends('the flattened JSON serialization', [
    encoding('flattened JSON', (parts) => flattened(parts)),
    encoding('flattened JSON with an unprotected header', (parts) => flattened(parts, { kid: 'x' })),
  ]),
  row('jws-form.polyglot', 'JWS-09', 'accepts-json-polyglot').sends(
    'a JSON serialization that holds a compact JWS with other claims',
    encoding(
      'signed for another party, sound claims between the dots',
      (parts, { party, other }) => polyglot(parts, party.certified.key, other.partyId),
      'other',
    ),
  ),
  row('jws-form.two-signatures', 'JWS-10', 'accepts-json-serialization').sends(
    'a JSON serialization with a second, foreign signature',
    [false, true].map((foreignFirst) =>
      encoding(`two signatures, the foreign one ${foreignFirst ? 'first' : 'last'}`, (parts, { foreignKey }) => {
        const header = base64url('{"alg":"RS256","typ":"JWT"}')
        const [, , signature = ''] = signedAgain({ header, payload: parts.payload }, foreignKey).split('.')
        const foreign = { header, signature }
        return general(parts.payload, foreignFirst ? [foreign, parts] : [parts, foreign])
      }),
    ),
  ),
]
