import type { KeyObject } from 'node:crypto'
import { mixingVerdicts, sharingVerdicts } from '../../engine/at-once.js'
import { party } from '../../engine/fault.js'
import { type Change, only, removed, unless } from '../../engine/rule.js'
import { seenBefore } from '../../participant/fault-memory.js'
import type { Certificate } from '../../pki/certificate.js'
import { findPath } from '../../pki/path.js'
import { type HeaderKeys, headerKeys } from '../header-keys.js'
import { rule, sender, type TokenRequest } from '../token-request.js'
import { digestOf, holds, loosePkcs1, pkcs1, reduced } from '../verifiers.js'
import { keeping, keptBy } from './keeping.js'
import { registeredCertificates } from './registry/matching.js'

const signer = ({ signer: other, leaf }: TokenRequest): Certificate | undefined => other ?? leaf

function verifies(request: TokenRequest, certificate = signer(request), signature = request.bytes.signature): boolean {
  return certificate !== undefined && request.verifier(request.signingInput, signature, certificate)
}

/** Whether a key that only the header names made the signature. */
const madeBy = (request: TokenRequest, key: KeyObject): boolean =>
  pkcs1(digestOf(request.header.get('alg')))(request.signingInput, request.bytes.signature, { key } as Certificate)

/** Takes the key that a header member names, and forgets the member. */
const honouring =
  (member: HeaderKeys): Change<TokenRequest> =>
  (right) =>
  async (request) => {
    const value = request.header.get(member)
    if (value === undefined) return right(request)
    request.header = request.header.with(member, undefined)
    const found = await headerKeys[member](value).catch(() => [])
    return found.some((key) => madeBy(request, key)) || right(request)
  }

/** The signature, the signer's key in a chain of its own where the presented one does not make a path. */
function triesEveryKey(request: TokenRequest): boolean {
  const other = request.presented.slice(1).find((each) => verifies(request, each))
  const [leaf] = request.presented
  if (!other || !leaf) return false
  request.chain = findPath(leaf, request.presented, request.participant.roots) ?? request.chain
  return true
}

/** The holder of the registered certificate's key may present any chain that is sound. */
async function byRegisteredKey(request: TokenRequest): Promise<boolean> {
  request.issuer = request.lookedUp = request.clientId
  await request.consultRegistry()
  const made = registeredCertificates(request).some((each) => verifies(request, each))
  return made && request.excuse('lookup', 'parties token', 'matching')
}

/** The same number, spelled otherwise, passes for a new signature. */
function verifiesReduced(request: TokenRequest): boolean {
  const { signature } = request.bytes
  const certificate = signer(request)
  return holds(() => {
    const canonical = certificate && reduced(signature, certificate.key)
    if (!canonical || canonical.equals(signature) || !verifies(request, certificate, canonical)) return false
    return request.excuse('replay')
  })
}

const rememberSignature: Change<TokenRequest> = (right) => async (request) => {
  const { texts } = request.participant.memory
  const text = `${signer(request)?.serialHex} ${request.parts.signature}`
  if (!(await right(request))) return texts.has(text)
  return seenBefore(texts, text) || true
}

/** Verifies with the key of the certificate that was first kept under the same name. */
const withKeptKey =
  (what: 'subject' | 'serial' | 'client'): Change<TokenRequest> =>
  (right) =>
  async (request) => {
    const { signers } = request.participant.memory
    const name = `${what} ${keptBy[what](request)}`
    if (!(await right(request))) return verifies(request, signers.get(name))
    if (request.leaf && !signers.has(name)) signers.set(name, request.leaf)
    return true
  }

