import type { Json } from '../../harness/contracts/json.js'
import { header, identity, signature, unregistered } from '../../harness/mutations/mutation.js'
import type { Mutation, Party } from '../../harness/mutations/types.js'
import type { Row } from '../support/row.js'
import { row } from '../support/row.js'
import { holding } from '../support/values/certificates.js'
import { bareKey, certificateBag, signingRequest, truncated } from './unreadable.js'

type Chain = readonly Buffer[]
const base64 = (der: Buffer): string => der.toString('base64')

/** Another value of `x5c`; `undefined` leaves it out. */
const x5c = (name: string, of: (chain: Chain) => Json | undefined): Mutation =>
  header(name, (own, { party }) => {
    const value = of(party.certified.chain)
    if (value === undefined) delete own.x5c
    else own.x5c = value
  })

/** Other certificates in `x5c`, or the same in another order. */
const certificates = (name: string, of: (chain: Chain, party: Party) => Chain): Mutation => ({
  ...header(name, (own, { party }) => {
    own.x5c = of(party.certified.chain, party).map(base64)
  }),
  unfit(party) {
    const { chain } = party.certified
    const changed = of(chain, party)
    const isSame = changed.length === chain.length && changed.every((der, index) => chain[index]?.equals(der))
    return isSame ? `"${name}" changes nothing about a chain of ${chain.length} certificates.` : undefined
  },
})

const leafOf = ([leaf = Buffer.alloc(0)]: Chain): Buffer => leaf
const rootOf = (chain: Chain): Buffer => chain.at(-1) ?? Buffer.alloc(0)
const between = (chain: Chain): Chain => chain.slice(1, -1)

const leafAlone: Mutation = {
  ...certificates('leaf', (chain) => [leafOf(chain)]),
  // Then it is a chain without its root, which `chain.without-root` only records.
  unfit: ({ certified: { chain } }) =>
    chain.length > 2
      ? undefined
      : `Of a chain of ${chain.length} certificates the leaf alone lacks nothing but the root.`,
}

const unreadable: Readonly<Record<string, (leaf: Buffer, party: Party) => Buffer>> = {
  'a truncated certificate': truncated,
  'a PKCS#7 bag': certificateBag,
  'a bare public key': (_, party) => bareKey(party.certified.key),
  'a signing request': (_, party) => signingRequest(party.certified.key),
}

