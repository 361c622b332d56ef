import { HarnessError } from '../../contracts/errors.js'
import type { Json } from '../../contracts/json.js'
import type { CertifiedOtherwise } from '../../contracts/kit-consumers.js'
import type { Guise } from '../../guises/types.js'
import { calledIn } from '../../guises/values.js'
import { type EvidenceQuestion, evidenceIn, readEvidence, saysWhatAbout } from '../../judge/evidence.js'
import { record } from '../../mutations/mutation.js'
import type { Party } from '../../mutations/types.js'
import type { DelegationFixtures } from '../../target/kit/delegation-fixtures.js'
import { type Policy, permittedToSubject, spareResource } from '../../target/kit/policies.js'
import { memberOf } from '../../wire/decode.js'
import { spelled } from '../../wire/member-case.js'
import type { Bearers } from '../bearer.js'
import type { LabState } from '../lab.js'
import { type CheckClient, usualAge } from '../message/client.js'
import type { MintableMessage } from '../message/message.js'
import type { Message, Sent } from '../types.js'
import type { World } from '../world.js'
import { canSay } from './context.js'
import { withoutForwarded } from './forwarding.js'
import { delegationBody, written } from './request.js'
import { spareUses } from './spares.js'
import type { Asking, Caller, Delegation, Named } from './types.js'

/** What requests for evidence of one check are made with. */
export interface DelegationParts {
  readonly world: World
  readonly fixtures: DelegationFixtures
  readonly client: CheckClient
  readonly bearers: Bearers
  readonly state: LabState
  readonly bothRoles: boolean
}

/** The requests for evidence of one check. */
export function checkDelegation(parts: DelegationParts): Delegation {
  const { world, fixtures, client } = parts
  const settings = world.settings.delegation
  const asked = new Map<Message, readonly [policy: Policy, asking: Asking]>()
  const ask = (policy: Policy, asking: Asking): MintableMessage => {
    const message = requestForEvidence(parts, policy, asking)
    asked.set(message, [policy, asking])
    return message
  }
  /** With a JWT that exists already. */
  const askWith = (policy: Policy, asking: Asking, jwt: string, use: string): MintableMessage => {
    const forwarded = { name: asking.forwarded?.name ?? conforming, value: async () => [jwt] }
    const message = ask(policy, { ...asking, forwarded })
    const again = { ...message, recipe: { ...message.recipe, use }, fresh: false }
    asked.set(again, [policy, asking])
    return again
  }
  const policyOf = (id: string): Policy => {
    const found = fixtures.policies.find((policy) => policy.id === id)
    if (!found) throw new HarnessError(`There is no fixture policy "${id}".`)
    return found
  }
  const evidenceOf = ({ json }: Sent): Json | undefined => {
    const evidence = evidenceIn(json, settings)
    return evidence === undefined ? undefined : spelled(evidence, 'camel')
  }
  return {
    fixtures,
    bothRoles: parts.bothRoles,
    settings,
    wantsForwarded: world.wantsForwarded === true,
    policy: policyOf,
    ask: (policy, asking = {}) => ask(policyOf(policy), asking),
    async minted(policy, asking) {
      const jwt = firstOf(await jwtsOf(parts, asking)) ?? ''
      return { jwt, message: askWith(policyOf(policy), asking, jwt, 'first') }
    },
    again(sent, use, { caller, policy } = {}) {
      const [own, asking] = asked.get(sent.message) ?? missing(sent)
      const about = policy === undefined ? own : policyOf(policy)
      return askWith(about, { ...asking, ...(caller && { caller }) }, sent.assertion, use)
    },
    evidence: evidenceOf,
    saysWhatAbout: (sent) => saysWhatAbout(evidenceOf(sent)),
    token({ json }) {
      const token = memberOf(json, settings.tokenField)
      return typeof token === 'string' ? token : undefined
    },
    roots: () => world.roots(),
    async stranger(mutate, control) {
      const party = await client.make(mutate, control)
      await client.register()
      return party
    },
    async spare(use, mutate) {
      const kept = fixtures.spares[spareUses.indexOf(use)]
      if (!kept) throw new HarnessError(`The kit has no spare consumer for "${use}".`)
      const hidden = mutate?.entry === 'certificate' && mutate.registered === false
      const certified =
        mutate?.entry === 'certificate'
          ? await world.authority.issue({
              partyId: kept.partyId,
              keyUsage: world.keyUsage,
              kind: mutate.kind,
              revocation: { base: world.httpUrl, scope: kept.scope },
            })
          : kept.certified
      const party = { ...kept, certified }
      await world.parties.reprogram(hidden ? kept : party, mutate && !hidden ? mutate : asItIs)
      return { name: use, value: party }
    },
    presenting: (party, { party: maker, audience }, name) =>
      client.presenting(party, () => client.assertion(maker, audience), name),
    presentingJwt: (party, jwt) => client.presenting(party, async () => jwt, 'one that is forwarded too'),
  }
}

const conforming = 'conforming'
const asItIs = record('as it is', (own) => own)
const missing = (sent: Sent): never => {
  throw new HarnessError(`No request for evidence: ${JSON.stringify(sent.message.recipe)}`)
}

