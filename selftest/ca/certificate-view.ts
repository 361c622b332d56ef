import { X509Certificate } from 'node:crypto'
import type { Certificate, KeyUsage } from '../../harness/reference/pki/certificate.js'
import { extendedKeyUsage } from '../../harness/reference/pki/extension-values.js'

/** What a reader finds in a certificate. */
export interface CertificateView {
  readonly version: number | undefined
  readonly serial: bigint
  /** Whether the signed part names the algorithm by which it is signed. */
  readonly oneAlgorithm: boolean
  readonly digest: string | undefined
  /** Whether each extension is critical, in order. */
  readonly critical: readonly boolean[]
  readonly usages: readonly KeyUsage[]
  readonly purposes: readonly string[]
  readonly ca: boolean
  readonly pathLength: number | undefined
  readonly crls: readonly string[]
  readonly responders: readonly string[]
  /** How many attributes the subject has. */
  readonly attributes: number
}

const usages: Readonly<Record<KeyUsage, string>> = {
  digitalSignature: 'Digital Signature',
  nonRepudiation: 'Non Repudiation',
  keyCertSign: 'Certificate Sign',
  cRLSign: 'CRL Sign',
}
const usagesWhere = (holds: (usage: KeyUsage) => boolean) => (Object.keys(usages) as KeyUsage[]).filter(holds)

/** What the reference's reader finds. */
export function readerView(certificate: Certificate): CertificateView {
  const { version, serial, claimedAlgorithm, algorithm, extensions, subject } = certificate.details
  return {
    version,
    serial: BigInt.asIntN(serial.length * 8, BigInt(`0x${serial.toString('hex')}`)),
    oneAlgorithm: claimedAlgorithm.id === algorithm.id,
    digest: certificate.signatureDigest,
    critical: extensions.map(({ critical }) => critical),
    usages: usagesWhere((usage) => certificate.allows(usage)),
    purposes: certificate.said(extendedKeyUsage),
    ca: certificate.basicConstraints.ca,
    pathLength: certificate.basicConstraints.pathLength,
    crls: certificate.crlUrls,
    responders: certificate.ocspUrls,
    attributes: subject.attributes.length,
  }
}

const all = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)

/** What OpenSSL finds, as `openssl x509 -text -serial` and `node:crypto` tell it. */
export function opensslView(text: string, der: Buffer): CertificateView {
  const [, negative = '', serial = ''] = /^serial=(-?)(\w+)$/m.exec(text) ?? []
  const [claimed, algorithm = ''] = all(text, /^ +Signature Algorithm: (\S+)/gm)
  const hash = all(text, /Hash Algorithm: (\S+)/g).at(-1)
  const [named] = all(text, /X509v3 Key Usage:.*\n +(.*)/g)
  const [, points = ''] = /X509v3 CRL Distribution Points:.*\n([\s\S]*?)(?=^ {12}\S|^ {4}\S)/m.exec(text) ?? []
  const [, ca, length] = /X509v3 Basic Constraints:.*\n +CA:(TRUE|FALSE)(?:, pathlen:(\d+))?/.exec(text) ?? []
  const { keyUsage, subject } = new X509Certificate(der)
  return {
    version: Number(/Version: (\d+) /.exec(text)?.[1]),
    serial: BigInt(`0x${serial}`) * (negative ? -1n : 1n),
    oneAlgorithm: claimed === algorithm,
    digest: /md5|sha\d+/i.exec(algorithm === 'rsassaPss' ? (hash ?? '') : algorithm)?.[0].toLowerCase(),
    critical: all(text, /^ {12}\S.*?:( critical)? *$/gm).map((word) => word !== ''),
    usages: usagesWhere((usage) => named?.split(', ').includes(usages[usage]) ?? false),
    purposes: keyUsage ?? [],
    ca: ca === 'TRUE',
    pathLength: length === undefined ? undefined : Number(length),
    crls: all(points, /URI:(https?:\S+)/g),
    responders: all(text, /OCSP - URI:(\S+)/g),
    attributes: subject.split(/\n| \+ /).length,
  }
}
