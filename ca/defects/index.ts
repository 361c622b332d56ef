import { dates } from './dates.js'
import { encodings } from './encodings.js'
import { extensions } from './extensions.js'
import { forged } from './forged.js'
import { issuers } from './issuers.js'
import { keyUsage } from './key-usage.js'
import { revocation } from './revocation.js'
import { trust } from './trust.js'

/** Certificates and chains with exactly one thing wrong: the rows of the groups X5C and CRT that are properties of certificates. */
export const defects = [
  ...trust,
  ...forged,
  ...dates,
  ...issuers,
  ...keyUsage,
  ...extensions,
  ...encodings,
  ...revocation,
] as const
