import { claims, form, header, registry, request, signature } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'
import { signer } from '../../harness/wire/jws.js'
import { partiesTokensFor } from '../support/answers.js'
import { holding } from '../support/certificates.js'
import { freeJtis } from '../support/free-jtis.js'
import { chunked, inForm, withHeader } from '../support/requests.js'
import { lookingUp } from '../support/roles.js'
import type { Row } from '../support/row.js'

const algorithm = (alg: 'RS384' | 'RS512'): Mutation =>
  signature(alg, (signing) => {
    signing.header.alg = alg
    signing.sign = signer(alg)
  })

const extra = (name: string, value: (iat: number) => Parameters<typeof Object.assign>[1]): Mutation =>
  claims(name, (own) => void Object.assign(own, value(Number(own.iat))))

const body = (name: string, rewrite: (body: string) => string): Mutation => request(name, inForm(rewrite))
const contentType = (value: string): Mutation =>
  request(
    value,
    withHeader('content-type', (own) => (own.includes('form') ? value : own)),
  )
const lowerCaseHex = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase())

export const accepted: readonly Row[] = [
  {
    id: 'positive.algorithms',
    title: 'client assertions signed with RS384 and RS512',
    requirements: ['JWT-ALG-EVERY'],
    cases: ['POS-02'],
    detects: ['refuses-rs384'],
    mutate: [algorithm('RS384'), algorithm('RS512')],
  },
  {
    id: 'positive.parties-token-algorithms',
    title: 'a parties_token signed with RS384 and RS512',
    requirements: ['JWT-ALG-EVERY'],
    cases: ['POS-02'],
    roles: lookingUp,
    detects: ['refuses-rs384-parties-token'],
    mutate: partiesTokensFor('POS-02'),
  },
  {
    id: 'positive.large-keys',
    title: 'RSA keys of 3072 and 4096 bits',
    requirements: ['KEY-SIZE-LARGE'],
    cases: ['POS-03'],
    profile: 'standard',
    detects: ['refuses-large-keys'],
    largeKeys: true,
    mutate: holding('rsa-3072', 'rsa-4096'),
  },
  {
    id: 'positive.chain-lengths',
    title: 'chains of two and of four certificates',
    requirements: ['JWT-X5C-CHAIN'],
    cases: ['POS-04'],
    detects: ['requires-three-certificates'],
    mutate: holding('chain-of-2', 'chain-of-4'),
  },
  {
    id: 'positive.roots',
    title: 'certificates under the second trusted root',
    requirements: ['CERT-TRUSTED-CA'],
    cases: ['POS-05'],
    detects: ['trusts-first-root'],
    mutate: holding('second-root'),
  },
  {
    id: 'positive.jti',
    title: 'a jti that is no UUID',
    requirements: ['JWT-JTI-FREE'],
    cases: ['POS-06'],
    detects: ['requires-uuid-jti'],
    mutate: freeJtis,
  },
  {
    id: 'positive.extra-claims',
    title: 'claims that it does not know',
    requirements: ['JWT-EXTRA-CLAIMS'],
    cases: ['POS-07'],
    detects: ['refuses-extra-claims'],
    mutate: [
      extra('nbf equal to iat', (iat) => ({ nbf: iat })),
      claims('claim client_id', (own) => void Object.assign(own, { client_id: own.iss })),
      extra('claim foo', () => ({ foo: 'bar' })),
      extra('nested claim', () => ({ nested: { list: [1, { deep: true }] } })),
    ],
  },
  {
    id: 'positive.form-encoding',
    title: 'form parameters in every legal percent-encoding',
    requirements: ['TOKEN-FORM-DECODING'],
    cases: ['POS-16'],
    detects: ['refuses-encoded-form'],
    mutate: [
      body('dots and hyphens encoded', (text) => text.replaceAll('.', '%2E').replaceAll('-', '%2D')),
      body('colons not encoded', (text) => text.replaceAll('%3A', ':')),
      body('lower-case hex digits', lowerCaseHex),
    ],
  },
  {
    id: 'positive.parameters',
    title: 'parameters in another order and one that it does not know',
    requirements: ['TOKEN-UNKNOWN-PARAMETERS'],
    cases: ['POS-17'],
    detects: ['refuses-unknown-parameters'],
    mutate: [
      form('parameters in reverse order', (parameters) => void parameters.reverse()),
      form('with foo=bar', (parameters) => void parameters.push(['foo', 'bar'])),
    ],
  },
  {
    id: 'positive.large-chain',
    title: 'an assertion with a chain of four RSA-4096 certificates',
    requirements: ['TOKEN-LARGE'],
    cases: ['POS-18'],
    profile: 'standard',
    detects: ['refuses-large-keys', 'limits-body'],
    largeKeys: true,
    mutate: holding('chain-of-four-rsa-4096'),
  },
  {
    id: 'positive.chunked',
    title: 'a chunked request',
    requirements: ['TOKEN-FORM-DECODING'],
    cases: ['POS-20'],
    mutate: request('chunked', chunked),
  },
  {
    id: 'positive.content-type',
    title: 'other spellings of the content type of a form',
    requirements: ['TOKEN-FORM-DECODING'],
    cases: ['POS-21'],
    mutate: [
      contentType('application/x-www-form-urlencoded; charset=UTF-8'),
      contentType('Application/X-WWW-Form-Urlencoded'),
    ],
  },
  {
    id: 'positive.header-order',
    title: 'a header whose members stand in another order',
    requirements: ['JWT-JSON-SPELLING'],
    cases: ['POS-26'],
    mutate: header('x5c, typ, alg', (own) => {
      const { alg = null, typ = null, x5c = null } = own
      for (const name of ['alg', 'typ', 'x5c']) delete own[name]
      Object.assign(own, { x5c, typ, alg })
    }),
  },
  {
    id: 'positive.key-usage-not-critical',
    title: 'a leaf whose key usage is not critical',
    requirements: ['CERT-KEY-USAGE'],
    cases: ['POS-27'],
    level: 'should',
    mutate: holding('key-usage-not-critical'),
  },
  {
    id: 'positive.extended-key-usage',
    title: 'a leaf for client authentication',
    requirements: ['CERT-EXTENDED-KEY-USAGE'],
    cases: ['POS-28'],
    mutate: holding('extended-key-usage-client'),
  },
  {
    id: 'positive.subjects',
    title: 'leaves with unusual subject names',
    requirements: ['CERT-SUBJECT'],
    cases: ['POS-29'],
    mutate: holding('subject-utf8', 'subject-multi-valued', 'subject-alternative-name'),
  },
  {
    id: 'positive.certificate-signatures',
    title: 'certificates signed with SHA-384, SHA-512, RSASSA-PSS or ECDSA',
    requirements: ['CERT-SIGNATURE'],
    cases: ['POS-30'],
    mutate: holding('signed-sha384', 'signed-sha512', 'signed-rsa-pss', 'ec-intermediate'),
  },
  {
    id: 'positive.slow-registry',
    title: 'a client about which the registry answers after 3 seconds',
    requirements: ['REGISTRY-SLOW'],
    cases: ['POS-31'],
    profile: 'deep',
    roles: lookingUp,
    mutate: registry('after 3 seconds', { transport: 'after 3 seconds' }),
  },
]

export const recorded: readonly Row[] = [
  // Its issuer broke RFC 5280 §4.2.1.6, and OpenSSL refuses it where it is asked to be strict.
  {
    id: 'positive.empty-alternative-name',
    title: 'whether it takes a leaf with an empty subject alternative name',
    requirements: ['CERT-SUBJECT'],
    cases: ['POS-29'],
    mutate: holding('subject-alternative-name-empty'),
  },
  {
    id: 'positive.slower-registry',
    title: 'whether it waits 5 seconds for the registry',
    requirements: ['REGISTRY-SLOW'],
    cases: ['POS-31'],
    profile: 'deep',
    roles: lookingUp,
    mutate: registry('after 5 seconds', { transport: 'after 5 seconds' }),
  },
  {
    id: 'positive.three-intermediates',
    title: 'whether it takes a chain with three intermediates',
    requirements: ['JWT-X5C-CHAIN'],
    cases: ['POS-04'],
    level: 'should',
    roles: lookingUp,
    mutate: holding('three-intermediates'),
  },
]
