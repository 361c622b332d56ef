import type { KeyObject } from 'node:crypto'
import type { CertifiedKey } from '../../ca/types.js'
import type { DelegationSettings } from '../contracts/interface.js'
import { isObject, type Json, type JsonObject } from '../contracts/json.js'
import { joined } from '../wire/members.js'
import type { HttpRequest } from '../wire/types.js'
import type { DelegationTokenName } from './delegation-token.js'

/** What a mutation of evidence may look at. */
export interface EvidenceContext {
  /** Party Identifier of the consumer who calls. */
  readonly subject: string
  /** That of another one who is served, as far as there is one. */
  readonly known: string
  /** Party Identifier of the ServiceProvider under test. */
  readonly provider: string
  /** That of another ServiceProvider. */
  readonly otherProvider: string
  /** What the evidence has to be about. */
  readonly policyIssuer: string
  /** The members by which what a policy is about names a ServiceProvider, as a request does; none where there is no such place. */
  readonly consumedAt: (partyId: string) => JsonObject
  /** What is held beside that by each policy set, and by the target of each policy. */
  readonly members: DelegationSettings['members']
  readonly resource: JsonObject
  /** What the service protects at another path, where there is one. */
  readonly otherResource?: JsonObject
  readonly actions: readonly string[]
  /** Seconds since epoch. */
  readonly now: number
}

/** Who forges an access token, and what everybody knows of the server that would issue it. */
export interface Forging {
  /** Key and chain of a trusted participant. */
  readonly forger: CertifiedKey
  readonly issuer: { readonly partyId: string; readonly publicKey: KeyObject; readonly chain: readonly Buffer[] }
}

/** What a mutation of an access token may look at. */
export interface TokenContext {
  /** Party Identifier of the consumer who calls. */
  readonly subject: string
  /** The access token of the target that the call would carry. */
  readonly own: string
  /** The client assertion that it was issued on. */
  readonly assertion: string
  /** A JWT of another participant, signed like its client assertions, with these claims beside its own. */
  readonly foreignJwt: (claims: JsonObject) => Promise<string>
  readonly forging: () => Promise<Forging>
}

/** A resource of a service: what it protects, or what it protects at the other path. */
export type Whose = 'its own resource' | 'the other one'

/** One named thing that is not as usual about a call of the service, in exactly one entry of its recipe. */
export type ServiceMutation = { readonly name: string } & (
  | {
      readonly entry: 'evidence'
      /** What the lab's AuthorisationRegistry says about the consumer; `null` = nothing (404). */
      readonly rewrite: (evidence: JsonObject, context: EvidenceContext) => Json
    }
  /** A Permit for each of these; a request is answered with what it names alone. */
  | { readonly entry: 'evidence'; readonly permitted: readonly Whose[] }
  /** The body of its answer, made of the sound evidence. */
  | { readonly entry: 'evidence'; readonly body: (evidence: JsonObject, context: EvidenceContext) => string }
  /** A mutation of the signed token around it. */
  | { readonly entry: 'evidence'; readonly token: DelegationTokenName }
  /** Name of a row in `harness/lab/misbehaviour/misbehaviour.ts`. */
  | { readonly entry: 'authorisation registry'; readonly transport: string }
  | {
      readonly entry: 'access token'
      /** `undefined` = no token. */
      readonly present: (context: TokenContext) => string | undefined | Promise<string | undefined>
    }
  | { readonly entry: 'request'; readonly change: (request: HttpRequest) => HttpRequest }
)

type Rewrite = (evidence: JsonObject, context: EvidenceContext) => Json

/** Other evidence. */
export const evidence = (name: string, rewrite: Rewrite): ServiceMutation => ({ name, entry: 'evidence', rewrite })

/** A Permit for each of these; the answer to a request holds what that names, and nothing beside it. */
export const permitFor = (...permitted: readonly Whose[]): ServiceMutation => ({
  name: `a Permit, to who asks for it, for ${permitted.join(' and for ')}`,
  entry: 'evidence',
  permitted,
})

/** Another answer of the AuthorisationRegistry, verbatim. */
export const evidenceBody = (
  name: string,
  body: (evidence: JsonObject, context: EvidenceContext) => string,
): ServiceMutation => ({ name, entry: 'evidence', body })

/** A mutation of the signed token around the evidence. */
export const evidenceToken = (token: DelegationTokenName): ServiceMutation => ({
  name: token,
  entry: 'evidence',
  token,
})

/** The AuthorisationRegistry answers in that way of `harness/lab/misbehaviour/misbehaviour.ts`. */
export const registryAnswers = (transport: string): ServiceMutation => ({
  name: transport,
  entry: 'authorisation registry',
  transport,
})

/** Another access token. */
export const accessToken = (
  name: string,
  present: Extract<ServiceMutation, { entry: 'access token' }>['present'],
): ServiceMutation => ({ name, entry: 'access token', present })

/** A request by another method, with an empty JSON object where the method has a body. */
export const byMethod =
  (method: string) =>
  ({ headers, body: _, ...request }: HttpRequest): HttpRequest => {
    const others = headers.filter(([name]) => name.toLowerCase() !== 'content-type')
    const body = { body: '{}', headers: [...others, ['content-type', 'application/json'] as const] }
    return { ...request, headers: others, method, ...(method !== 'GET' && body) }
  }

