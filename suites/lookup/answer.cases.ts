import { constants, verify } from 'node:crypto'
import type { PartyRecord } from '../../harness/check/lookup/record.js'
import { isObject, type Json } from '../../harness/contracts/json.js'
import { memberOf, readChain } from '../../harness/wire/decode.js'
import type { RequirementId } from '../../requirements/list.js'
import { unless } from '../support/flows/conduct.js'
import type { Coverage } from '../support/row.js'
import { chainProblem, notRoot } from '../support/values/sent-chain.js'

/** What a rule about a `parties_token` may compare with. */
export interface Around {
  /** Party Identifier of the registry. */
  readonly registry: string
  readonly caller: string
  /** DER of the roots that the registry trusts. */
  readonly roots: readonly Buffer[]
  /** When the answer had come, seconds since epoch. */
  readonly now: number
}

/** A rule about each `parties_token`. */
export interface AnswerRow extends Coverage {
  /** A present-tense sentence about the target. */
  readonly title: string
  readonly expected: string
  /** What contradicts it; `undefined` where nothing does. */
  readonly contradiction: (record: PartyRecord, around: Around) => Json | undefined
}

const inHeader = ({ jwt }: PartyRecord, name: string): Json | undefined => memberOf(jwt.header, name)
const inPayload = ({ jwt }: PartyRecord, name: string): Json | undefined => memberOf(jwt.payload, name)
const allowed = ['alg', 'typ', 'x5c']
const digests: Readonly<Record<string, string>> = { '256': 'sha256', '384': 'sha384', '512': 'sha512' }
/** Clock differences that preflight lets pass, and the time an answer takes, seconds. */
const slack = 10

/** Whether the signature fits the first certificate of `x5c`; what the algorithm ought to be is a rule of its own. */
function isSigned(record: PartyRecord): boolean {
  const [, family, size = ''] = /^(RS|PS)(256|384|512)$/.exec(String(inHeader(record, 'alg'))) ?? []
  const [first] = readChain(inHeader(record, 'x5c'))
  const digest = digests[size]
  const [header, payload, signature = ''] = record.jwt.parts
  if (!first || digest === undefined) return false
  const padding = family === 'PS' ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING
  const key = { key: first.certificate.publicKey, padding }
  try {
    return verify(digest, Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

const row = (its: Omit<AnswerRow, 'roles' | 'requirements'>, ...more: readonly RequirementId[]): AnswerRow => ({
  ...its,
  requirements: ['PARTIES-TOKEN-ISSUED', ...more],
  roles: ['ParticipantRegistry'],
})

export const answered: readonly AnswerRow[] = [
  row({
    id: 'lookup.algorithm',
    title: 'signs parties_token with RS256, RS384 or RS512',
    cases: ['PRG-01'],
    detects: ['signs-parties-token-ps256'],
    expected: 'RS256, RS384 or RS512',
    contradiction: (record) =>
      unless(/^RS(256|384|512)$/.test(String(inHeader(record, 'alg'))), inHeader(record, 'alg')),
  }),
  row({
    id: 'lookup.signature',
    title: 'signs parties_token with the key of the first certificate of its x5c',
    cases: ['PRG-01'],
    detects: ['corrupts-parties-token', 'reverses-parties-token-chain'],
    expected: 'a signature that verifies',
    contradiction: (record) => unless(isSigned(record), 'a signature that does not verify'),
  }),
  row(
    {
      id: 'lookup.header',
      title: 'puts nothing but alg, typ and x5c into the header of parties_token',
      cases: ['PRG-01'],
      detects: ['adds-kid-to-parties-token'],
      expected: 'alg, typ and x5c',
      contradiction: ({ jwt }) => {
        const names = isObject(jwt.header) ? Object.keys(jwt.header as object) : []
        return unless(
          names.every((name) => allowed.includes(name)),
          names,
        )
      },
    },
    'JWT-HEADER-ONLY',
  ),
  row({
    id: 'lookup.chain',
    title: 'sends its complete chain to a trusted root, leaf first, in x5c of parties_token',
    cases: ['PRG-01'],
    detects: ['sends-parties-token-leaf-only', 'reverses-parties-token-chain'],
    expected: 'a chain to a trusted root, in which each certificate is issued by the next',
    contradiction: (record, { roots }) => chainProblem(inHeader(record, 'x5c'), roots),
  }),
  row(
    {
      id: 'lookup.chain-root',
      title: 'sends the root at the end of the chain in x5c of parties_token',
      cases: [],
      level: 'should',
      detects: ['sends-parties-token-without-root', 'sends-parties-token-leaf-only', 'reverses-parties-token-chain'],
      expected: 'a trusted root as the last certificate',
      contradiction: (record, { roots }) => notRoot(inHeader(record, 'x5c'), roots),
    },
    'JWT-X5C-CHAIN',
  ),
  row({
    id: 'lookup.lifetime',
    title: 'signs parties_token for exactly 30 seconds, in integer seconds',
    cases: ['PRG-01'],
    detects: ['parties-token-lives-1000-seconds', 'parties-token-in-milliseconds'],
    expected: 'integers, exp = iat + 30',
    contradiction: (record) => {
      const [iat, exp] = [inPayload(record, 'iat'), inPayload(record, 'exp')]
      const integers = Number.isInteger(iat) && Number.isInteger(exp)
      return unless(integers && Number(exp) - Number(iat) === 30, { iat: iat ?? null, exp: exp ?? null })
    },
  }),
  row({
    id: 'lookup.current',
    title: 'answers with a parties_token that is valid now',
    cases: ['PRG-01'],
    detects: ['serves-old-parties-token', 'parties-token-in-milliseconds'],
    expected: 'iat not in the future and exp not past, in seconds',
    contradiction: (record, { now }) => {
      const [iat, exp] = [Number(inPayload(record, 'iat')), Number(inPayload(record, 'exp'))]
      return unless(iat <= now + slack && now <= exp + slack, { iat, exp, now: Math.round(now) })
    },
  }),
  row({
    id: 'lookup.jti',
    title: 'gives parties_token a jti',
    cases: ['PRG-01'],
    detects: ['omits-parties-token-jti'],
    expected: 'a text that is not empty',
    contradiction: (record) => {
      const jti = inPayload(record, 'jti')
      return unless(typeof jti === 'string' && jti !== '', jti)
    },
  }),
  row(
    {
      id: 'lookup.issuer',
      title: 'names itself as iss and sub of parties_token',
      cases: ['PRG-02'],
      detects: ['names-party-as-sub'],
      expected: 'its own Party Identifier twice',
      contradiction: (record, { registry }) => {
        const [iss, sub] = [inPayload(record, 'iss'), inPayload(record, 'sub')]
        return unless(iss === registry && sub === registry, { iss: iss ?? null, sub: sub ?? null })
      },
    },
    'JWT-SUB',
  ),
  row({
    id: 'lookup.audience',
    title: 'addresses parties_token to the party that asked',
    cases: ['PRG-02'],
    detects: ['omits-parties-token-audience', 'addresses-parties-token-to-party'],
    expected: 'the Party Identifier of the caller and no other',
    contradiction: (record, { caller }) =>
      unless(isAddressedTo(inPayload(record, 'aud'), caller), inPayload(record, 'aud')),
  }),
]

/** One string (L256); an array that holds just it is a reading that ruling 5 leaves open. */
export const isAddressedTo = (aud: Json | undefined, partyId: string): boolean =>
  aud === partyId || (Array.isArray(aud) && aud.length === 1 && aud[0] === partyId)
