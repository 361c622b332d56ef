import type { Change } from '../../engine/rule.js'
import type { Certificate } from '../../pki/certificate.js'
import type { TokenRequest } from '../token-request.js'

/** What something that was found of a request is kept under. */
type Key = (request: TokenRequest) => string

const ofLeaf =
  (of: (leaf: Certificate) => string): Key =>
  ({ leaf }) =>
    leaf ? of(leaf) : 'none'

/** Keys that are too wide: another certificate, or another party, may have the same. */
export const keptBy = {
  subject: ofLeaf(({ x509 }) => x509.subject),
  serial: ofLeaf(({ serialHex }) => serialHex),
  key: ofLeaf(({ key }) => key.export({ type: 'spki', format: 'der' }).toString('base64')),
  certificate: ofLeaf(({ fingerprint }) => fingerprint.toString('hex')),
  client: ({ clientId }: TokenRequest) => clientId,
  crl: ofLeaf(({ crlUrls }) => crlUrls.join(' ')),
  responder: ofLeaf(({ ocspUrls }) => ocspUrls.join(' ')),
  connection: ({ received }: TokenRequest) => String(received.connection),
} satisfies Readonly<Record<string, Key>>

/**
 * What held once is taken to hold for all that have the same key.
 * @param what Tells what is kept apart, whatever it is kept under.
 * @param then What else follows where it does not hold.
 */
export const keeping =
  (what: string, key: Key, then = (_: TokenRequest): boolean => true): Change<TokenRequest> =>
  (right) =>
  async (request) => {
    const { found } = request.participant.memory
    const name = `${what} ${key(request)}`
    if (!(await right(request))) return found.has(name) && then(request)
    found.add(name)
    return true
  }

/** The rule is gone for what it held for once. @param of What that is called. */
export const knowing =
  (of: (request: TokenRequest) => string): Change<TokenRequest> =>
  (right) =>
  async (request) => {
    const { known } = request.participant.memory
    const held = known.has(of(request)) || (await right(request))
    if (held) known.add(of(request))
    return held
  }

/**
 * What was refused once is taken when it comes again, as where it is entered before it is looked at.
 * @param then What else follows where it is taken.
 */
export const takingAgain =
  (what: string, key: Key, then = (_: TokenRequest): boolean => true): Change<TokenRequest> =>
  (right) =>
  async (request) => {
    const { found } = request.participant.memory
    const name = `refused ${what} ${key(request)}`
    if (await right(request)) return true
    const isKnown = found.has(name)
    found.add(name)
    return isKnown && then(request)
  }