/** The call as another request. */
export const callAs = (name: string, change: (request: HttpRequest) => HttpRequest): ServiceMutation => ({
  name,
  entry: 'request',
  change,
})

/** A request without its access token. */
export const bare = ({ headers, ...request }: HttpRequest): HttpRequest => ({
  ...request,
  headers: headers.filter(([name]) => name.toLowerCase() !== 'authorization'),
})

/** The call as another request, without its access token. */
export const bareCallAs = (name: string, change: (request: HttpRequest) => HttpRequest): ServiceMutation =>
  callAs(`${name}, without an access token`, (request) => bare(change(request)))

/** A Permit without conditions for exactly what is asked (L224). */
export const soundEvidence = ({
  subject,
  policyIssuer,
  members,
  resource,
  actions,
  now,
}: EvidenceContext): JsonObject => ({
  policyIssuer,
  target: { accessSubject: subject },
  notBefore: now - 60,
  notOnOrAfter: now + 3600,
  policySets: [
    joined(members.policySet, {
      policies: [
        { target: joined(members.target, { resource, actions: [...actions] }), rules: [{ effect: 'Permit' }] },
      ],
    }),
  ],
})

type Members = { readonly [name: string]: Json }

/** A policy that permits the same for another resource than the one that is asked about. */
export const elsewhere = ({ members, resource, actions }: EvidenceContext): Members => {
  const others = ['dataset-2', 'dataset-3'].filter((one) => !JSON.stringify(resource).includes(one))
  return {
    target: joined(members.target, {
      resource: { ...resource, identifiers: others.slice(0, 1) },
      actions: [...actions],
    }),
    rules: [{ effect: 'Permit' }],
  }
}

/** The evidence with other policy sets in the place of its one. */
export const inPolicySets =
  (change: (set: Members, context: EvidenceContext) => readonly Json[]): Rewrite =>
  (own, context) => ({
    ...own,
    policySets: (own.policySets as readonly [Members]).flatMap((set) => change(set, context)),
  })

/** The evidence with other policies in the place of its one. */
export const inPolicies = (change: (policy: Members, context: EvidenceContext) => readonly Json[]): Rewrite =>
  inPolicySets((set, context) => {
    const [policy] = set.policies as unknown as readonly [Members]
    return [{ ...set, policies: [...change(policy, context)] }]
  })

/** The evidence with its one policy changed. */
export const inPolicy = (change: (policy: Members, context: EvidenceContext) => Json): Rewrite =>
  inPolicies((policy, context) => [change(policy, context)])

/** The evidence with what its one policy is about changed. */
export const inTarget = (change: (target: Members, context: EvidenceContext) => Json): Rewrite =>
  inPolicy((policy, context) => ({ ...policy, target: change(policy.target as Members, context) }))

/** The evidence with these rules. */
export const withRules = (rules: (context: EvidenceContext) => Json): Rewrite =>
  inPolicy((policy, context) => ({ ...policy, rules: rules(context) }))

/** Evidence whose first policy set is a list of policies, changed; other evidence as it is. */
const withSets =
  (
    change: (
      set: Members & { readonly policies: readonly Json[] },
      other: Members,
      context: EvidenceContext,
    ) => readonly Json[],
  ) =>
  (own: Json, context: EvidenceContext): Json => {
    if (!isObject(own) || !Array.isArray(own.policySets)) return own
    const [set, ...others] = own.policySets as readonly Json[]
    if (!isObject(set) || !Array.isArray(set.policies)) return own
    return {
      ...own,
      policySets: [...change({ ...set, policies: set.policies }, elsewhere(context), context), ...others],
    }
  }

/** Evidence with a Permit for another resource before what it says. */
export const behindAnotherPolicy = withSets((set, other) => [{ ...set, policies: [other, ...set.policies] }])

/** The same behind what it says. */
export const beforeAnotherPolicy = withSets((set, other) => [{ ...set, policies: [...set.policies, other] }])

/** The same in a policy set of its own before it. */
export const behindAnotherSet = withSets((set, other) => [{ ...set, policies: [other] }, set])

/** Evidence with a Deny for another resource before what it says. */
export const behindAnotherDenial = withSets((set, other) => [
  { ...set, policies: [{ ...other, rules: [{ effect: 'Deny' }] }, ...set.policies] },
])

const consumedAt = (rightOperand: string): JsonObject => ({
  leftOperand: 'serviceProvider',
  operator: 'equal',
  rightOperand,
})

/** Evidence with a Permit for another resource, whose conditions hold, before what it says. */
export const behindAnotherCondition = withSets((set, other, { provider }) => [
  {
    ...set,
    policies: [{ ...other, rules: [{ effect: 'Permit', conditions: consumedAt(provider) }] }, ...set.policies],
  },
])

/** Evidence with a Permit whose conditions do not hold before the rules of each policy of its first set. */
export const behindAnotherRule = (own: Json, context: EvidenceContext): Json => {
  const conditions = consumedAt(context.otherProvider)
  const behind = (policy: Json): Json =>
    isObject(policy) && Array.isArray(policy.rules)
      ? { ...policy, rules: [{ effect: 'Permit', conditions }, ...policy.rules] }
      : policy
  return withSets((set) => [{ ...set, policies: set.policies.map(behind) }])(own, context)
}
