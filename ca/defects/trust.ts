import type { Kind, Link } from '../kind.js'
import { misnamingIssuer, named } from '../turns.js'
import { links, replacingRoot, sourceless } from './presented.js'

const sameName: Link = { bare: true, turn: named(() => [{ countryName: 'NL' }, { commonName: 'Assay Same Name' }]) }
const circleX: Link = {
  bare: true,
  key: 'ca-untrusted-root',
  turn: named(() => [{ countryName: 'NL' }, { commonName: 'Assay Circle X' }]),
}
const circleY: Link = {
  bare: true,
  key: 'ca-untrusted-intermediate',
  turn: named(() => [{ countryName: 'NL' }, { commonName: 'Assay Circle Y' }]),
}

/** Chains that lead to no trusted root, or not the way they say. */
export const trust = [
  {
    name: 'self-signed-leaf',
    cases: ['X5C-04'],
    title: 'with a certificate that it signed itself',
    openssl: { refuses: 'self-signed certificate' },
    under: 'itself',
  },
  {
    name: 'same-name-twin',
    cases: ['X5C-05'],
    title: 'certified by a twin of the trusted CA, equal in every name, serial number and key identifier',
    openssl: { refuses: 'signature failure' },
    under: 'twin-intermediate-a1',
  },
  {
    name: 'untrusted-chain-with-real-root',
    cases: ['X5C-06'],
    title: 'certified by an untrusted CA, with the trusted root appended last',
    openssl: { refuses: 'unable to get local issuer certificate' },
    under: 'untrusted-intermediate',
    present: replacingRoot,
  },
  {
    // Some build a path to any root of x5c, and look on their list for the last certificate alone.
    name: 'untrusted-chain-before-real-root',
    cases: ['X5C-06'],
    title: 'certified by an untrusted CA, with the complete chain of that CA and the trusted root behind it',
    openssl: { refuses: 'self-signed certificate in certificate chain' },
    under: 'untrusted-intermediate',
    present: (chain, { root }) => [...chain, root],
  },
  {
    name: 'twin-chain-with-real-root',
    cases: ['X5C-06'],
    title:
      'certified by a twin of the intermediate that names the trusted root as issuer, with that root appended last',
    openssl: { refuses: 'certificate signature failure' },
    under: 'twin-intermediate-a1',
    present: replacingRoot,
  },
  {
    name: 'misnamed-issuer',
    cases: [],
    title:
      'whose certificate names somebody else as its issuer than the authority that signed it, and no revocation source',
    openssl: { refuses: 'unable to get local issuer certificate' },
    leaf: (draft, names) => misnamingIssuer(sourceless(draft, names), names),
  },
  {
    name: 'intermediate-of-misnamed-issuer',
    cases: [],
    title: 'below an authority whose certificate names somebody else as its issuer than the one that signed it',
    openssl: { refuses: 'unable to get local issuer certificate' },
    through: [{ bare: true, turn: misnamingIssuer }],
    leaf: sourceless,
  },
  {
    name: 'untrusted-chain',
    cases: ['X5C-15'],
    title: 'with a sound chain whose root is not trusted',
    openssl: { refuses: 'self-signed certificate in certificate chain' },
    under: 'untrusted-intermediate',
  },
  {
    name: 'untrusted-chain-of-4',
    cases: ['X5C-15'],
    title: 'with a sound chain of four whose root is not trusted',
    openssl: { refuses: 'self-signed certificate in certificate chain' },
    under: 'untrusted-intermediate',
    through: [{}],
  },
  {
    name: 'untrusted-chain-of-2',
    cases: ['X5C-15'],
    title: 'with a sound chain of two whose root is not trusted',
    openssl: { refuses: 'self-signed certificate in certificate chain' },
    under: 'untrusted-root',
  },
  {
    name: 'tls-chain',
    cases: ['X5C-15'],
    title: "certified by the CA of the lab's TLS certificates",
    openssl: { refuses: 'self-signed certificate in certificate chain' },
    under: 'tls-root',
  },
  {
    name: 'root-as-leaf',
    cases: ['X5C-16'],
    title: 'that presents the trusted root itself and holds its key',
    openssl: {},
    credential: 'root-a',
  },
  {
    name: 'intermediate-as-leaf',
    cases: ['X5C-16'],
    title: 'that presents the intermediate itself and holds its key',
    openssl: {},
    credential: 'intermediate-a1',
  },
  {
    name: 'chain-of-100',
    cases: ['X5C-21'],
    title: 'with a chain of 100 valid links',
    openssl: {},
    under: 'root-a',
    through: links(98, { bare: true }),
  },
  {
    name: 'chain-of-1000',
    cases: ['X5C-21'],
    title: 'with a chain of 1,000 valid links',
    openssl: { refuses: 'certificate chain too long' },
    under: 'root-a',
    through: links(998, { bare: true }),
  },
  {
    name: 'chain-of-100-same-name',
    cases: ['X5C-21'],
    title: 'with a chain of 100 links that all have one name and distinct keys',
    openssl: {},
    under: 'root-a',
    through: links(98, sameName),
  },
  {
    name: 'chain-in-a-circle',
    cases: ['X5C-21'],
    title: 'with a chain that runs in a circle and never reaches the root at its end',
    openssl: { refuses: 'unable to get local issuer certificate' },
    under: 'root-a',
    through: [circleY, circleX, circleY, circleX],
    present: (chain) => chain.filter((_, index) => index !== 4),
  },
  {
    name: 'intermediate-behind-address',
    cases: ['X5C-23'],
    title: 'whose chain lacks its intermediate, which lies where the leaf says',
    openssl: { refuses: 'unable to get local issuer certificate', shows: 'CA Issuers - URI:' },
    sources: { caIssuers: true },
    present: ([leaf = Buffer.alloc(0)], { root }) => [leaf, root],
  },
  {
    name: 'untrusted-chain-with-addresses',
    cases: ['X5C-24'],
    title: 'with a chain whose root is not trusted, which names where its issuer, a CRL and a responder are found',
    openssl: { refuses: 'self-signed certificate in certificate chain', shows: 'CA Issuers - URI:' },
    under: 'untrusted-intermediate',
    sources: { caIssuers: true },
  },
] as const satisfies readonly Kind[]
