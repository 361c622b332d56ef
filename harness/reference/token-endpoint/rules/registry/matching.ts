import { createHash } from 'node:crypto'
import { isObject, type Json, type JsonObject } from '../../../../contracts/json.js'
import { mixingVerdicts } from '../../../engine/at-once.js'
import { party } from '../../../engine/fault.js'
import { type Change, unless } from '../../../engine/rule.js'
import type { Certificate } from '../../../pki/certificate.js'
import { rule, sender, type TokenRequest } from '../../token-request.js'
import { isNotOfThree } from '../certified-otherwise.js'
import { keeping, keptBy, knowing, takingAgain } from '../keeping.js'

/** An entry of the record that counts: not revoked, not inactive, not past. */
function counts({ status, endDate }: JsonObject): boolean {
  const past = typeof endDate === 'string' && new Date(endDate).getTime() < Date.now()
  return !past && (status === undefined || (typeof status === 'string' && /^(active|accepted)$/i.test(status)))
}

function entries({ record }: TokenRequest): readonly JsonObject[] {
  const { certificates, claims } = record ?? {}
  const list = (value: Json | undefined): readonly JsonObject[] =>
    Array.isArray(value) ? (value as readonly Json[]).filter(isObject) : []
  return [...list(certificates), ...list(claims).filter(({ type }) => type === 'x509Certificate')].filter(counts)
}

/** DER of the certificate that an entry holds: base64 of the DER or of the PEM, PEM text, or the first of an array. */
function derOf({ x5c }: JsonObject): Buffer | undefined {
  const value = Array.isArray(x5c) ? (x5c as readonly Json[])[0] : x5c
  if (typeof value !== 'string' || value === '') return undefined
  const unarmoured = (text: string) => text.replace(/-----[A-Z ]+-----/g, '')
  const bytes = Buffer.from(unarmoured(value), 'base64')
  return bytes.subarray(0, 5).toString() === '-----' ? Buffer.from(unarmoured(bytes.toString()), 'base64') : bytes
}

const fingerprintOf = (entry: JsonObject): string =>
  String(entry['x5t#s256'] ?? entry['x5t#S256'] ?? entry.x5tS256 ?? '')

/** Every spelling of a fingerprint that is read: hex in any letter case, with or without colons, base64, base64url. */
const isFingerprint = (text: string, of: Buffer): boolean =>
  text.replaceAll(':', '').toLowerCase() === of.toString('hex') ||
  text === of.toString('base64') ||
  text === of.toString('base64url')

/** The whole certificate decides (L278); its fingerprint only where the certificate itself is not there. */
function isRegistered(entry: JsonObject, leaf: Certificate): boolean {
  const der = derOf(entry)
  return der ? der.equals(leaf.raw) : isFingerprint(fingerprintOf(entry), leaf.fingerprint)
}

const holds = (request: TokenRequest, certificate: Certificate): boolean =>
  entries(request).some((entry) => isRegistered(entry, certificate))

/** The certificates that the registry holds, as far as they can be read. */
export const registeredCertificates = (request: TokenRequest): readonly Certificate[] =>
  entries(request).flatMap((entry) => {
    try {
      const der = derOf(entry)
      return der ? [request.participant.certificates.read(der)] : []
    } catch {
      return []
    }
  })

/** Whether the record says something about certificates that cannot be read. */
const isUnreadable = (request: TokenRequest): boolean => {
  const { certificates } = request.record ?? {}
  const isList = Array.isArray(certificates) && (certificates as readonly Json[]).every(isObject)
  const held = entries(request).filter((entry) => derOf(entry) !== undefined)
  return (certificates !== undefined && !isList) || held.length > registeredCertificates(request).length
}

const anyRegistered =
  (like: (registered: Certificate, leaf: Certificate) => boolean) =>
  (request: TokenRequest): boolean => {
    const { leaf } = request
    return leaf !== undefined && registeredCertificates(request).some((each) => like(each, leaf))
  }

const speaksFor =
  (leaf: Certificate) =>
  ({ x5t, thumbprint, verified }: JsonObject): boolean => {
    const sha1 = createHash('sha1').update(leaf.raw).digest()
    return verified === true || x5t === sha1.toString('base64url') || thumbprint === sha1.toString('hex')
  }

const sameKey = (registered: Certificate, leaf: Certificate): boolean => registered.key.equals(leaf.key)
const sameSubject = (registered: Certificate, leaf: Certificate): boolean =>
  registered.x509.subject === leaf.x509.subject && !sameKey(registered, leaf)

const sameSerial = (registered: Certificate, leaf: Certificate): boolean =>
  registered.serialHex === leaf.serialHex && !sameKey(registered, leaf)

/** Each entry, and each certificate of one that holds several. */
const each = (entry: JsonObject): readonly JsonObject[] =>
  Array.isArray(entry.x5c) ? (entry.x5c as readonly Json[]).map((x5c) => ({ x5c })) : [entry]

/** The chain of the leaf and what is registered meet in an authority. */
const meetsChain = (request: TokenRequest): boolean => {
  const registered = entries(request).flatMap(each)
  return request.chain.slice(1).some((issuer) => registered.some((entry) => isRegistered(entry, issuer)))
}

