import { createPublicKey, randomUUID } from 'node:crypto'
import { mintCopies } from '../../harness/check/message/mint.js'
import type { FaultName } from '../../harness/faults/faults.js'
import { behind } from '../../harness/mutations/json-text.js'
import { claims, identity } from '../../harness/mutations/mutation.js'
import type { ContextWith, Mutation, Need, Party } from '../../harness/mutations/types.js'
import { presets } from '../../harness/target/presets.js'
import { borrowed } from '../../suites/forwarding/of-assertions.js'
import type { Asking, Differences, EvidenceStage } from '../stage/evidence-fixture.js'
import type { Client } from '../stage/reference-fixture.js'
import type { Row } from './reference-delegation.cases.js'

/** For each fault in the rules that a forwarded JWT shares with a client assertion, what a row of that one changes. */
const likeAssertions: Readonly<Partial<Record<FaultName, readonly [id: string, name: string]>>> = {
  'forward-takes-first-claim': ['json.duplicate-aud', 'aud of the target, then of another party'],
  'forward-ignores-case-of-claim-names': [
    'audience.with-more',
    'aud of another participant, what is sound in capitals behind it',
  ],
  'forward-reads-nan': ['time.nan', 'exp NaN'],
  'forward-takes-first-alg': ['header.duplicate-alg', 'alg RS256, then alg none'],
  'forward-reads-x5c-twice': ['header.duplicate-x5c', "x5c of the party, then the attacker's, attacker-signed"],
  'forward-accepts-two-parts': ['jws-form.missing-parts', 'header.payload'],
  'forward-accepts-unknown-alg': ['algorithm.unknown', 'RS1'],
  'forward-accepts-missing-alg': ['algorithm.missing', 'without alg'],
  'forward-accepts-hs256-empty-key': ['algorithm.hs256-empty-key', 'HS256 with an empty secret'],
  'forward-normalises-alg': ['algorithm.respelled', 'alg "rs256"'],
  'forward-coerces-alg': ['algorithm.wrong-type', 'alg ["RS256"]'],
  'forward-ignores-alg-digest': ['algorithm.other-digest', 'RS256 signed with SHA-384'],
  'forward-ignores-alg-padding': ['algorithm.other-padding', 'RS256 signed with RSASSA-PSS'],
  'forward-accepts-missing-x5c': ['chain.missing', 'without x5c'],
  'forward-accepts-empty-x5c': ['chain.empty', 'x5c []'],
  'forward-accepts-x5c-string': ['chain.string', 'the leaf as a string'],
  'forward-skips-unreadable-certificates': ['chain.unreadable', 'a truncated certificate before the chain'],
  'forward-reorders-chain': ['chain.leaf-not-first', 'root, intermediate, leaf'],
  'forward-accepts-loose-padding': ['signature.loose-padding', 'garbage after the DigestInfo'],
  'forward-accepts-extra-header': ['header.extra-member', 'foo'],
  'forward-accepts-other-typ': ['header.other-typ', 'typ at+jwt'],
  'forward-accepts-missing-sub': ['identity.missing', 'sub missing'],
  'forward-reads-sub-for-iss': ['identity.missing', 'iss missing'],
  'forward-coerces-iss': ['identity.type', 'iss as an array of one'],
  'forward-ignores-sub': ['identity.sub-of-another', 'sub of another party'],
  'forward-accepts-missing-exp': ['time.no-exp', 'without exp'],
  'forward-accepts-milliseconds': ['time.milliseconds-exp', 'exp in milliseconds'],
  'forward-coerces-times': ['time.strings', 'iat and exp as strings'],
  'forward-accepts-fractions': ['time.fractions', 'exp half a second later'],
  'forward-accepts-huge-times': ['time.huge', 'exp 1e400'],
  'forward-accepts-negative-times': ['time.negative', 'exp -1'],
  'forward-counts-lifetime-from-nbf': ['time.lifetime-from-nbf', 'iat = now - 3600, nbf = now, exp = nbf + 30'],
  'forward-reads-seconds-of-lifetime': ['time.lifetime-wrapped', 'exp = iat + 90'],
  'forward-accepts-odd-jti': ['replay.jti-type', 'jti 5'],
  'forward-completes-chain': ['chain.leaf-only', 'leaf'],
  'forward-accepts-missing-aud': ['audience.missing', 'without aud'],
  'forward-takes-aud-elsewhere': ['audience.with-more', 'aud of another participant, azp the target'],
  'forward-searches-aud': ['audience.odd', 'aud [[target]]'],
}