function requestForEvidence(parts: DelegationParts, fixture: Policy, asking: Asking): MintableMessage {
  const { world, bearers, state } = parts
  const settings = world.settings.delegation
  const policy = asking.about?.value(fixture) ?? fixture
  const { consumer, caller, ageSeconds } = partiesTo(parts, asking)
  if (asking.context && !canSay(settings, asking.context))
    throw new HarnessError(`The context "${asking.context.name}" cannot be said at this target.`)
  const context = asking.context ?? { name: conforming, value: { serviceProvider: caller.place } }
  const question: EvidenceQuestion = {
    ...judgedBy(asking.about?.judged?.(fixture) ?? policy, fixture),
    accessSubject: consumer.value.partyId,
    ...(context.value !== undefined && { context: context.value }),
  }
  return {
    party: caller.party,
    sought: 'a permit',
    fresh: true,
    recipe: {
      endpoint: 'delegation',
      policy: fixture.id,
      ...(world.guise && { guise: world.guise.name }),
      'asked for': asking.about?.name ?? conforming,
      caller: caller.name,
      consumer: consumer.name,
      context: context.name,
      'forwarded JWT': asking.forwarded?.name ?? conforming,
      age: `iat ${ageSeconds} s ago`,
      use: 'first',
      'access token': asking.token?.name ?? (asking.keepsToken ? 'the same each time' : conforming),
      'delegation request': asking.body?.name ?? conforming,
      request: asking.request?.name ?? conforming,
      lab: state.changes.join('; ') || 'as usual',
    },
    read: (exchange) => readEvidence(exchange, settings, question),
    async mint() {
      const bearer = await bearers.usual(caller.party, { keepsToken: asking.keepsToken })
      const steps = await jwtsOf(parts, asking)
      const asked = { policy, accessSubject: question.accessSubject, context, forwarded: present(steps) }
      const body = delegationBody(asked, settings, setsIn(parts, asking, fixture, policy))
      const authorization = asking.token ? asking.token.value(bearer.token, bearer.assertion) : `Bearer ${bearer.token}`
      const request = calledIn(world.guise, {
        method: 'POST',
        url: `${world.target.baseUrl}${settings.path}`,
        headers: [
          ['content-type', 'application/json'],
          ['accept', 'application/json'],
          ...(authorization === undefined ? [] : ([['authorization', authorization]] as const)),
        ],
        body: asking.body ? asking.body.value(body) : written(body, context),
      })
      const first = firstOf(steps)
      return {
        request: asking.request ? asking.request.value(request) : request,
        before: bearer.before,
        carried: bearer,
        secrets: [bearer.token],
        ...(first !== undefined && { assertion: first }),
      }
    },
  }
}

/**
 * The policy sets of a request in a guise that asks about another policy as well. Spare consumers may not have that,
 * and a body that is not as usual is made of one policy.
 */
function setsIn(
  { world: { guise }, fixtures: { policies } }: DelegationParts,
  { body, consumer }: Asking,
  fixture: Policy,
  policy: Policy,
) {
  const form = guise?.values.find((value) => value.question)?.question
  const other = policies.find(({ id }) => id === (fixture.id === spareResource ? permittedToSubject : spareResource))
  return form && other && !body && !consumer
    ? (made: (policy: Policy) => Json) => form(made(policy), made(other))
    : undefined
}

/** Attributes count where a policy is about some: who permits all of them may name them one by one. */
const judgedBy = ({ resource: { attributes, ...resource }, ...policy }: Policy, { resource: named }: Policy) => ({
  ...policy,
  resource: { ...resource, ...(!named.attributes.includes('*') && { attributes }) },
})

/** The JWTs that are forwarded, minted now. */
function jwtsOf(parts: DelegationParts, asking: Asking): Promise<Json> {
  const { client } = parts
  const { consumer, caller, forwarded, ageSeconds } = partiesTo(parts, asking)
  return forwarded.value(({ party = consumer.value, audience = caller.party.partyId, mutate } = {}) =>
    client.assertion(party, audience, { ageSeconds, ...(mutate && { mutate }) }),
  )
}

/** Who takes part, and what is forwarded, where `asking` does not say otherwise. */
function partiesTo({ world, fixtures }: DelegationParts, asking: Asking) {
  const consumer = asking.consumer ?? consumerIn(world, fixtures)
  const caller = callerOf(asking.caller ?? 'provider', consumer.value, fixtures)
  const forwarded = asking.forwarded ?? (caller.forwards ? oneOf : withoutForwarded)
  return { consumer, caller, forwarded, ageSeconds: asking.ageSeconds ?? usualAge(world) }
}

const otherConsumer = (guise: Guise | undefined): CertifiedOtherwise | undefined =>
  guise?.values.find((value) => value.consumer)?.consumer

/** Who has the policies of the usual consumer that a guise leaves alone. */
function consumerIn({ guise }: Pick<World, 'guise'>, { subject, otherwise }: DelegationFixtures): Named<Party> {
  const other = otherConsumer(guise)
  const party = other && otherwise.get(other)
  return other && party ? { name: other, value: party } : { name: conforming, value: subject }
}

const firstOf = (steps: Json): string | undefined => {
  const [first] = Array.isArray(steps) ? (steps as readonly Json[]) : []
  return typeof first === 'string' ? first : undefined
}

/** A consumer's JWT for the caller. */
const oneOf: NonNullable<Asking['forwarded']> = { name: conforming, value: async (mint) => [await mint()] }

const present = (steps: Json): Json | undefined => (Array.isArray(steps) && steps.length === 0 ? undefined : steps)

interface Asker {
  readonly name: string
  readonly party: Party
  /** Where the service is consumed, by default. */
  readonly place: string
  readonly forwards: boolean
}

function callerOf(caller: Caller | Named<Party>, consumer: Party, fixtures: DelegationFixtures): Asker {
  const { provider, otherProvider } = fixtures
  const place = provider.partyId
  if (typeof caller === 'object') return { name: caller.name, party: caller.value, place, forwards: true }
  switch (caller) {
    case 'provider':
      return { name: conforming, party: provider, place, forwards: true }
    case 'other provider':
      return { name: caller, party: otherProvider, place: otherProvider.partyId, forwards: true }
    case 'consumer':
      return { name: caller, party: consumer, place, forwards: false }
  }
}
