import { mixingVerdicts } from '../../engine/at-once.js'
import { global, party } from '../../engine/fault.js'
import { type Change, instead, removed } from '../../engine/rule.js'
import { Certificate } from '../../pki/certificate.js'
import type { Unverified } from '../../pki/revocation/ocsp.js'
import { everyAddress, type Heeding, type RevocationStatus } from '../../pki/revocation/revocation.js'
import { rule, sender, type TokenRequest } from '../token-request.js'
import { hasLongKey, isNotOfThree } from './certified-otherwise.js'
import { keeping, keptBy } from './keeping.js'

type Ask = (request: TokenRequest) => (certificate: Certificate, issuer: Certificate) => Promise<RevocationStatus>

const crlBy =
  (heeding?: Heeding): Ask =>
  ({ participant }) =>
  (certificate, issuer) =>
    participant.revocation.byCrl(certificate, issuer, heeding)
const ocspBy =
  (heeding?: Heeding): Ask =>
  ({ participant }) =>
  (certificate, issuer) =>
    participant.revocation.byOcsp(certificate, issuer, heeding)
const byCrl = crlBy()
const byOcsp = ocspBy()

const goingByFirst = ([first]: readonly RevocationStatus[]): RevocationStatus => first ?? 'absent'
/** Nobody else is asked where the first address does not answer. */
const firstAlone: Heeding = { asked: (urls) => urls.slice(0, 1), judged: goingByFirst }
/** All are asked, and what the others say comes to nothing. */
const firstOfAll: Heeding = { asked: (urls) => urls, judged: goingByFirst }

const revokedInAnyWay: readonly RevocationStatus[] = ['revoked', 'held']

/** Whether none of the certificates is known to be revoked; what stays undetermined passes. */
const noneRevoked =
  (ask: Ask, part: (chain: readonly Certificate[]) => readonly Certificate[], bad = revokedInAnyWay) =>
  async (request: TokenRequest): Promise<boolean> => {
    const statuses = await Promise.all(
      part(request.chain).flatMap((certificate) => {
        const issuer = request.chain[request.chain.indexOf(certificate) + 1]
        return issuer ? [ask(request)(certificate, issuer)] : []
      }),
    )
    return !statuses.some((status) => bad.includes(status))
  }

const leaf = (chain: readonly Certificate[]): readonly Certificate[] => chain.slice(0, 1)
const intermediates = (chain: readonly Certificate[]): readonly Certificate[] => chain.slice(1, -1)

const intermediatesUnrevoked = async (request: TokenRequest): Promise<boolean> =>
  (await noneRevoked(byCrl, intermediates)(request)) && (await noneRevoked(byOcsp, intermediates)(request))

/** Also counts lists of other issuers. */
const anyIssuer: Change<TokenRequest> = (right) => async (request) => {
  const { chain, participant } = request
  const [own] = chain
  const listed = own !== undefined && (await participant.revocation.isListedOnAny(own, chain))
  return !listed && right(request)
}

const withoutCrl: Change<TokenRequest> = (right) => (request) => request.leaf?.crlUrls.length === 0 && right(request)

/** Asks, and does not heed the answer. */
const afterAsking: Change<TokenRequest> = (right) => async (request) => (await right(request)) || true

/** The same, of some certificates alone. */
const afterAskingWhere =
  (holds: (request: TokenRequest) => boolean): Change<TokenRequest> =>
  (right) =>
  async (request) =>
    (await right(request)) || holds(request)

/** Asks, and heeds no answer, where a certificate names sources of both kinds; those above it are looked at all the same. */
const afterAskingBoth: Change<TokenRequest> = (right) => async (request) => {
  const isListed = !(await right(request))
  const { crlUrls = [], ocspUrls = [] } = request.leaf ?? {}
  if (crlUrls.length === 0 || ocspUrls.length === 0) return !isListed
  await noneRevoked(byOcsp, leaf)(request)
  return request.excuse('revocation') && intermediatesUnrevoked(request)
}

/** DER writes an octet of zeros before such a number, and many a library shows it. */
const hasHighSerial = ({ leaf: own }: TokenRequest): boolean => /^[89a-f]/.test(own?.serialHex ?? '')

