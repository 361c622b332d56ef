import { type KeyObject, randomBytes } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import { type Draft, keyHash, publicKeyOf } from './certificate.js'
import {
  authorityKeyIdentifier,
  basicConstraints,
  crlDistributionPoints,
  type Extension,
  eSealStatements,
  extendedKeyUsage,
  generalName,
  informationAccess,
  keyUsage,
  subjectAltName,
  subjectKeyIdentifier,
} from './encoding/extensions.js'
import { authorityName, participantName, type SubjectNames } from './encoding/names.js'
import type { Issuer } from './issuer.js'
import type { DistributionPoints, RevocationSource, SourceAddress } from './types.js'

const day = 86_400_000

/** A moment so many days from now, in whole seconds. */
export const daysFromNow = (days: number): Date => new Date(Math.floor((Date.now() + days * day) / 1000) * 1000)

/** A positive serial number of 16 octets whose first one is neither zero nor negative. */
const randomSerial = (): Buffer => {
  const serial = randomBytes(16)
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  return serial
}

/** Nobody listens at the port `discard` of anybody's own machine. */
const nowhere = '127.0.0.1:9'

/** What stands before the path of an address, in place of that of the lab. */
const unusable: Readonly<Record<Exclude<SourceAddress, 'lab'>, string>> = {
  unreachable: `http://${nowhere}`,
  https: `https://${nowhere}`,
  ldap: `ldap://${nowhere}`,
}

const revocationUrls = (
  issuer: Issuer,
  { base, scope, crl = true, ocsp = true, caIssuers = false }: RevocationSource,
): Extension[] => {
  const at = (path: string) => (address: SourceAddress) => (address === 'lab' ? base : unusable[address]) + path
  const lists = points(crl).map((point) => point.map(at(`/crl/${issuer.id}/${scope}.crl`)))
  const responders = points(ocsp)
    .flat()
    .map(at(`/ocsp/${issuer.id}/${scope}`))
  const issuers = caIssuers ? [`${base}/issuers/${issuer.id}/${scope}.cer`] : []
  return [
    ...(lists.length > 0 ? [crlDistributionPoints(lists)] : []),
    ...(responders.length + issuers.length > 0 ? [informationAccess(responders, issuers)] : []),
  ]
}

const points = (named: boolean | DistributionPoints): DistributionPoints => {
  if (typeof named !== 'boolean') return named
  return named ? [['lab']] : []
}

interface Common {
  readonly key: KeyObject
  /** Absent: the certificate is self-signed. */
  readonly issuer?: Issuer
  readonly revocation?: RevocationSource | undefined
  /** Whose CRL and responder it names, in place of those of its issuer. */
  readonly sourcesOf?: Issuer | undefined
  readonly serial?: Buffer | undefined
}

const draft = (
  subject: Buffer,
  years: number,
  { key, issuer, revocation, sourcesOf = issuer, serial }: Common,
  extensions: Extension[],
): Draft => {
  const publicKey = publicKeyOf(key)
  return {
    version: 3,
    serial: serial ?? randomSerial(),
    signature: 'sha256',
    issuer: issuer?.name ?? subject,
    notBefore: daysFromNow(-1),
    notAfter: daysFromNow(years * 365),
    subject,
    publicKey,
    extensions: [
      ...extensions,
      subjectKeyIdentifier(keyHash(publicKey)),
      ...(issuer ? [authorityKeyIdentifier(issuer.keyId)] : []),
      ...(sourcesOf && revocation ? revocationUrls(sourcesOf, revocation) : []),
    ],
  }
}

/** A participant's eSeal (interface-defaults, "Certificates of participants"), from one day ago to a year ahead. */
export const participantDraft = (
  request: Common & { readonly names: SubjectNames; readonly keyUsage?: readonly string[] | undefined },
): Draft =>
  draft(participantName(request.names), 1, request, [keyUsage(request.keyUsage ?? ['nonRepudiation']), eSealStatements])

/** A certification authority, from one day ago to ten years ahead; it signs certificates, CRLs and OCSP responses. */
export const authorityDraft = (request: Common & { readonly name: Buffer }): Draft =>
  draft(request.name, 10, request, [basicConstraints(true), keyUsage(['digitalSignature', 'keyCertSign', 'cRLSign'])])

const hostName = (host: string): Buffer => {
  if (isIPv6(host)) return generalName.ipv6(host)
  return isIPv4(host) ? generalName.ipv4(host) : generalName.dns(host)
}

/** A TLS server, from one day ago to a year ahead. */
export const tlsDraft = (hosts: readonly string[], request: Common): Draft =>
  draft(authorityName(hosts[0] ?? 'lab'), 1, request, [
    basicConstraints(false),
    keyUsage(['digitalSignature']),
    extendedKeyUsage('1.3.6.1.5.5.7.3.1'),
    subjectAltName(...hosts.map(hostName)),
  ])
