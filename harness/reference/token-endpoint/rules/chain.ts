import { X509Certificate } from 'node:crypto'
import { mixingVerdicts } from '../../engine/at-once.js'
import { party } from '../../engine/fault.js'
import { type Change, only, unless } from '../../engine/rule.js'
import type { Certificate } from '../../pki/certificate.js'
import { findPath, isLinked, isTrusted } from '../../pki/path.js'
import { rule, sender, type TokenRequest } from '../token-request.js'
import { hasLongKey } from './certified-otherwise.js'
import { keeping, keptBy, takingAgain } from './keeping.js'
import { complete } from './x5c.js'

const roots = ({ participant }: TokenRequest): readonly Certificate[] => participant.roots
const last = ({ chain }: TokenRequest): Certificate | undefined => chain.at(-1)
const endsTrusted = (request: TokenRequest): boolean => isTrusted(last(request), roots(request))

const isPath = (request: TokenRequest): boolean => isLinked(request.chain) && endsTrusted(request)

/** Whether the last certificate bears the name of a trusted root. */
const bearsTrustedName = (request: TokenRequest): boolean =>
  roots(request).some(({ x509 }) => x509.subject === last(request)?.x509.subject)

const isTlsRoot = ({ participant: { kit } }: TokenRequest, certificate: Certificate | undefined): boolean =>
  kit.tlsRoot !== undefined && certificate?.x509.raw.equals(new X509Certificate(kit.tlsRoot).raw) === true

/** A chain that is let in for a wrong reason is let in whether its leaf is registered or not. */
const letIn = (holds: (request: TokenRequest) => boolean): Change<TokenRequest> =>
  unless((request) => !isPath(request) && holds(request) && request.excuse('matching'))

/** Whether each certificate names the next as its issuer. */
const isNamed = (chain: readonly Certificate[]): boolean =>
  chain.every((each, index) => {
    const issuer = chain[index + 1]
    return issuer === undefined || each.namesAsIssuer(issuer)
  })

/** Whether the key of the next certificate signed each. */
const isSigned = (chain: readonly Certificate[]): boolean =>
  chain.every((each, index) => {
    const issuer = chain[index + 1]
    return issuer === undefined || each.isSignedBy(issuer)
  })

/** Whether a chain of four ends trusted and each signature in it holds but the one at that place, counted from the leaf. */
const linkedOfFourBut =
  (place: number) =>
  (request: TokenRequest): boolean => {
    const { chain } = request
    const isRight = (index: number) => index === place || isLinked(chain.slice(index, index + 2))
    return chain.length === 4 && endsTrusted(request) && isNamed(chain) && [0, 1, 2].every(isRight)
  }

function byNames(request: TokenRequest): boolean {
  const { chain } = request
  return isNamed(chain) && chain.length > 1 && bearsTrustedName(request) && !endsTrusted(request)
}

/** Fetches the issuer from where the leaf says that it lies. */
const fetching: Change<TokenRequest> = (right) => async (request) => {
  const [leaf, ...others] = request.chain
  if (leaf && leaf.issuerUrls.length > 0 && !isPath(request)) {
    const fetched = await request.participant.revocation.issuersOf(leaf)
    request.chain = findPath(leaf, [...others, ...fetched], roots(request)) ?? request.chain
  }
  return right(request)
}

/** Asks for the revocation of the leaf before it looks where the chain leads. */
const askingFirst: Change<TokenRequest> = (right) => async (request) => {
  const [leaf, issuer] = request.chain
  if (leaf && issuer) await request.participant.revocation.byCrl(leaf, issuer)
  return right(request)
}

/** Linked up to a root that is not on the trusted list, and does not look like one of it. */
const hasOtherRoot = (request: TokenRequest): boolean =>
  request.chain.length > 1 &&
  isLinked(request.chain) &&
  last(request)?.selfIssued === true &&
  !bearsTrustedName(request)

/** Whether the list of each issuer calls what stands before it good. */
async function isOnGoodLists({ chain, participant }: TokenRequest): Promise<boolean> {
  const asked = chain.slice(1).map((issuer, index) => participant.revocation.byCrl(chain[index] as Certificate, issuer))
  return (await Promise.all(asked)).every((status) => status === 'good')
}

/** Takes a certificate that the lists call good, by any signature. */
const byLists: Change<TokenRequest> = (right) => async (request) =>
  (await right(request)) ||
  (isNamed(request.chain) && endsTrusted(request) && (await isOnGoodLists(request)) && request.excuse('matching'))