/** Those of them that are about a JWT which cannot be read. */
const unreadable: ReadonlySet<string> = new Set([
  'forward-takes-first-claim',
  'forward-reads-nan',
  'forward-takes-first-alg',
  'forward-reads-x5c-twice',
  'forward-accepts-two-parts',
])

/** For each of those faults that shows in a forwarded JWT, how to make it show. */
export function forwardedRows({ cast, lab }: EvidenceStage, sound: Asking): Readonly<Partial<Record<FaultName, Row>>> {
  const party = (client: Client): Party => ({ ...client, scope: client.partyId })
  const contextOf = (maker: Client): ContextWith<Need> => ({
    party: party(maker),
    other: party(cast.otherProvider),
    untrusted: cast.ofAnyRoot.certified,
    foreignKey: cast.otherProvider.certified.key,
    target: {
      partyId: cast.provider.partyId,
      baseUrl: sound.reference.baseUrl,
      tokenUrl: sound.reference.baseUrl,
      publicKey: createPublicKey(cast.provider.certified.key),
    },
    registryId: lab.world.registry.partyId,
    evidenceRegistryId: lab.world.authorisationRegistry.partyId,
    identityProviderIds: lab.world.identityProviders.map(({ partyId }) => partyId),
    partyIdParameter: 'party_id',
    canary: (name) => `${lab.world.http}/canary/${name}`,
    now: Math.floor(Date.now() / 1000),
  })
  const mutated =
    (mutation: Mutation, maker: () => Client = () => cast.subject) =>
    async (): Promise<Differences> => {
      const blueprint = { changes: [mutation], ageSeconds: 2, jti: randomUUID() }
      const [minted] = await mintCopies(blueprint, contextOf(maker()), presets.default.settings, [undefined])
      return { subject: maker() === cast.provider ? cast.subject : maker(), forwarded: [minted?.assertion] }
    }
  const refused = (asked: Row[0], status = 403): Row => [asked, status, 'permit']
  const ofCertificate = (client: () => Client): Row => refused(() => ({ subject: client() }))
  const [der, raw] = borrowed({
    'algorithm.other-key': [
      'EC key and RS256 over its ECDSA signature in DER',
      'EC key and RS256 over its ECDSA signature',
    ],
  })
  const { partyId } = cast.subject
  return {
    ...Object.fromEntries(
      Object.entries(likeAssertions).map(([fault, [id, name]]) => [
        fault,
        refused(mutated(borrowed({ [id]: [name] })[0] as Mutation), unreadable.has(fault) ? 400 : 403),
      ]),
    ),
    'forward-looks-up-first-issuer': refused(
      mutated(behind('those of the consumer', 'payload', { iss: partyId, sub: partyId }), () => cast.provider),
      400,
    ),
    'forward-registers-any-of-x5c': refused(
      mutated(
        identity('behind the own chain', (own) => {
          const { key, chain } = cast.provider.certified
          own.certified = { key, chain: [...chain, ...cast.subject.certified.chain.slice(0, 1)] }
        }),
      ),
    ),
    'forward-trims-aud': refused(
      mutated(claims('a space', (own) => void Object.assign(own, { aud: `${cast.provider.partyId} ` }))),
    ),
    'forward-ignores-key-type': refused(mutated(der as Mutation, () => cast.ofEcKey)),
    'forward-takes-failed-verification': refused(mutated(raw as Mutation, () => cast.ofEcKey)),
    'forward-accepts-es256': refused(
      mutated(
        claims('as it is', () => undefined),
        () => cast.ofEcKey,
      ),
    ),
    'forward-accepts-short-key': ofCertificate(() => cast.ofShortKey),
    'forward-accepts-future-leaf': ofCertificate(() => cast.ofTomorrow),
    'forward-accepts-expired-intermediate': ofCertificate(() => cast.ofExpiredIntermediate),
    'forward-ignores-path-length': ofCertificate(() => cast.ofLongPath),
    'forward-ignores-key-cert-sign': ofCertificate(() => cast.ofIntermediateWithoutRight),
    'forward-trusts-self-signed': ofCertificate(() => cast.ofItself),
    'forward-trusts-any-root': ofCertificate(() => cast.ofAnyRoot),
  }
}
