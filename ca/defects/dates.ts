import type { Kind } from '../kind.js'
import { validity } from '../turns.js'

/** Certificates and issuers outside their period. */
export const dates = [
  {
    name: 'expired-leaf',
    cases: ['CRT-01'],
    title: 'whose certificate expired 30 days ago',
    openssl: { refuses: 'certificate has expired' },
    leaf: validity(-395, -30),
  },
  {
    name: 'not-yet-valid-leaf',
    cases: ['CRT-02'],
    title: 'whose certificate becomes valid in a year',
    openssl: { refuses: 'certificate is not yet valid' },
    leaf: validity(365, 730),
  },
  {
    // More than a mistaken time zone explains.
    name: 'expired-leaf-by-hours',
    cases: ['CRT-01'],
    title: 'whose certificate expired 15 hours ago',
    openssl: { refuses: 'certificate has expired' },
    leaf: validity(-365, -15 / 24),
  },
  {
    name: 'not-yet-valid-leaf-by-hours',
    cases: ['CRT-02'],
    title: 'whose certificate becomes valid in 15 hours',
    openssl: { refuses: 'certificate is not yet valid' },
    leaf: validity(15 / 24, 365),
  },
  {
    name: 'reversed-period',
    cases: ['CRT-29'],
    title: 'whose certificate begins an hour from now and ended an hour ago',
    openssl: { refuses: 'certificate is not yet valid', alsoSays: 'certificate has expired' },
    leaf: validity(1 / 24, -1 / 24),
  },
  {
    // Sound while it is new.
    name: 'ends-in-20-seconds',
    cases: ['CRT-01'],
    title: 'whose certificate ends in 20 seconds',
    openssl: {},
    leaf: validity(-30, 20 / 86_400),
  },
  {
    name: 'expired-intermediate',
    cases: ['CRT-03'],
    title: 'whose intermediate expired 30 days ago',
    openssl: { refuses: 'certificate has expired' },
    under: 'root-a',
    through: [{ turn: validity(-730, -30) }],
  },
  {
    name: 'expired-upper-intermediate',
    cases: ['CRT-03'],
    title: 'whose upper intermediate of two expired 30 days ago',
    openssl: { refuses: 'certificate has expired' },
    under: 'root-a',
    through: [{ turn: validity(-730, -30) }, {}],
  },
  {
    name: 'not-yet-valid-intermediate',
    cases: [],
    title: 'whose intermediate becomes valid in a year',
    openssl: { refuses: 'certificate is not yet valid' },
    under: 'root-a',
    through: [{ turn: validity(365, 730) }],
  },
  {
    name: 'not-yet-valid-upper-intermediate',
    cases: [],
    title: 'whose upper intermediate of two becomes valid in a year',
    openssl: { refuses: 'certificate is not yet valid' },
    under: 'root-a',
    through: [{ turn: validity(365, 730) }, {}],
  },
  {
    name: 'expired-root',
    cases: ['CRT-04'],
    title: 'certified under a root that expired 30 days ago and is still on the trusted list',
    openssl: { refuses: 'certificate has expired' },
    under: 'root-expired',
    through: [{}],
  },
] as const satisfies readonly Kind[]