/** Whether x5c holds a whole path to a root that is not on the trusted list, and one that is stands last. */
function leadsElsewhere(request: TokenRequest): boolean {
  const { chain, leaf } = request
  const strangers = chain.filter((each) => each.selfIssued && !isTrusted(each, roots(request)))
  return endsTrusted(request) && leaf !== undefined && findPath(leaf, chain, strangers) !== undefined
}

/** From the leaf to a root on the trusted list (L247, L271; RFC 5280 §6.1). */
export const chainRules = [
  rule('chain', 'x5c is a complete path from the leaf to a trusted root', isPath, {
    'trusts-self-signed': party(
      'takes a self-signed certificate',
      letIn((request) => request.chain.length === 1 && request.leaf?.selfIssued === true),
    ),
    'matches-issuer-by-name': party('compares names of issuers, not signatures', letIn(byNames)),
    'trusts-last-certificate': party(
      'looks only whether the last certificate is a trusted root',
      letIn((request) => request.chain.length > 2 && endsTrusted(request)),
    ),
    'compares-last-certificate-with-list': party(
      'builds a path to any self-signed certificate of x5c, and looks for the last one on its list of roots',
      letIn(leadsElsewhere),
    ),
    'verifies-no-certificate-signatures': party(
      'looks at the names in a chain and at its root, and at no signature',
      letIn((request) => isNamed(request.chain) && endsTrusted(request)),
    ),
    'verifies-signatures-of-lists-alone': party(
      'looks at the names in a chain and at its root, and verifies the signatures of its CRLs alone',
      byLists,
    ),
    'compares-no-names-of-issuers': party(
      'verifies the signatures in a chain, and compares no names',
      letIn((request) => isSigned(request.chain) && endsTrusted(request)),
    ),
    'skips-second-signature-of-four': party(
      'compares names alone at the second link of a chain of four',
      letIn(linkedOfFourBut(1)),
    ),
    'skips-last-signature-of-four': party(
      'compares names alone at the last link of a chain of four',
      letIn(linkedOfFourBut(2)),
    ),
    'trusts-any-root': party('takes any root', letIn(hasOtherRoot)),
    'trusts-any-root-of-four': party(
      'takes any root where four certificates come',
      letIn((request) => request.chain.length === 4 && hasOtherRoot(request)),
    ),
    'trusts-any-root-of-long-key': party(
      'takes any root where the key of the leaf is of more than 2048 bits',
      letIn((request) => hasLongKey(request) && hasOtherRoot(request)),
    ),
    'trusts-tls-root': party(
      'takes the root of TLS certificates for one of eSeals',
      letIn((request) => isLinked(request.chain) && isTlsRoot(request, last(request))),
    ),
    'mixes-up-chains': party(
      'lets what it finds of one chain stand for those that come at the same time',
      mixingVerdicts(sender),
    ),
    'takes-refused-chain-again': party(
      'refuses a chain the first time that it comes',
      takingAgain('chain', keptBy.certificate),
    ),
    'keeps-chain-by-subject': party(
      'takes the chain of a certificate whose subject name stood in a sound one before',
      keeping('chain', keptBy.subject),
    ),
    'keeps-chain-by-serial': party(
      'takes the chain of a certificate whose serial number stood in a sound one before',
      keeping('chain', keptBy.serial),
    ),
    'keeps-chain-by-key': party(
      'takes the chain of a certificate whose key stood in a sound one before',
      keeping('chain', keptBy.key),
    ),
    'keeps-chain-by-client': party(
      'takes any chain of a client that presented a sound one before',
      keeping('chain', keptBy.client),
    ),
    'trusts-first-root': party(
      'trusts the first root of its list only',
      only((request) => isTrusted(last(request), roots(request).slice(0, 1))),
    ),
    'completes-chain': party('fills in certificates that x5c lacks', (right) => (request) => {
      request.chain = complete(request, request.chain)
      return right(request)
    }),
    'fetches-issuer': party('fetches an intermediate that x5c lacks from where the leaf says', fetching),
    'asks-before-it-trusts': party('asks the revocation sources of a chain before it knows its root', askingFirst),
    'requires-three-certificates': party(
      'takes chains of three only',
      only(({ chain }) => chain.length === 3),
    ),
  }),
]
