import { setTimeout as wait } from 'node:timers/promises'
import type { ServiceUnderTest } from '../../contracts/service.js'
import { calledIn } from '../../guises/values.js'
import { type Answer, isBusy, isGranted } from '../../judge/outcome.js'
import type { ServiceMutation, TokenContext } from '../../mutations/evidence.js'
import type { Party } from '../../mutations/types.js'
import { decodeJwt, memberOf } from '../../wire/decode.js'
import type { Exchange } from '../../wire/types.js'
import { type Bearer, type Bearers, NoToken, secretIn } from '../bearer.js'
import { EndsEarly } from '../code-source.js'
import type { LabState } from '../lab.js'
import { type CheckClient, usualAge } from '../message/client.js'
import type { MintableMessage } from '../message/message.js'
import type { Minted } from '../message/mint.js'
import { usualCall } from '../recipes.js'
import type { Message } from '../types.js'
import type { World } from '../world.js'
import { evidenceContext, evidenceProgram, readService, serviceRequest } from './call.js'
import { foreignJwt, forgingBy } from './foreign-jwt.js'
import { servingBefore } from './served-before.js'
import { misjudgedTrees, treeHolds } from './trees.js'
import type { CallOptions, Service } from './types.js'

/** What the calls of one check are made with. */
export interface ServiceTools {
  readonly world: World
  readonly service: ServiceUnderTest
  readonly client: CheckClient
  readonly bearers: Bearers
  readonly state: LabState
  /** Ends the check: nothing can be said. */
  readonly inconclusive: (reason: string) => never
  readonly observes: (name: string, value: string) => void
  readonly seed: number
}

/** How long after its expiry an assertion is taken for expired whatever a clock says, milliseconds. */
const spareMs = 7000

/** Mutations that concern what is said about the consumer, so that it takes a twin to carry them. */
const ofConsumer = ({ entry }: ServiceMutation): boolean => entry === 'evidence' || entry === 'authorisation registry'

/** The calls of the service of one check; from now on such a call shows whether the target lives. */
export function checkService(tools: ServiceTools): Service {
  const { world, service, client, bearers, state } = tools
  /** What is said about a consumer where it is not a plain Permit; part of the recipe of each of its calls. */
  const said = new Map<Party, ServiceMutation>()
  /** The consumer of the control. */
  let known = ''
  const programme = (parties: readonly (readonly [Party, ServiceMutation | undefined])[]) => {
    for (const [party, mutation] of parties) {
      if (mutation && ofConsumer(mutation)) said.set(party, mutation)
      else said.delete(party)
    }
    return world.lab.evidence(
      parties.map(([party, mutation]) =>
        evidenceProgram({ ...evidenceContext(world, service, party.partyId), known }, mutation, world.guise),
      ),
    )
  }
  const forging = forgingBy(world, client)
  const serveBefore = servingBefore(tools, { said, programme })
  const bearerOf = (party: Party, { keepsToken, ageSeconds }: CallOptions): Promise<Bearer> =>
    bearers.usual(party, { keepsToken, ageSeconds }).catch(orEarlyEnd(tools, party, said.has(party)))
  const call = (party: Party, options: CallOptions): MintableMessage => ({
    party,
    sought: 'the service',
    fresh: true,
    read: (exchange) => noted(world, party, options, readCall(exchange, service, said.get(party))),
    recipe: {
      ...recipeOf(said.get(party), { ageSeconds: usualAge(world), ...options }, state),
      ...(world.guise && { guise: world.guise.name }),
    },
    mint: async () => {
      await serveBefore(party)
      return minted(world, service, await bearerOf(party, options), options.mutate, {
        party,
        foreignJwt: (claims) => foreignJwt(world, client, claims),
        forging,
      })
    },
  })
  const message = async (options: CallOptions = {}): Promise<Message> => {
    const party = await client.make()
    await client.register()
    await programme([[party, options.mutate]])
    return call(party, options)
  }
  client.probeBy(message)

  return {
    ...described(tools),
    seed: tools.seed,
    message,
    async prepare(...mutations) {
      const party = await client.make()
      known = party.partyId
      const senders: Party[] = []
      for (const mutation of mutations) senders.push(ofConsumer(mutation) ? await client.make() : party)
      await client.register()
      await programme([
        ...senders.flatMap((sender, index) => (sender === party ? [] : [[sender, mutations[index]] as const])),
        [party, undefined],
      ])
      return [call(party, {}), ...mutations.map((mutate, index) => call(senders[index] as Party, { mutate }))]
    },
    next: ({ party }, options = {}) => call(party, options),
    async reprogram({ party }, mutate, options = {}) {
      await programme([[party, mutate]])
      return call(party, { ...options, mutate })
    },
    outlive: async ({ assertion }) => {
      const expiry = Number(memberOf(decodeJwt(assertion).payload, 'exp')) * 1000
      await wait(Math.max(0, expiry + spareMs - Date.now()))
    },
    holds: (tree) => treeHolds(tree, tools),
    misjudged: misjudgedTrees(tools),
  }
}