const samePrefix = (request: TokenRequest): boolean =>
  entries(request).some((entry) => {
    const start = request.leaf?.fingerprint.subarray(0, 8).toString('hex')
    return start !== undefined && fingerprintOf(entry).replaceAll(':', '').toLowerCase().startsWith(start)
  })

const partOfFingerprint = (request: TokenRequest): boolean =>
  entries(request).some(
    ({ 'x5t#s256': part }) =>
      typeof part === 'string' && request.leaf?.fingerprint.toString('hex').includes(part) === true,
  )

const nearMiss = (request: TokenRequest): boolean =>
  [sameKey, sameSubject, sameSerial].some((like) => anyRegistered(like)(request)) ||
  meetsChain(request) ||
  samePrefix(request) ||
  partOfFingerprint(request)

const firstOnly: Change<TokenRequest> = () => (request) => {
  const [first] = entries(request)
  return first !== undefined && request.leaf !== undefined && isRegistered(first, request.leaf)
}

/** Takes a certificate for good that was registered once. */
const remembering: Change<TokenRequest> = (right) => async (request) => {
  const { registered } = request.participant.memory
  const certificate = `${request.lookedUp} ${request.leaf?.fingerprint.toString('hex')}`
  const held = registered.has(certificate) || (await right(request))
  if (held) registered.add(certificate)
  return held
}

/** @param counts Whether the certificate is the first one where the registry holds it, or does not. */
const keepingToFirst =
  (counts: (held: boolean) => boolean): Change<TokenRequest> =>
  (right) =>
  async (request) => {
    const { first } = request.participant.memory
    const own = request.leaf?.fingerprint.toString('hex') ?? ''
    const held = (first.get(request.lookedUp) ?? own) === own && (await right(request))
    if (!first.has(request.lookedUp) && counts(held)) first.set(request.lookedUp, own)
    return held
  }

/** The certificate that signed is one that the registry holds for the party (L277, L278). */
export const matchingRules = [
  rule(
    'matching',
    'the registry holds the certificate for the party',
    (request) => request.leaf !== undefined && [request.leaf, ...request.beside].some((each) => holds(request, each)),
    {
      'accepts-unregistered-certificate': party(
        'does not compare the certificate with the registered ones',
        unless((request) => !nearMiss(request)),
      ),
      'accepts-unregistered-certificate-but-of-three': party(
        'does not compare a certificate with the registered ones where its chain is not of three certificates',
        unless(isNotOfThree),
      ),
      'mixes-up-matches': party(
        'lets what it finds of one certificate at the registry stand for those that come at the same time',
        mixingVerdicts(sender),
      ),
      'accepts-unregistered-beside-several': party(
        'does not compare a certificate with the registered ones where these are several',
        unless((request) => entries(request).length > 1),
      ),
      'matches-by-further-members': party(
        'takes a certificate for which a further member of a registered one speaks',
        unless((request) => request.leaf !== undefined && entries(request).some(speaksFor(request.leaf))),
      ),
      'takes-empty-entry': party(
        'takes an entry without certificate and fingerprint for the one that it looks for',
        unless((request) =>
          entries(request).some((entry) => derOf(entry) === undefined && fingerprintOf(entry) === ''),
        ),
      ),
      'takes-unreadable-entry': party(
        'lets a party in where what is registered of its certificates cannot be read',
        unless(isUnreadable),
      ),
      'matches-by-subject': party('compares certificates by subject name', unless(anyRegistered(sameSubject))),
      'matches-by-serial': party('compares certificates by serial number', unless(anyRegistered(sameSerial))),
      'matches-by-chain': party(
        'takes a certificate one of whose authorities the registry holds for the party',
        unless(meetsChain),
      ),
      'matches-by-key': party('compares certificates by public key', unless(anyRegistered(sameKey))),
      'matches-by-prefix': party('compares the first 8 bytes of the fingerprint', unless(samePrefix)),
      'matches-part-of-fingerprint': party(
        'looks for the registered fingerprint within that of the certificate, where a part of it is found too',
        unless(partOfFingerprint),
      ),
      'reads-first-certificate': party('reads only the first certificate of the record', firstOnly),
      'keeps-match-by-subject': party(
        'takes a certificate whose subject name stood in a registered one before',
        keeping('match', keptBy.subject),
      ),
      'keeps-match-by-serial': party(
        'takes a certificate whose serial number stood in a registered one before',
        keeping('match', keptBy.serial),
      ),
      'keeps-match-by-key': party(
        'takes a certificate whose key stood in a registered one before',
        keeping('match', keptBy.key),
      ),
      'caches-certificates': party('takes a certificate for good that the registry held once', remembering),
      'enters-certificate-before-matching': party(
        'enters a certificate before it compares it with the registered ones, and takes it when it comes again',
        takingAgain('match', keptBy.certificate),
      ),
      'keeps-to-first-certificate': party(
        'takes no other certificate of a party than the one that it took first',
        keepingToFirst((held) => held),
      ),
      'keeps-to-first-certificate-of-anybody': party(
        'takes no other certificate of a party than the one that came first in its name, from anybody',
        keepingToFirst(() => true),
      ),
      'trusts-known-party': party(
        'compares no certificate of a party that it let in once',
        knowing(({ lookedUp }) => lookedUp),
      ),
    },
  ),
]
