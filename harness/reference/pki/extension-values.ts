import { constructed, type Element, primitive, tag } from './element.js'
import { oid, type Reading } from './extensions.js'
import { Fields, listOf } from './fields.js'
import { type GeneralName, httpUrl, readGeneralName } from './general-names.js'
import { bitsOf, isTrue, numberOf, oidOf } from './values.js'

/** Octets of the key usage; `undefined` where there are none (RFC 5280 §4.2.1.3). */
export const keyUsage: Reading<Buffer | undefined> = {
  id: oid.keyUsage,
  read: (value) => (value.tag === tag.bits ? bitsOf(value) : undefined),
  otherwise: undefined,
}

/** Whether it is an authority, and how many more may stand below it. */
export interface BasicConstraints {
  readonly ca: boolean
  readonly pathLength: number | undefined
}

/** Its place in a path (RFC 5280 §4.2.1.9). */
export const basicConstraints: Reading<BasicConstraints> = {
  id: oid.basicConstraints,
  read: (value) => {
    const fields = new Fields(value)
    const ca = fields.optional(tag.boolean)
    const pathLength = fields.last(tag.integer)
    return { ca: ca !== undefined && isTrue(ca), pathLength: pathLength && numberOf(pathLength) }
  },
  otherwise: { ca: false, pathLength: undefined },
}

/** Purposes of the extended key usage (RFC 5280 §4.2.1.12). */
export const extendedKeyUsage: Reading<readonly string[]> = {
  id: oid.extendedKeyUsage,
  read: (value) => listOf(value).map(oidOf),
  otherwise: [],
}

/** Names beside the subject (RFC 5280 §4.2.1.6). */
export const alternativeNames: Reading<readonly GeneralName[]> = {
  id: oid.subjectAltName,
  read: (value) => listOf(value).map(readGeneralName),
  otherwise: [],
}

/** HTTP addresses of the CRL (RFC 5280 §4.2.1.13). */
export const crlAddresses: Reading<readonly string[]> = {
  id: oid.crlDistributionPoints,
  read: (value) => listOf(value).flatMap(addressesOf),
  otherwise: [],
}

function addressesOf(distributionPoint: Element): readonly string[] {
  const fields = new Fields(distributionPoint)
  const place = fields.optional(constructed(0))
  fields.optional(primitive(1))
  const issuer = fields.last(constructed(2))
  issuer?.children.forEach(readGeneralName)
  if (!place) return []
  const name = new Fields(place, place.tag).take(constructed(0), constructed(1))
  return name.tag === constructed(0) ? name.children.map(readGeneralName).flatMap(httpUrl) : []
}

const accessBy = (wanted: string): Reading<readonly string[]> => ({
  id: oid.authorityInfoAccess,
  read: (value) =>
    listOf(value).flatMap((access) => {
      const fields = new Fields(access)
      const method = oidOf(fields.take())
      const place = readGeneralName(fields.take())
      return method === wanted ? httpUrl(place) : []
    }),
  otherwise: [],
})

/** HTTP addresses of the OCSP responders (RFC 5280 §4.2.2.1). */
export const ocspAddresses = accessBy('1.3.6.1.5.5.7.48.1')

/** HTTP addresses of the certificate of the issuer (caIssuers, RFC 5280 §4.2.2.1). */
export const issuerAddresses = accessBy('1.3.6.1.5.5.7.48.2')

/** Where names below an authority may be, and where not. */
export interface NameConstraints {
  readonly permitted: readonly GeneralName[]
  readonly excluded: readonly GeneralName[]
}

const basesOf = (subtrees: Element | undefined): readonly GeneralName[] =>
  (subtrees?.children ?? []).map((subtree) => readGeneralName(new Fields(subtree).take()))

/** What names an authority may certify (RFC 5280 §4.2.1.10). */
export const nameConstraints: Reading<NameConstraints> = {
  id: oid.nameConstraints,
  read: (value) => {
    const fields = new Fields(value)
    const permitted = fields.optional(constructed(0))
    const excluded = fields.last(constructed(1))
    return { permitted: basesOf(permitted), excluded: basesOf(excluded) }
  },
  otherwise: { permitted: [], excluded: [] },
}
