import type { LoginDefect } from '../../harness/check/relying-party/types.js'
import type { IdTokenName } from '../../harness/mutations/id-token.js'
import type { LoginRow } from './rows.js'

const made = (...names: readonly IdTokenName[]): readonly LoginDefect[] =>
  names.map((name) => ({ entry: 'id_token', name }))

const about = (requirement: string, serviceProvider: string) => ({
  atServiceProvider: { requirements: [requirement], cases: [serviceProvider] },
  atBroker: { requirements: ['BROKER-UPSTREAM'], cases: ['BRK-05'] },
})
const claims = about('LOGIN-ID-TOKEN', 'OID-14')
const signature = about('LOGIN-ID-TOKEN-SIGNED', 'OID-15')
const nonce = about('LOGIN-NONCE', 'OID-16')

/** Where neither text nor case demands it in so many words. */
const loosely = ({ atServiceProvider, atBroker }: typeof claims, level: 'strict' | 'should') => ({
  atServiceProvider: { requirements: atServiceProvider.requirements, cases: [], level },
  atBroker: { requirements: atBroker.requirements, cases: [], level },
})

/** id_tokens that end a login (L245–246, OpenID Connect Core §3.1.3.7). */
export const idTokenRows: readonly LoginRow[] = [
  {
    mnemonic: 'issuer',
    title: 'on an id_token with another iss',
    defects: made('iss of the other provider', 'issued by another participant'),
    detects: ['ignores-id-token-issuer'],
    ...claims,
  },
  {
    mnemonic: 'issuer-near',
    title: 'on an id_token whose iss only begins as that of the provider',
    defects: made('iss with more behind it'),
    profile: 'standard',
    detects: ['compares-beginning-of-id-token-issuer'],
    ...claims,
  },
  {
    mnemonic: 'issuer-missing',
    title: 'on an id_token without iss',
    defects: made('without iss'),
    profile: 'standard',
    detects: ['accepts-id-token-without-iss'],
    ...claims,
  },
  {
    mnemonic: 'audience',
    title: 'on an id_token for another client',
    defects: made('for another audience'),
    detects: ['accepts-id-token-for-another'],
    ...claims,
  },
  {
    mnemonic: 'audience-near',
    title: 'on an id_token whose aud only begins as its own id',
    defects: made('for an audience with more behind it'),
    profile: 'standard',
    detects: ['compares-beginning-of-id-token-audience'],
    ...claims,
  },
  {
    mnemonic: 'audience-missing',
    title: 'on an id_token without aud',
    defects: made('without aud'),
    profile: 'standard',
    detects: ['accepts-id-token-without-aud'],
    ...claims,
  },
  {
    mnemonic: 'two-audiences',
    title: 'on an id_token for itself and somebody else',
    defects: made('for two audiences'),
    profile: 'standard',
    detects: ['accepts-id-token-for-two'],
    ...claims,
  },
  {
    mnemonic: 'subject-missing',
    title: 'on an id_token without sub',
    defects: made('without sub'),
    profile: 'standard',
    detects: ['accepts-id-token-without-sub'],
    ...claims,
  },
  {
    mnemonic: 'issue-time-missing',
    title: 'on an id_token without iat',
    defects: made('without iat'),
    profile: 'standard',
    detects: ['accepts-id-token-without-iat'],
    ...claims,
  },
  {
    mnemonic: 'expiry-missing',
    title: 'on an id_token without exp',
    defects: made('without exp'),
    profile: 'standard',
    detects: ['accepts-id-token-without-exp'],
    ...claims,
  },
  {
    mnemonic: 'expired',
    title: 'on an id_token that expired long ago',
    defects: made('expired 670 seconds ago'),
    detects: ['accepts-expired-id-token'],
    ...claims,
  },
  {
    mnemonic: 'lifetime',
    title: 'on an id_token that lives for an hour',
    defects: made('exp an hour after iat'),
    detects: ['accepts-id-token-of-an-hour'],
    ...loosely(claims, 'strict'),
  },
  {
    mnemonic: 'future',
    title: 'on an id_token that is issued in ten minutes',
    defects: made('iat ten minutes ahead'),
    detects: ['accepts-id-token-of-the-future'],
    ...loosely(claims, 'strict'),
  },
  {
    mnemonic: 'jti-missing',
    title: 'on an id_token without jti',
    defects: made('without jti'),
    detects: ['accepts-id-token-without-jti'],
    ...loosely(claims, 'strict'),
  },
  {
    mnemonic: 'signature',
    title: 'on an id_token with a wrong signature',
    defects: made('signature corrupted', 'signature empty', 'signature of other claims', 'signed with another key'),
    detects: ['ignores-id-token-signature'],
    ...signature,
  },
  {
    mnemonic: 'signer',
    title: 'on an id_token that another participant signed',
    defects: made('signed by another participant', 'issued by the client'),
    profile: 'standard',
    detects: ['accepts-unregistered-id-token-certificate'],
    ...signature,
  },
  {
    mnemonic: 'unsigned',
    title: 'on an id_token that nobody signed',
    defects: made('alg none'),
    detects: ['accepts-unsigned-id-token'],
    ...signature,
  },
  {
    mnemonic: 'unsigned-otherwise',
    title: 'on an id_token that nobody signed, spelled otherwise',
    defects: made('alg None', 'alg NONE', 'alg nOnE', 'alg none in two parts', 'two parts'),
    profile: 'standard',
    detects: ['accepts-unsigned-id-token'],
    ...signature,
  },
  {
    mnemonic: 'hs256',
    title: 'on an id_token under HS256 with the public key as secret',
    defects: made('HS256 with the public key as PEM'),
    detects: ['accepts-hs256-id-token'],
    ...signature,
  },
  {
    mnemonic: 'hs256-otherwise',
    title: 'on an id_token under HS256 with the public key in another form as secret',
    defects: made(
      'HS256 with the public key as DER',
      'HS256 with the certificate as PEM',
      'HS256 with the certificate as DER',
    ),
    profile: 'standard',
    detects: ['accepts-hs256-id-token'],
    ...signature,
  },
  {
    mnemonic: 'hs256-client-id',
    title: 'on an id_token under HS256 with the client_id as secret',
    defects: made('HS256 with the client_id'),
    profile: 'standard',
    detects: ['accepts-hs256-id-token-with-client-id'],
    ...signature,
  },
  {
    mnemonic: 'jwk',
    title: 'on an id_token that brings its own key',
    defects: made('jwk in the header'),
    profile: 'standard',
    detects: ['honours-id-token-jwk'],
    ...signature,
  },
  {
    mnemonic: 'untrusted-chain',
    title: 'on an id_token with a chain to a root that nobody trusts',
    defects: made('untrusted chain'),
    detects: ['trusts-any-id-token-chain'],
    ...signature,
  },
  {
    mnemonic: 'chain-of-names',
    title: 'on an id_token with a chain of the same names',
    defects: made('chain of the same names'),
    profile: 'standard',
    detects: ['matches-id-token-issuer-by-name'],
    ...signature,
  },
  {
    mnemonic: 'crit',
    title: 'on an id_token with a critical extension that nobody knows',
    defects: made('crit that nobody knows'),
    detects: ['ignores-crit-of-id-token'],
    ...loosely(signature, 'strict'),
  },
  {
    mnemonic: 'ps256',
    title: 'on an id_token under PS256',
    defects: made('PS256'),
    detects: ['accepts-ps256-id-token'],
    ...loosely(signature, 'strict'),
  },
  {
    mnemonic: 'expired-certificate',
    title: 'on an id_token with a certificate that has expired and stands in the registry still',
    defects: made('registered certificate that has expired'),
    exclusive: true,
    detects: ['accepts-expired-id-token-certificate'],
    ...loosely(signature, 'strict'),
  },
  {
    mnemonic: 'unregistered-certificate',
    title: 'on an id_token with a certificate that the registry does not hold',
    defects: made('unregistered certificate'),
    detects: ['accepts-unregistered-id-token-certificate'],
    ...loosely(signature, 'should'),
  },
  {
    mnemonic: 'nonce',
    title: 'on an id_token with another nonce',
    defects: made('another nonce'),
    needs: 'nonce',
    detects: ['ignores-nonce', 'keeps-login-of-wrong-nonce'],
    ...nonce,
  },
  {
    mnemonic: 'nonce-missing',
    title: 'on an id_token without the nonce that it sent',
    defects: made('without nonce'),
    needs: 'nonce',
    profile: 'standard',
    detects: ['accepts-missing-nonce'],
    ...nonce,
  },
]