/**
 * A target may ask for evidence while it answers the token request: where it has asked about the consumer, or met the lab as the check
 * has changed it, what is wrong with that may be why it gives no token.
 */
function orEarlyEnd({ world: { lab }, state }: ServiceTools, { partyId }: Party, isSaid: boolean) {
  const since = Date.now()
  const isChanged = state.changes.length > 0
  return async (error: unknown): Promise<never> => {
    const isRefused = error instanceof NoToken && error.answer.outcome.kind === 'refused'
    if (!isRefused || !(isSaid || isChanged)) throw error
    const asked = await (isChanged
      ? lab.ledger({ kinds: ['delegation', 'evidence-token'], since })
      : lab.ledger({ kinds: ['delegation'], subjects: [partyId], since }))
    throw asked.length > 0 ? new EndsEarly(error.message, error) : error
  }
}

/** What a check has to know of the service, and of what is asked about it. */
const described = (tools: ServiceTools) => ({
  signsEvidence: tools.world.settings.delegation.answer === 'token',
  ...(tools.world.settings.delegation.context && { contextPlace: tools.world.settings.delegation.context.place }),
  names: tools.world.settings.delegation,
  otherProvider: tools.world.counterparties.serviceProvider.partyId,
  method: tools.service.method,
  marked: tools.service.bodyContains !== undefined,
  ...elsewhere(tools),
})

/** How what is served at the other path is called. */
function elsewhere({ world: { target }, service }: ServiceTools): Pick<Service, 'elsewhere'> {
  const { path, otherPath, other } = service
  const [identifier] = other?.resource.identifiers ?? []
  if (otherPath === undefined || identifier === undefined) return {}
  const behind = `${target.baseUrl}${path}`.length
  const change: NonNullable<Service['elsewhere']>['change'] = (request) => ({
    ...request,
    url: `${target.baseUrl}${otherPath}${request.url.slice(behind)}`,
  })
  return { elsewhere: { identifier, change } }
}

/** While its AuthorisationRegistry fails, a plea for patience is a refusal, and so is 502, 503 or 504. */
function readCall(exchange: Exchange, service: ServiceUnderTest, said: ServiceMutation | undefined): Answer {
  const answer = readService(exchange, service)
  const { outcome } = answer
  if (said?.entry !== 'authorisation registry') return answer
  const isUnavailable = outcome.kind === 'deferred' && outcome.status === 503
  if (isUnavailable) return { ...answer, outcome: { kind: 'refused', status: outcome.status }, passedOn: true }
  return { ...answer, ...(isBusy(answer) && { passedOn: true }) }
}

/** Notes that a consumer was served on a call as it should be. */
function noted({ answers }: World, { partyId }: Party, { mutate }: CallOptions, answer: Answer): Answer {
  if (isGranted(answer) && (!mutate || ofConsumer(mutate))) answers.served(partyId)
  return answer
}

async function minted(
  { target: { baseUrl }, guise }: World,
  service: ServiceUnderTest,
  bearer: Bearer,
  mutation: ServiceMutation | undefined,
  { party, ...context }: Pick<TokenContext, 'foreignJwt' | 'forging'> & { readonly party: Party },
): Promise<Minted> {
  const { token, assertion, before } = bearer
  const presenting = { ...context, subject: party.partyId, own: token, assertion }
  const presented = mutation?.entry === 'access token' ? await mutation.present(presenting) : token
  const request = calledIn(guise, serviceRequest(baseUrl, service, presented))
  return {
    request: mutation?.entry === 'request' ? mutation.change(request) : request,
    assertion,
    before,
    carried: bearer,
    secrets: [token, ...secretIn(presented, party, assertion)],
  }
}

function recipeOf(
  said: ServiceMutation | undefined,
  { mutate, keepsToken, ageSeconds }: CallOptions,
  state: LabState,
): Message['recipe'] {
  const named = [said, mutate].filter((one) => one !== undefined)
  return {
    ...usualCall,
    'access token': keepsToken ? 'the same each time' : 'new',
    request: 'conforming',
    age: `iat ${ageSeconds} s ago`,
    lab: state.changes.join('; ') || 'as usual',
    ...Object.fromEntries(named.map(({ entry, name }) => [entry, name])),
  }
}