/** Asks about a leaf once, and goes by that for good. */
const once =
  (source: string): Change<TokenRequest> =>
  (right) =>
  async (request) => {
    const { unrevoked } = request.participant.memory
    const asked = `${source} ${request.leaf?.serialHex}`
    if (unrevoked.has(asked)) return true
    const isSound = await right(request)
    if (isSound) unrevoked.add(asked)
    return isSound
  }

/** Asks about the own data with the first request, and about nobody later where nothing else is said. */
const beforehand =
  (ask: Ask, asksLater = false): Change<TokenRequest> =>
  (right) => {
    let asked: Promise<unknown> | undefined
    return async (request) => {
      asked ??= askAboutOwn(request, ask)
      await asked
      return asksLater ? right(request) : true
    }
  }

async function askAboutOwn(request: TokenRequest, ask: Ask): Promise<void> {
  const [, issuer] = request.chain
  const known = request.participant.kit.parties.flatMap(({ certificates }) => certificates)
  for (const certificate of known.flatMap(readable)) if (issuer) await ask(request)(certificate, issuer)
}

/** Some of those that are registered cannot be read. */
function readable(der: Buffer): readonly Certificate[] {
  try {
    return [new Certificate(der)]
  } catch {
    return []
  }
}

/** The other source is not asked either. */
const unasked = (request: TokenRequest): true => request.excuse('revocation')
/** Follows no redirect, and waits for half a second. */
const briefly: Heeding = { ...everyAddress, fetching: { patienceMs: 500, redirects: 0 } }

/** Other ways to ask for the revocation of a leaf, which the text leaves open. */
export const askingBriefly = {
  'no CRL lists the leaf': instead(noneRevoked(crlBy(briefly), leaf)),
  'no responder calls the leaf revoked': instead(noneRevoked(ocspBy(briefly), leaf)),
} satisfies Readonly<Record<string, Change<TokenRequest>>>

/** Refuses where it learns nothing of a leaf. */
const insisting = (ask: Ask): Change<TokenRequest> =>
  instead(noneRevoked(ask, leaf, [...revokedInAnyWay, 'undetermined']))

/** The same, and believes what is not verified. */
const believing = (by: (heeding: Heeding) => Ask, unverified: Unverified): Change<TokenRequest> =>
  insisting(by({ ...everyAddress, unverified }))

/** As who holds that a certificate of which nothing is known may be revoked. */
export const insistingOnAnswer = {
  'no CRL lists the leaf': insisting(byCrl),
  'no responder calls the leaf revoked': insisting(byOcsp),
} satisfies Readonly<Record<string, Change<TokenRequest>>>

/** As who asks when it registers a certificate, and again once the answer has run out. */
export const askingBeforehand = {
  'no CRL lists the leaf': beforehand(byCrl, true),
  'no responder calls the leaf revoked': beforehand(byOcsp, true),
} satisfies Readonly<Record<string, Change<TokenRequest>>>

