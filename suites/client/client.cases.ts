import type { TargetUnderTest } from '../../harness/check/types.js'
import type { Json } from '../../harness/json.js'
import type { LedgerEntry } from '../../harness/lab/protocol.js'
import { memberOf } from '../../harness/wire/decode.js'
import { lookingUp } from '../support/roles.js'
import type { Coverage } from '../support/row.js'
import { chainProblem } from './chain.js'

/** What a rule about the target's own assertions may compare with. */
export interface Parties {
  readonly own: TargetUnderTest['partyId']
  readonly registry: string
  /** DER of a root that the target trusts. */
  readonly root: Buffer
}

/** A rule about each token request that the target sends to the registry. */
export interface ConductRow extends Coverage {
  /** A present-tense sentence about the target. */
  readonly title: string
  readonly expected: string
  /** What contradicts it in one request; `undefined` where nothing does. */
  readonly contradiction: (call: LedgerEntry, parties: Parties) => Json | undefined
  /** Also looks at requests that carry an assertion which was addressed to the target itself. */
  readonly forwardedToo?: true
}

const inHeader = (call: LedgerEntry, name: string): Json | undefined => memberOf(call.assertion?.header, name)
const inPayload = (call: LedgerEntry, name: string): Json | undefined => memberOf(call.assertion?.payload, name)
const unless = (holds: boolean, got: Json | undefined): Json | undefined => (holds ? undefined : (got ?? 'nothing'))

const allowed: readonly (Json | undefined)[] = ['alg', 'typ', 'x5c']
const algorithms: readonly (Json | undefined)[] = ['RS256', 'RS384', 'RS512']

/** Whether the request carries an assertion that a client made for the target: a defect of its own, which must not count twice. */
export const isForwarded = (call: LedgerEntry, own: string): boolean => inPayload(call, 'aud') === own

/** Seconds from `iat` to the arrival of the request. */
export const ageOnArrival = (call: LedgerEntry): number => Math.round(call.at / 1000 - Number(inPayload(call, 'iat')))

/** One string (L256); an array that holds just it is a reading that ruling 5 leaves open. */
const namesOnly = (aud: Json | undefined, partyId: string): boolean =>
  aud === partyId || (Array.isArray(aud) && aud.length === 1 && aud[0] === partyId)

const row = (its: Omit<ConductRow, 'roles'>): ConductRow => ({ ...its, roles: lookingUp })

export const conduct: readonly ConductRow[] = [
  row({
    id: 'client.algorithm',
    title: 'signs its own assertions with RS256, RS384 or RS512',
    requirements: ['JWT-ALG'],
    cases: ['CLI-01'],
    detects: ['signs-ps256'],
    expected: 'RS256, RS384 or RS512',
    contradiction: (call) => unless(algorithms.includes(inHeader(call, 'alg')), inHeader(call, 'alg')),
  }),
  row({
    id: 'client.header',
    title: 'puts nothing but alg, typ and x5c into the header of its own assertions',
    requirements: ['JWT-HEADER-ONLY'],
    cases: ['CLI-02'],
    detects: ['adds-kid'],
    expected: 'alg, typ and x5c',
    contradiction: (call) => {
      const names = Object.keys(call.assertion?.header ?? {})
      return unless(
        names.every((name) => allowed.includes(name)),
        names,
      )
    },
  }),
  row({
    id: 'client.chain',
    title: 'sends its complete chain, leaf first, in x5c of its own assertions',
    requirements: ['JWT-X5C-CHAIN'],
    cases: ['CLI-03'],
    detects: ['sends-leaf-only'],
    expected: 'a chain in which each certificate is issued by the next',
    contradiction: (call, { root }) => chainProblem(inHeader(call, 'x5c'), root),
  }),
  row({
    id: 'client.names',
    title: 'names itself as iss, sub and client_id and the registry as the only aud of its own assertions',
    requirements: ['ASSERTION-ISS-SUB'],
    cases: ['CLI-04'],
    detects: ['addresses-url'],
    expected: 'its own id three times, and the id of the registry',
    contradiction: (call, { own, registry }) => {
      const [iss, sub, aud] = ['iss', 'sub', 'aud'].map((name) => inPayload(call, name))
      const clientId = Object.values(call.form ?? {}).includes(own)
      const seen = { iss: iss ?? null, sub: sub ?? null, aud: aud ?? null, form: call.form ?? null }
      return unless(iss === own && sub === own && clientId && namesOnly(aud, registry), seen)
    },
  }),
  row({
    id: 'client.lifetime',
    title: 'signs its own assertions for exactly 30 seconds',
    requirements: ['JWT-LIFETIME'],
    cases: ['CLI-05'],
    detects: ['lives-60-seconds'],
    expected: 'integers, exp = iat + 30',
    contradiction: (call) => {
      const [iat, exp] = [inPayload(call, 'iat'), inPayload(call, 'exp')]
      const seconds = Number.isInteger(iat) && Number.isInteger(exp) && Number(exp) - Number(iat)
      return unless(seconds === 30, { iat: iat ?? null, exp: exp ?? null })
    },
  }),
  row({
    id: 'client.post',
    title: 'sends its own assertions by POST',
    requirements: ['TOKEN-POST'],
    cases: ['CLI-07'],
    detects: ['authenticates-by-query'],
    expected: 'POST',
    contradiction: ({ method }) => unless(method === 'POST', method),
  }),
  row({
    id: 'client.body',
    title: 'keeps its own assertions out of the URL',
    requirements: ['TOKEN-POST'],
    cases: ['CLI-07'],
    level: 'should',
    detects: ['authenticates-by-query'],
    expected: 'no parameters',
    contradiction: ({ inUrl = [] }) => unless(inUrl.length === 0, inUrl),
  }),
  row({
    id: 'client.own-assertion',
    title: "never sends a client's assertion as its own",
    requirements: ['ASSERTION-OWN'],
    cases: ['CLI-08'],
    detects: ['sends-clients-assertion'],
    expected: 'its own id as iss',
    forwardedToo: true,
    contradiction: (call, { own }) => unless(inPayload(call, 'iss') === own, inPayload(call, 'iss')),
  }),
]

export const renewed: Coverage = {
  id: 'client.new-assertion',
  requirements: ['JWT-JTI-NEW'],
  cases: ['CLI-06'],
  roles: lookingUp,
  detects: ['reuses-own-assertion'],
}

export const encodedOnce: Coverage = {
  id: 'client.encoded-once',
  requirements: ['REGISTRY-LOOKUP-ENCODED'],
  cases: ['CLI-09'],
  roles: lookingUp,
  detects: ['encodes-twice'],
}

export const verifiesTls: Coverage = {
  id: 'client.tls',
  requirements: ['REGISTRY-TLS'],
  cases: ['CLI-10'],
  roles: lookingUp,
  exclusive: true,
  detects: ['ignores-tls-certificate'],
}
