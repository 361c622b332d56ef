import { isObject, type Json, type JsonObject } from '../../contracts/json.js'
import type { Received } from '../engine/received.js'
import type { KitService } from '../kit.js'
import type { AuthenticatedClient } from '../registry/authenticated-client.js'
import { type RegistryAnswer, RegistryFailure, type RegistryProblem } from '../registry/transport.js'
import type { Issued } from '../token-endpoint/issued-tokens.js'
import type { Semantics } from './conditions.js'
import type { SignedEvidence } from './signed-evidence.js'

/** What the service knows beside the call. */
export interface ServiceWorld {
  /** Party Identifier of this ServiceProvider. */
  readonly partyId: string
  /** What it needs evidence for. */
  readonly service: KitService
  /** The AuthorisationRegistry. */
  readonly registry: AuthenticatedClient
  /** Party Identifier of the AuthorisationRegistry. */
  readonly registryId: string
  /** The access token that the Participant Registry gave last; read by a fault alone. */
  readonly tokenOfParticipantRegistry: () => string
  /** Path of its delegation endpoint. */
  readonly path: string
  /** Reads a signed answer, `undefined` where its signature does not hold; absent where answers are plain. */
  readonly signed?: (answer: Members) => SignedEvidence | undefined
  /** Whether a human is logged in with the browser that calls. */
  readonly isLoggedIn: (received: Received) => boolean
  /** Whether an IdentityProvider gave that token in a login; read by a fault alone. */
  readonly isOfLogin: (token: string) => boolean
  /** Evidence by consumer, which only a fault remembers. */
  readonly evidence: Map<string, RegistryAnswer>
  /** The same, with what it was asked about. */
  readonly evidenceAbout: Map<string, Pick<ServiceCall, 'answer' | 'resource'>>
  /** When a consumer called last about which something is kept, or when that was kept, milliseconds since epoch; used by faults alone. */
  readonly calledAt: Map<string, number>
  /** What its token endpoint issued last with the same faults; read by a fault alone. */
  readonly latestLike: (issued: Issued | undefined) => Issued | undefined
  /** Whether an access token of its own begins so; read by a fault alone. */
  readonly hasBegun: (text: string) => boolean
  /** The JWT of the consumer that called before, which only a fault remembers. */
  readonly former: { assertion?: string; readonly served: Set<string> }
}

/** Where a second resource is served, if the kit has one. */
export const otherPath = '/other-service'

/** What the rules about calls are about, in the order in which they are applied. */
export const serviceTopics = ['call', 'evidence', 'conditions', 'permission'] as const

/** One of them. */
export type ServiceTopic = (typeof serviceTopics)[number]

/** A policy of the evidence. */
export type Members = { readonly [name: string]: Json }

/** A call of the service on its way through the rules; each rule fills in what later ones need. */
export class ServiceCall {
  readonly received: Received
  readonly world: ServiceWorld
  /** What its access token stands for; only a fault changes it. */
  issued: Issued | undefined
  /** Topics whose rules are not asked any more. */
  readonly excused = new Set<ServiceTopic>()
  /** Seconds since epoch, with fraction. */
  readonly now = Date.now() / 1000
  /** The consumer, as evidence is asked for. */
  target: Record<string, string> = {}
  context: Record<string, string> = {}
  question: JsonObject = {}
  /** What a request for evidence is by its own account. */
  questionType = ''
  forwarded: readonly string[] = []
  answer: RegistryAnswer | undefined
  failure: RegistryProblem | undefined
  json: Members = {}
  /** The token around the evidence; absent where that is plain. */
  token: SignedEvidence | undefined
  evidence: Members = {}
  policies: readonly Members[] = []
  /** Rules that apply. */
  rules: readonly Members[] = []
  readonly semantics = {} as Semantics
  /** The cookie that the answer sets, which only a fault does. */
  cookie: string | undefined

  /** The resource that it needs evidence for; only a fault changes it. */
  resource: KitService['resource']

  constructor(received: Received, issued: Issued | undefined, world: ServiceWorld) {
    this.received = received
    this.issued = issued
    this.world = world
    const { service } = world
    this.resource = received.path === otherPath ? (service.other ?? service).resource : service.resource
  }

  get consumer(): string {
    return this.issued?.partyId ?? ''
  }

  /** Serves whatever the rules to come would say. */
  serve(): true {
    for (const topic of serviceTopics) this.excused.add(topic)
    return true
  }

  /**
   * Asks for evidence (L223), and keeps what comes or the reason why nothing does.
   * @param withToken Whether it authenticates first; only a fault does without.
   */
  async ask(withToken = true): Promise<true> {
    const { registry, path } = this.world
    const headers = { 'content-type': this.questionType }
    const forwarded = this.forwarded.length > 0 && { previous_steps: [...this.forwarded] }
    const body = JSON.stringify({ delegationRequest: this.question, ...forwarded })
    const question = { method: 'POST', path, headers, body } as const
    try {
      this.answer = await (withToken ? registry.call(question) : registry.send(question))
    } catch (error) {
      if (!(error instanceof RegistryFailure)) throw error
      this.failure = error.problem
    }
    return true
  }

  /** What it asks for, without what it forwards (L223). */
  ownQuestion(): JsonObject {
    const { policyIssuer, actions } = this.world.service
    const { resource } = this
    const context = Object.keys(this.context).length > 0 ? { context: this.context } : {}
    const target = { resource: { ...resource, attributes: ['*'] }, actions, ...context }
    return {
      policyIssuer,
      target: this.target,
      policySets: [{ policies: [{ target, rules: [{ effect: 'Permit' }] }] }],
    }
  }
}

/** The elements of a list that are objects. */
export const objects = (value: Json | undefined): readonly Members[] =>
  (Array.isArray(value) ? (value as readonly Json[]) : []).filter(isObject)

/** A member of an object, an empty object where it is none. */
export const within = (object: Members, name: string): Members => {
  const value = object[name]
  return isObject(value) ? value : {}
}
