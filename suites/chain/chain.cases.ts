import type { Json } from '../../harness/json.js'
import { header, identity, signature, unregistered } from '../../harness/mutations/mutation.js'
import type { Mutation, Party } from '../../harness/mutations/types.js'
import { holding } from '../support/certificates.js'
import type { Row } from '../support/row.js'
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

const unreadable: Readonly<Record<string, (leaf: Buffer, party: Party) => Buffer>> = {
  'a truncated certificate': truncated,
  'a PKCS#7 bag': certificateBag,
  'a bare public key': (_, party) => bareKey(party.certified.key),
  'a signing request': (_, party) => signingRequest(party.certified.key),
}

export const refused: readonly Row[] = [
  {
    id: 'chain.missing',
    title: 'a client assertion without x5c',
    requirements: ['JWT-X5C'],
    cases: ['X5C-01'],
    detects: ['accepts-missing-x5c'],
    mutate: x5c('without x5c', () => undefined),
  },
  {
    id: 'chain.empty',
    title: 'a client assertion whose x5c holds no certificate',
    requirements: ['JWT-X5C-READABLE'],
    cases: ['X5C-02'],
    detects: ['accepts-empty-x5c'],
    mutate: [[], null, '', {}, [''], [null], [1]].map((value: Json) =>
      x5c(`x5c ${JSON.stringify(value)}`, () => value),
    ),
  },
  {
    id: 'chain.string',
    title: 'a client assertion whose x5c is a single string',
    requirements: ['JWT-X5C'],
    cases: ['X5C-03'],
    detects: ['accepts-x5c-string'],
    mutate: x5c('the leaf as a string', (chain) => base64(leafOf(chain))),
  },
  {
    id: 'chain.self-signed',
    title: 'a certificate that its holder signed itself',
    requirements: ['CERT-TRUSTED-CA'],
    cases: ['X5C-04'],
    detects: ['trusts-self-signed'],
    mutate: holding('self-signed-leaf'),
  },
  {
    id: 'chain.same-names',
    title: 'a chain of an untrusted CA that bears every name of the trusted one',
    requirements: ['CERT-TRUSTED-CA'],
    cases: ['X5C-05'],
    detects: ['matches-issuer-by-name'],
    mutate: holding('same-name-twin'),
  },
  {
    id: 'chain.real-root-appended',
    title: 'a chain of an untrusted CA that ends in the trusted root all the same',
    requirements: ['CERT-TRUSTED-CA'],
    cases: ['X5C-06'],
    detects: ['trusts-last-certificate', 'verifies-no-certificate-signatures'],
    mutate: holding('untrusted-chain-with-real-root', 'twin-chain-with-real-root'),
  },
  {
    // Only the signature is wrong: a server that asks for revocation learns nothing that would save it.
    id: 'chain.forged-signature',
    title: 'a chain of all the right names, one of whose certificates its issuer did not sign',
    requirements: ['CERT-TRUSTED-CA'],
    cases: ['X5C-06'],
    detects: ['trusts-last-certificate', 'verifies-no-certificate-signatures'],
    mutate: holding('forged-leaf-under-real-chain', 'forged-intermediate-under-real-root'),
  },
  {
    id: 'chain.untrusted-root',
    title: 'a sound chain whose root is not on the trusted list',
    requirements: ['CERT-TRUSTED-CA'],
    cases: ['X5C-15'],
    detects: ['trusts-any-root', 'trusts-tls-root'],
    mutate: holding('untrusted-chain', 'tls-chain'),
  },
  {
    id: 'chain.victim-first',
    title: "an assertion in another party's name with that party's certificate first and the sender's behind it",
    requirements: ['JWT-X5C-LEAF-FIRST'],
    cases: ['X5C-07'],
    detects: ['tries-every-key'],
    mutate: [
      asVictim('own certificate second', (victim, own) => [leafOf(victim), ...own]),
      asVictim('own certificate last', (victim, own) => [...victim, leafOf(own)]),
    ],
  },
  {
    id: 'chain.victim-behind',
    title: "an assertion in another party's name with the sender's certificate first and that party's behind it",
    requirements: ['REGISTRY-CERT-MATCH', 'JWT-X5C-LEAF-FIRST'],
    cases: ['X5C-07'],
    detects: ['registers-any-of-x5c'],
    mutate: [
      asVictim('own chain, the certificate of the other party last', (victim, own) => [...own, leafOf(victim)]),
      asVictim('the certificate of the other party second', (victim, own) => [
        leafOf(own),
        leafOf(victim),
        ...own.slice(1),
      ]),
    ],
  },
  {
    id: 'chain.other-key',
    title: 'a signature by the key of another certificate than the first of x5c',
    requirements: ['JWT-X5C-LEAF-FIRST'],
    cases: ['X5C-08'],
    detects: ['tries-every-key'],
    mutate: [
      otherKey('certificate of the signing key last', (own, other) => [...own, leafOf(other)]),
      otherKey('certificate of the signing key second', (own, other) => [leafOf(own), leafOf(other), ...own.slice(1)]),
      otherKey('certificate of the signing key absent', (own) => own),
    ],
  },
  {
    id: 'chain.of-another',
    title: "the chain of another participant under a signature by the sender's registered key",
    requirements: ['JWT-X5C-LEAF-FIRST'],
    cases: ['X5C-08'],
    detects: ['verifies-with-registered-key'],
    mutate: header(
      'the chain of another participant',
      (own, { other }) => {
        own.x5c = other.certified.chain.map(base64)
      },
      'other',
    ),
  },
  {
    id: 'chain.without-intermediate',
    title: 'a chain without its intermediate',
    requirements: ['JWT-X5C-COMPLETE'],
    cases: ['X5C-09'],
    detects: ['completes-chain'],
    mutate: certificates('leaf and root', (chain) => [leafOf(chain), rootOf(chain)]),
  },
  {
    id: 'chain.leaf-only',
    title: 'a chain of the leaf alone',
    requirements: ['JWT-X5C-COMPLETE'],
    cases: ['X5C-10'],
    detects: ['completes-chain'],
    mutate: certificates('leaf', (chain) => [leafOf(chain)]),
  },
  {
    id: 'chain.leaf-not-first',
    title: 'a chain whose first certificate is not the leaf',
    requirements: ['JWT-X5C-ORDER'],
    cases: ['X5C-12'],
    detects: ['reorders-chain'],
    mutate: [
      certificates('root, intermediate, leaf', (chain) => chain.toReversed()),
      certificates('intermediate, leaf, root', (chain) => [...between(chain), leafOf(chain), rootOf(chain)]),
    ],
  },
  {
    id: 'chain.root-not-last',
    title: 'a chain whose root stands before its intermediate',
    requirements: ['JWT-X5C-ORDER'],
    cases: ['X5C-12'],
    level: 'should',
    detects: ['reorders-chain'],
    mutate: certificates('leaf, root, intermediate', (chain) => [leafOf(chain), rootOf(chain), ...between(chain)]),
  },
  {
    id: 'chain.issuer-credential',
    title: 'an assertion signed with the key of the root or of an intermediate, which is registered for nobody',
    requirements: ['REGISTRY-CERT-MATCH'],
    cases: ['X5C-16'],
    atLogin: 'LOGIN-CLIENT-ID',
    detects: ['accepts-unregistered-certificate'],
    mutate: [unregistered('root-as-leaf'), unregistered('intermediate-as-leaf')],
  },
  {
    id: 'chain.unreadable',
    title: 'a chain whose first element is no certificate',
    requirements: ['JWT-X5C-READABLE'],
    cases: ['X5C-22'],
    detects: ['skips-unreadable-certificates'],
    mutate: Object.entries(unreadable).flatMap(([name, of]) => [
      certificates(`${name} before the chain`, (chain, party) => [of(leafOf(chain), party), ...chain]),
      certificates(`${name} for the leaf`, (chain, party) => [of(leafOf(chain), party), ...chain.slice(1)]),
    ]),
  },
  {
    id: 'chain.trailing-bytes',
    title: 'an element of x5c with more in it than one certificate',
    requirements: ['JWT-X5C-ENCODING'],
    cases: ['X5C-20'],
    mutate: [
      certificates('garbage behind the leaf', ([leaf = Buffer.alloc(0), ...rest]) => [
        Buffer.concat([leaf, Buffer.from('garbage')]),
        ...rest,
      ]),
      certificates('leaf and intermediate in one element', (chain) => [
        Buffer.concat(chain.slice(0, 2)),
        rootOf(chain),
      ]),
    ],
  },
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