/** Revocation (L272 "usual practices"); undetermined passes and is noted. */
export const revocationRules = [
  rule('revocation', 'no CRL lists the leaf', noneRevoked(byCrl, leaf), {
    'ignores-crl': party('reads no CRL', removed),
    'reads-crls-beforehand': global(
      'reads the CRLs of certificates in its own data with its first request, and none later',
      beforehand(byCrl),
    ),
    'accepts-listed-certificate': party('reads the CRL and takes a certificate that it lists', afterAsking),
    'accepts-revoked-at-both': party(
      'asks both sources of a certificate that names a CRL and a responder, and takes it whatever they say',
      afterAskingBoth,
    ),
    'accepts-listed-certificate-but-of-three': party(
      'reads the CRL and takes a certificate that it lists, where its chain is not of three certificates',
      afterAskingWhere(isNotOfThree),
    ),
    'mixes-up-lists': party(
      'lets what a CRL says of one leaf stand for those that come at the same time',
      mixingVerdicts(sender),
    ),
    'misses-high-serials': party(
      'looks on a CRL for serial numbers without the octet of zeros that stands before a set bit',
      (right) => async (request) => (await right(request)) || hasHighSerial(request),
    ),
    'passes-over-holds-on-crl': party(
      'passes over a certificate that a CRL puts on hold',
      instead(noneRevoked(byCrl, leaf, ['revoked'])),
    ),
    'keeps-revocation-by-subject': party(
      'asks nobody about a certificate whose subject name stood in one before that is not revoked',
      keeping('revocation', keptBy.subject, unasked),
    ),
    'keeps-revocation-by-serial': party(
      'asks nobody about a certificate whose serial number stood in one before that is not revoked',
      keeping('revocation', keptBy.serial, unasked),
    ),
    'keeps-revocation-by-key': party(
      'asks nobody about a certificate whose key stood in one before that is not revoked',
      keeping('revocation', keptBy.key, unasked),
    ),
    'keeps-revocation-by-client': party(
      'asks nobody about a certificate of a client that had one before that is not revoked',
      keeping('revocation', keptBy.client, unasked),
    ),
    'keeps-verdict-of-crl': party(
      'takes all certificates that name a CRL for what it found of the first one',
      keeping('CRL', keptBy.crl),
    ),
    'asks-first-crl-address': party(
      'reads a CRL at the first address only',
      instead(noneRevoked(crlBy(firstAlone), leaf)),
    ),
    'goes-by-first-crl-address': party(
      'reads a CRL at each address, and goes by the first even where it gives none',
      instead(noneRevoked(crlBy(firstOfAll), leaf)),
    ),
    'reads-beginning-of-crl': party(
      'looks for a serial number among the first 10,000 entries of a CRL only',
      instead(noneRevoked(crlBy({ ...everyAddress, mostEntries: 10_000 }), leaf)),
    ),
    'believes-any-crl': party(
      'refuses a certificate of whose CRL it learns nothing, and reads a CRL by any signer',
      believing(crlBy, 'signer'),
    ),
    'keeps-crl': party('reads the CRL of a certificate once, and goes by that for good', once('CRL')),
    'refuses-listed-elsewhere': party('refuses a serial that another issuer revoked', anyIssuer),
    'refuses-good-status': party('refuses a certificate that has a CRL', withoutCrl),
  }),
  rule('revocation', 'no responder calls the leaf revoked', noneRevoked(byOcsp, leaf), {
    'ignores-ocsp': party('asks no OCSP responder', removed),
    'asks-responders-beforehand': global(
      'asks about the certificates in its own data with its first request, and no responder later',
      beforehand(byOcsp),
    ),
    'accepts-revoked-by-ocsp': party(
      'asks the OCSP responder and takes a certificate that it calls revoked',
      afterAsking,
    ),
    'accepts-revoked-by-ocsp-of-long-key': party(
      'asks the OCSP responder and takes a certificate that it calls revoked, where its key is of more than 2048 bits',
      afterAskingWhere(hasLongKey),
    ),
    'passes-over-holds-by-ocsp': party(
      'passes over a certificate that a responder puts on hold',
      instead(noneRevoked(byOcsp, leaf, ['revoked'])),
    ),
    'keeps-verdict-of-responder': party(
      'takes all certificates that name a responder for what it found of the first one',
      keeping('OCSP', keptBy.responder),
    ),
    'asks-first-responder': party('asks the first responder only', instead(noneRevoked(ocspBy(firstAlone), leaf))),
    'goes-by-first-responder': party(
      'asks each responder, and goes by the first even where it does not answer',
      instead(noneRevoked(ocspBy(firstOfAll), leaf)),
    ),
    'wants-next-update': party(
      'passes over the answer of a responder that does not say until when it holds',
      instead(noneRevoked(ocspBy({ ...everyAddress, wantsNextUpdate: true }), leaf)),
    ),
    'believes-any-responder': party(
      'refuses a certificate of which its responder says nothing, and believes an answer by any signer',
      believing(ocspBy, 'signer'),
    ),
    'believes-answer-about-another': party(
      'refuses a certificate of which its responder says nothing, and believes an answer about another certificate',
      believing(ocspBy, 'subject'),
    ),
    'believes-participant-as-responder': party(
      'refuses a certificate of which its responder says nothing, and believes an answer by anybody whom the same authority certified',
      believing(ocspBy, 'purpose'),
    ),
    'keeps-ocsp-answer': party('asks a responder about a certificate once, and goes by that for good', once('OCSP')),
  }),
  rule('revocation', 'no intermediate is revoked', intermediatesUnrevoked, {
    'ignores-intermediate-revocation': party('checks the revocation of the leaf only', removed),
  }),
]
