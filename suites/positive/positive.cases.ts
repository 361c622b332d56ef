import { conforming } from '../../harness/guises/values.js'
import { claims, registry, request } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'
import { lookingUp } from '../support/roles.js'
import type { Row } from '../support/row.js'
import { row } from '../support/row.js'
import { holding } from '../support/values/certificates.js'
import { freeJtis } from '../support/values/free-jtis.js'
import { chunked, inForm, withHeader } from '../support/values/requests.js'

const body = (name: string, rewrite: (body: string) => string): Mutation => request(name, inForm(rewrite))
const contentType = (value: string): Mutation =>
  request(
    value,
    withHeader('content-type', (own) => (own.includes('form') ? value : own)),
  )
const lowerCaseHex = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase())

export const accepted: readonly Row[] = [
  row('positive.algorithms', 'POS-02', 'refuses-rs384').sends(
    'client assertions signed with RS384 and RS512',
    conforming('alg=RS384', 'alg=RS512'),
  ),
  row('positive.parties-token-algorithms', 'POS-02', 'refuses-rs384-parties-token', { roles: lookingUp }).sends(
    'a parties_token signed with RS384 and RS512',
    conforming('answer=RS384', 'answer=RS512'),
  ),
  row('positive.large-keys', 'POS-03', 'refuses-large-keys', { profile: 'standard', largeKeys: true }).sends(
    'RSA keys of 3072 and 4096 bits',
    holding('rsa-3072', 'rsa-4096'),
  ),
  row('positive.chain-lengths', 'POS-04', 'requires-three-certificates').sends(
    'chains of two and of four certificates',
    holding('chain-of-2', 'chain-of-4'),
  ),
  row('positive.roots', 'POS-05', 'trusts-first-root').sends(
    'certificates under the second trusted root',
    holding('second-root'),
  ),
  row('positive.jti', 'POS-06', 'requires-uuid-jti').sends('a jti that is no UUID', freeJtis),
  row('positive.extra-claims', 'POS-07', 'refuses-extra-claims').sends('claims that it does not know', [
    ...conforming('claims=nbf', 'claims=foo'),
    claims('claim client_id', (own) => void Object.assign(own, { client_id: own.iss })),
  ]),
  row('positive.claims-in-capitals', 'POS-07', ['ignores-case-of-claim-names', 'refuses-extra-claims']).sends(
    'claims whose names are those of the text in capitals',
    [
      claims('EXP 0', (own) => void Object.assign(own, { EXP: 0 })),
      claims(
        'AUD of another participant',
        (own, { other }) => void Object.assign(own, { AUD: other.partyId }),
        'other',
      ),
    ],
  ),
  row('positive.earlier-nbf', 'POS-07', 'refuses-earlier-nbf', { level: 'strict' }).sends(
    'an nbf a minute and an hour before iat',
    [60, 3600].map((seconds) =>
      claims(`nbf = iat - ${seconds}`, (own) => void Object.assign(own, { nbf: Number(own.iat) - seconds })),
    ),
  ),
  row('positive.form-encoding', 'POS-16', 'refuses-encoded-form').sends(
    'form parameters in every legal percent-encoding',
    [
      ...conforming('form=percent-encoded'),
      body('colons not encoded', (text) => text.replaceAll('%3A', ':')),
      body('lower-case hex digits', lowerCaseHex),
    ],
  ),
  row('positive.parameters', 'POS-17', 'refuses-unknown-parameters').sends(
    'parameters in another order and one that it does not know',
    conforming('form=in another order', 'form=one unknown parameter'),
  ),
  row('positive.large-chain', 'POS-18', ['refuses-large-keys', 'limits-body'], {
    profile: 'standard',
    largeKeys: true,
  }).sends('an assertion with a chain of four RSA-4096 certificates', holding('chain-of-four-rsa-4096')),
  row('positive.chunked', 'POS-20').sends('a chunked request', request('chunked', chunked)),
  row('positive.content-type', 'POS-21').sends('other spellings of the content type of a form', [
    contentType('application/x-www-form-urlencoded; charset=UTF-8'),
    contentType('Application/X-WWW-Form-Urlencoded'),
  ]),
  row('positive.header-order', 'POS-26').sends(
    'a header whose members stand in another order',
    conforming('header=in another order'),
  ),
  row('positive.key-usage-not-critical', 'POS-27', [], { level: 'should' }).sends(
    'a leaf whose key usage is not critical',
    holding('key-usage-not-critical'),
  ),
  row('positive.far-dates', 'POS-37', ['refuses-dates-after-2049', 'refuses-roots-after-2049']).sends(
    'leaves and intermediates that end in 2050, 2060 and 9999, and a root that ends in 9999',
    holding(
      'leaf-to-2050',
      'leaf-to-2060',
      'leaf-to-9999',
      'intermediate-to-2050',
      'intermediate-to-2060',
      'intermediate-to-9999',
      'root-to-9999',
    ),
  ),
  row('positive.last-utc-time', 'POS-38', 'reads-2049-as-1949').sends(
    'leaves and intermediates that end in the last second of 2049',
    holding('leaf-to-2049', 'intermediate-to-2049'),
  ),
  row('positive.extended-key-usage', 'POS-28').sends(
    'a leaf for client authentication',
    holding('extended-key-usage-client'),
  ),
  row('positive.subjects', 'POS-29').sends(
    'leaves with unusual subject names',
    holding('subject-utf8', 'subject-multi-valued', 'subject-alternative-name'),
  ),
  row('positive.certificate-signatures', 'POS-30').sends(
    'certificates signed with SHA-384, SHA-512, RSASSA-PSS or ECDSA',
    holding('signed-sha384', 'signed-sha512', 'signed-rsa-pss', 'ec-intermediate'),
  ),
  row('positive.slow-registry', 'POS-31', [], { profile: 'deep', roles: lookingUp }).sends(
    'a client about which the registry answers after 3 seconds',
    registry('after 3 seconds', { transport: 'after 3 seconds' }),
  ),
]

export const recorded: readonly Row[] = [
  // Its issuer broke RFC 5280 §4.2.1.6, and OpenSSL refuses it where it is asked to be strict.
  row('positive.empty-alternative-name', 'POS-29').sends(
    'whether it takes a leaf with an empty subject alternative name',
    holding('subject-alternative-name-empty'),
  ),
  row('positive.slower-registry', 'POS-31', [], { profile: 'deep', roles: lookingUp }).sends(
    'whether it waits 5 seconds for the registry',
    registry('after 5 seconds', { transport: 'after 5 seconds' }),
  ),
  row('positive.three-intermediates', 'POS-04', [], { level: 'should', roles: lookingUp }).sends(
    'whether it takes a chain with three intermediates',
    holding('three-intermediates'),
  ),
]