export const refused: readonly Row[] = [
  row('chain.missing', 'X5C-01', 'accepts-missing-x5c').sends(
    'a client assertion without x5c',
    x5c('without x5c', () => undefined),
  ),
  row('chain.empty', 'X5C-02', 'accepts-empty-x5c').sends(
    'a client assertion whose x5c holds no certificate',
    [[], null, '', {}, [''], [null], [1]].map((value: Json) => x5c(`x5c ${JSON.stringify(value)}`, () => value)),
  ),
  row('chain.string', 'X5C-03', 'accepts-x5c-string').sends(
    'a client assertion whose x5c is a single string',
    x5c('the leaf as a string', (chain) => base64(leafOf(chain))),
  ),
  row('chain.self-signed', 'X5C-04', 'trusts-self-signed').sends(
    'a certificate that its holder signed itself',
    holding('self-signed-leaf'),
  ),
  row('chain.same-names', 'X5C-05', 'matches-issuer-by-name').sends(
    'a chain of an untrusted CA that bears every name of the trusted one',
    holding('same-name-twin'),
  ),
  row('chain.real-root-appended', 'X5C-06', [
    'trusts-last-certificate',
    'verifies-no-certificate-signatures',
    'compares-last-certificate-with-list',
  ]).sends(
    'a chain of an untrusted CA that ends in the trusted root all the same',
    holding('twin-chain-with-real-root', 'untrusted-chain-with-real-root', 'untrusted-chain-before-real-root'),
  ),
  {
    // Only the signature is wrong: a server that asks for revocation learns nothing that would save it, whether it needs
    // a source or not.
    id: 'chain.forged-signature',
    title: 'a chain of all the right names, one of whose certificates its issuer did not sign',
    requirements: ['CERT-TRUSTED-CA'],
    cases: ['X5C-06'],
    detects: [
      'trusts-last-certificate',
      'verifies-no-certificate-signatures',
      'skips-second-signature-of-four',
      'skips-last-signature-of-four',
      'verifies-signatures-of-lists-alone',
    ],
    mutate: holding(
      'forged-leaf-under-real-chain',
      'forged-intermediate-under-real-root',
      'forged-lower-under-real-chain',
      'forged-upper-under-real-root',
      'forged-leaf-with-real-sources',
      'forged-intermediate-with-real-sources',
      'forged-lower-with-real-sources',
      'forged-upper-with-real-sources',
    ),
  },
  {
    // RFC 5280 §6.1.3 (a)(4). Nobody gains by it, since the right key signed.
    id: 'chain.issuer-name',
    title:
      'a chain in which a certificate names somebody else as its issuer than the one behind it, whose key signed it',
    requirements: ['CERT-TRUSTED-CA'],
    cases: [],
    level: 'strict',
    detects: ['compares-no-names-of-issuers', 'trusts-last-certificate'],
    mutate: holding('misnamed-issuer', 'intermediate-of-misnamed-issuer'),
  },
  row('chain.untrusted-root', 'X5C-15', ['trusts-any-root', 'trusts-tls-root']).sends(
    'a sound chain whose root is not on the trusted list',
    holding('untrusted-chain', 'tls-chain'),
  ),
  row('chain.untrusted-root-of-another-length', 'X5C-15', ['trusts-any-root', 'trusts-any-root-of-four']).sends(
    'a sound chain of two or four whose root is not on the trusted list',
    holding('untrusted-chain-of-2', 'untrusted-chain-of-4'),
  ),
  row('chain.victim-first', 'X5C-07', 'tries-every-key').sends(
    "an assertion in another party's name with that party's certificate first and the sender's behind it",
    [
      asVictim('own certificate second', (victim, own) => [leafOf(victim), ...own]),
      asVictim('own certificate last', (victim, own) => [...victim, leafOf(own)]),
    ],
  ),
  row('chain.victim-behind', ['REGISTRY-CERT-MATCH', 'JWT-X5C-LEAF-FIRST', 'X5C-07'], 'registers-any-of-x5c').sends(
    "an assertion in another party's name with the sender's certificate first and that party's behind it",
    [
      asVictim('own chain, the certificate of the other party last', (victim, own) => [...own, leafOf(victim)]),
      asVictim('the certificate of the other party second', (victim, own) => [
        leafOf(own),
        leafOf(victim),
        ...own.slice(1),
      ]),
    ],
  ),
  row('chain.other-key', 'X5C-08', 'tries-every-key').sends(
    'a signature by the key of another certificate than the first of x5c',
    [
      otherKey('certificate of the signing key last', (own, other) => [...own, leafOf(other)]),
      otherKey('certificate of the signing key second', (own, other) => [leafOf(own), leafOf(other), ...own.slice(1)]),
      otherKey('certificate of the signing key absent', (own) => own),
    ],
  ),
  row('chain.of-another', 'X5C-08', 'verifies-with-registered-key').sends(
    "the chain of another participant under a signature by the sender's registered key",
    header(
      'the chain of another participant',
      (own, { other }) => {
        own.x5c = other.certified.chain.map(base64)
      },
      'other',
    ),
  ),
  row('chain.without-intermediate', 'X5C-09', 'completes-chain').sends(
    'a chain without its intermediate',
    certificates('leaf and root', (chain) => [leafOf(chain), rootOf(chain)]),
  ),
  row('chain.leaf-only', 'X5C-10', 'completes-chain').sends('a chain of the leaf alone', leafAlone),
  row('chain.leaf-not-first', 'X5C-12', 'reorders-chain').sends('a chain whose first certificate is not the leaf', [
    certificates('root, intermediate, leaf', (chain) => chain.toReversed()),
    certificates('intermediate, leaf, root', (chain) => [...between(chain), leafOf(chain), rootOf(chain)]),
  ]),
  row('chain.root-not-last', 'X5C-12', 'reorders-chain', { level: 'should' }).sends(
    'a chain whose root stands before its intermediate',
    certificates('leaf, root, intermediate', (chain) => [leafOf(chain), rootOf(chain), ...between(chain)]),
  ),
  row('chain.issuer-credential', 'X5C-16', 'accepts-unregistered-certificate', { atLogin: 'LOGIN-CLIENT-ID' }).sends(
    'an assertion signed with the key of the root or of an intermediate, which is registered for nobody',
    [unregistered('root-as-leaf'), unregistered('intermediate-as-leaf')],
  ),
  row('chain.unreadable', 'X5C-22', 'skips-unreadable-certificates').sends(
    'a chain whose first element is no certificate',
    Object.entries(unreadable).flatMap(([name, of]) => [
      certificates(`${name} before the chain`, (chain, party) => [of(leafOf(chain), party), ...chain]),
      certificates(`${name} for the leaf`, (chain, party) => [of(leafOf(chain), party), ...chain.slice(1)]),
    ]),
  ),
  row('chain.trailing-bytes', 'X5C-20').sends('an element of x5c with more in it than one certificate', [
    certificates('garbage behind the leaf', ([leaf = Buffer.alloc(0), ...rest]) => [
      Buffer.concat([leaf, Buffer.from('garbage')]),
      ...rest,
    ]),
    certificates('leaf and intermediate in one element', (chain) => [Buffer.concat(chain.slice(0, 2)), rootOf(chain)]),
  ]),
]

function asVictim(name: string, of: (victim: Chain, own: Chain) => Chain): Mutation {
  return identity(
    `another party's name, ${name}`,
    (names, { party, other }) => {
      Object.assign(names, { iss: other.partyId, sub: other.partyId, client_id: other.partyId })
      names.certified = { key: party.certified.key, chain: of(other.certified.chain, party.certified.chain) }
    },
    'other',
  )
}

function otherKey(name: string, of: (own: Chain, other: Chain) => Chain): Mutation {
  return signature(
    name,
    (signing, { party, other }) => {
      signing.key = other.certified.key
      signing.header.x5c = of(party.certified.chain, other.certified.chain).map(base64)
    },
    'other',
  )
}
