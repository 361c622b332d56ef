import type { Kind, RealAuthorities } from '../kind.js'
import { links, replacingRoot, sourceless } from './presented.js'

/** So many certificates of the forger, with the chain of the trusted CA behind them. */
const beforeReal =
  (count: number) =>
  (chain: readonly Buffer[], { intermediate, root }: RealAuthorities): readonly Buffer[] => [
    ...chain.slice(0, count),
    intermediate,
    root,
  ]

const unsigned = { cases: ['X5C-06'], openssl: { refuses: 'certificate signature failure' } } as const
const leaf = { ...unsigned, under: 'twin-intermediate-a1', present: beforeReal(1) } as const
const intermediate = { ...unsigned, under: 'twin-root-a', present: replacingRoot } as const
const lower = { ...unsigned, under: 'twin-intermediate-a1', present: beforeReal(2) } as const
const upper = { ...unsigned, under: 'twin-root-a', present: replacingRoot } as const

/** What names the sources of the CA that it claims; otherwise a server that insists on one refuses it for want of that. */
const [ofCa, ofRoot] = [{ sourcesOf: 'intermediate-a1' }, { sourcesOf: 'root-a' }] as const

/** Certificates in the name of the trusted CA that it did not sign. */
export const forged = [
  {
    name: 'forged-leaf-under-real-chain',
    title:
      'certified in the name of the trusted CA by somebody else, with the chain of that CA and no revocation source',
    ...leaf,
    leaf: sourceless,
  },
  {
    name: 'forged-leaf-with-real-sources',
    title: 'certified in the name of the trusted CA by somebody else, with the chain and the sources of that CA',
    ...leaf,
    ...ofCa,
  },
  {
    name: 'forged-intermediate-under-real-root',
    title:
      'certified by an authority that somebody else made in the name of the trusted root, with no revocation source',
    ...intermediate,
    through: links(1, { bare: true }),
    leaf: sourceless,
  },
  {
    name: 'forged-intermediate-with-real-sources',
    title:
      'certified by an authority that somebody else made in the name of the trusted root, with the sources of that root',
    ...intermediate,
    through: links(1, {}),
    ...ofRoot,
  },
  {
    name: 'forged-lower-under-real-chain',
    title:
      'certified by an authority that somebody else made in the name of the trusted CA, with the chain of that CA and no revocation source',
    ...lower,
    through: links(1, { bare: true }),
    leaf: sourceless,
  },
  {
    name: 'forged-lower-with-real-sources',
    title:
      'certified by an authority that somebody else made in the name of the trusted CA, with the chain and the sources of that CA',
    ...lower,
    through: links(1, {}),
    ...ofCa,
  },
  {
    name: 'forged-upper-under-real-root',
    title:
      'certified below an authority that somebody else made in the name of the trusted root, in a chain of four, with no revocation source',
    ...upper,
    through: links(2, { bare: true }),
    leaf: sourceless,
  },
  {
    name: 'forged-upper-with-real-sources',
    title:
      'certified below an authority that somebody else made in the name of the trusted root, in a chain of four, with the sources of that root',
    ...upper,
    through: links(2, {}),
    ...ofRoot,
  },
] as const satisfies readonly Kind[]