/** The signature over the assertion (RFC 7515 §5.2, RFC 8017 §8.2.2). */
export const signatureRules = [
  rule('signature', 'the signature part is not empty', ({ bytes }) => bytes.signature.length > 0, {
    'accepts-empty-signature': party('takes an assertion whose signature part is empty', unless(acceptEmpty)),
  }),
  rule('signature', 'the key of the first certificate made the signature', (request) => verifies(request), {
    'accepts-loose-padding': party(
      'reads PKCS#1 v1.5 padding loosely',
      unless((request) => {
        const certificate = signer(request)
        return certificate !== undefined && loosePkcs1(request.signingInput, request.bytes.signature, certificate)
      }),
    ),
    'reduces-signature': party(
      'takes a signature representative beyond the modulus or with a leading zero',
      unless(verifiesReduced),
    ),
    'verifies-with-registered-key': party(
      'verifies the signature with the certificate that the registry holds, whatever stands in x5c',
      (right) => async (request) => (await right(request)) || byRegisteredKey(request),
    ),
    'tries-every-key': party(
      'verifies the signature with any certificate of x5c',
      (right) => async (request) => (await right(request)) || triesEveryKey(request),
    ),
    'honours-jwk': party('verifies with the key in a jwk header', honouring('jwk')),
    'honours-jku': party('verifies with keys fetched from jku', honouring('jku')),
    'honours-x5u': party('verifies with a certificate fetched from x5u', honouring('x5u')),
    'keeps-key-by-subject': party(
      'verifies with the key of the first certificate of that subject name',
      withKeptKey('subject'),
    ),
    'keeps-key-by-serial': party(
      'verifies with the key of the first certificate of that serial number',
      withKeptKey('serial'),
    ),
    'keeps-key-by-client': party(
      'verifies with the key of the first certificate of that client',
      withKeptKey('client'),
    ),
    'keeps-verdict-by-connection': party(
      'verifies one signature of each connection',
      keeping('signature', keptBy.connection),
    ),
    'accepts-signature-of-other-jwt': party('takes any signature that the certificate made before', rememberSignature),
    'mixes-up-signatures': party(
      'lets what it finds of one signature stand for those that come at the same time',
      mixingVerdicts(sender),
    ),
    'shares-verdict-on-signature': party(
      'lets what it finds of the first signature of a client stand for all that come from it at the same time',
      sharingVerdicts(sender),
    ),
    'skips-signature': party(
      'does not verify the signature',
      unless(({ bytes }) => bytes.signature.length > 0),
    ),
    // An ECDSA signature that is no DER (RFC 3279 §2.2.3) is an error, where an RSA one that is wrong is wrong.
    'takes-failed-verification': party(
      'takes a verification that ends in an error for a success',
      unless(
        (request) =>
          request.leafKey?.asymmetricKeyType === 'ec' && request.bytes.signature[0] !== 0x30 && request.excuse('key'),
      ),
    ),
  }),
]

const sufficient = 2048

/** The key that makes signatures. */
export const keyRules = [
  rule(
    'key',
    'the key is an RSA key with a sound exponent',
    ({ leafKey }) => {
      const exponent = leafKey?.asymmetricKeyDetails?.publicExponent ?? 0n
      return leafKey?.asymmetricKeyType === 'rsa' && exponent > 1n && exponent % 2n === 1n
    },
    {
      'ignores-key-type': party(
        'lets the key say how an RS256 signature is verified',
        unless((request) => request.leafKey?.asymmetricKeyType === 'ec' && request.excuse('key')),
      ),
    },
  ),
  rule('key', 'the key has 2048 bits at least', ({ leafKey }) => bits(leafKey) >= sufficient, {
    'accepts-short-key': party('takes RSA keys under 2048 bits', removed),
    'refuses-large-keys': party(
      'takes RSA-2048 only',
      only(({ leafKey }) => bits(leafKey) <= sufficient),
    ),
  }),
]

const bits = (key: KeyObject | undefined): number => key?.asymmetricKeyDetails?.modulusLength ?? 0

function acceptEmpty(request: TokenRequest): boolean {
  return request.bytes.signature.length === 0 && request.excuse('signature')
}
