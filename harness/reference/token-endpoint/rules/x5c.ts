import type { Json } from '../../../contracts/json.js'
import { party } from '../../engine/fault.js'
import { type Change, instead } from '../../engine/rule.js'
import type { Certificate } from '../../pki/certificate.js'
import { findPath } from '../../pki/path.js'
import { rule, type TokenRequest } from '../token-request.js'
import { registeredCertificates } from './registry/matching.js'

const longestChain = 10

const x5c = ({ header }: TokenRequest): Json | undefined => header.get('x5c')
const isText = (value: Json): value is string => typeof value === 'string' && value !== ''
const isList = (value: Json | undefined): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && (value as readonly Json[]).every(isText)

/** Takes the certificate that the registry holds for the one that does not stand in `x5c`. */
async function useRegistered(request: TokenRequest): Promise<boolean> {
  request.issuer = request.lookedUp = request.clientId
  await request.consultRegistry()
  request.presented = registeredCertificates(request).slice(0, 1)
  request.chain = request.presented
  request.excuse('x5c', 'chain', 'revocation', 'lookup', 'parties token')
  return request.chain.length > 0
}

const registeredWhere =
  (malformed: (request: TokenRequest) => boolean): Change<TokenRequest> =>
  (right) =>
  (request) =>
    malformed(request) ? useRegistered(request) : right(request)

/** Reads one element: base64 of the DER, nothing else (RFC 7515 §4.1.6). */
function readElement(request: TokenRequest, element: string): Certificate | undefined {
  const der = Buffer.from(element, 'base64')
  if (der.toString('base64') !== element) return undefined
  try {
    return request.participant.certificates.read(der)
  } catch {
    return undefined
  }
}

function readAll(request: TokenRequest): readonly (Certificate | undefined)[] {
  return (x5c(request) as readonly string[]).map((element) => readElement(request, element))
}

const isRead = (certificate: Certificate | undefined): certificate is Certificate => certificate !== undefined

function present(request: TokenRequest, certificates: readonly (Certificate | undefined)[]): boolean {
  request.presented = certificates.filter(isRead)
  request.chain = request.presented
  return request.presented.length > 0
}

/** Sorts the certificates into a path from the one that issued none of the others, where that takes all of them. */
function sort(request: TokenRequest): boolean {
  const { presented, participant } = request
  const leaf = presented.find((each) => !presented.some((other) => other !== each && other.isIssuedBy(each)))
  const path = leaf && findPath(leaf, presented, participant.roots)
  if (path?.length === presented.length) request.chain = path
  return true
}

/** Takes the path that begins with the leaf, and lets whatever stands beside it speak for the party as well. */
function takePath(request: TokenRequest): boolean {
  const { leaf, presented, participant } = request
  request.chain = (leaf && findPath(leaf, presented, participant.roots)) ?? request.chain
  request.beside = presented.filter((each) => !request.chain.includes(each))
  return true
}

/** Whether some element is a certificate, which only a fault asks. */
export const hasCertificate = (request: TokenRequest): boolean => isList(x5c(request)) && readAll(request).some(isRead)

/** The certificate chain in the header (L247). */
export const x5cRules = [
  rule('x5c', 'the header holds x5c', ({ header }) => header.has('x5c'), {
    'accepts-missing-x5c': party(
      'verifies with the registered certificate when x5c is missing',
      registeredWhere(({ header }) => !header.has('x5c')),
    ),
  }),
  rule('x5c', 'x5c is an array of texts', (request) => isList(x5c(request)), {
    'accepts-empty-x5c': party(
      'verifies with the registered certificate when x5c is malformed',
      registeredWhere((request) => {
        const value = x5c(request)
        return !isList(value) && !(typeof value === 'string' && value !== '')
      }),
    ),
    'accepts-x5c-string': party('takes x5c as a single string', (right) => (request) => {
      const value = x5c(request)
      if (typeof value !== 'string' || value === '') return right(request)
      const leaf = readElement(request, value)
      if (!leaf) return false
      request.presented = complete(request, [leaf])
      request.chain = request.presented
      return request.excuse('x5c')
    }),
  }),
  rule(
    'x5c',
    'x5c is no longer than a chain can sensibly be',
    (request) => (x5c(request) as readonly Json[]).length <= longestChain,
    {},
  ),
  rule(
    'x5c',
    'each element of x5c is base64 of a certificate',
    (request) => {
      const certificates = readAll(request)
      return certificates.every(isRead) && present(request, certificates)
    },
    {
      'skips-unreadable-certificates': party(
        'skips elements of x5c that it cannot read',
        instead((request) => present(request, readAll(request))),
      ),
    },
  ),
  rule('x5c', 'x5c stays in its order', () => true, {
    'reorders-chain': party('sorts x5c before it validates', instead(sort)),
    'registers-any-of-x5c': party(
      'looks whether the registry holds any certificate of x5c for the party',
      instead(takePath),
    ),
  }),
]

/** A path to a trusted root, with what is missing filled in from what the participant has seen; the same chain where there is none. */
export function complete({ participant }: TokenRequest, chain: readonly Certificate[]): readonly Certificate[] {
  const { certificates, ownChain, roots } = participant
  const [leaf] = chain
  return (leaf && findPath(leaf, [...chain, ...certificates.authorities, ...ownChain, ...roots], roots)) ?? chain
}
