import type { FaultName } from '../../faults/faults.js'
import type { FaultPlan } from '../engine/fault-plan.js'
import type { Answer, Received } from '../engine/received.js'
import { Refusal } from '../engine/refusal.js'
import { obey, type Rule, type Rulebook, withFaults } from '../engine/rule.js'
import { traitsOf } from '../engine/traits.js'
import type { Participant } from '../participant/participant.js'
import { RegistryFailure } from '../registry/transport.js'
import type { IssuedTokens } from './issued-tokens.js'
import { namedParties, seenIn } from './named-parties.js'
import { withVariants } from './request-variants.js'
import type { ResourceTools } from './resource.js'
import { lifetime, type Reply, replyRules } from './rules/reply.js'
import { type RoleRules, rulesOf } from './rules.js'
import { TokenRequest } from './token-request.js'
import { withTokenVariants } from './token-variants.js'

interface Rulebooks {
  readonly faults: ReadonlySet<FaultName>
  readonly beforeLookup: Rulebook<TokenRequest>
  readonly lookup: Rulebook<TokenRequest>
  readonly afterLookup: Rulebook<TokenRequest>
  readonly reply: Rulebook<Reply>
}

/** Does what a grant needs once the client is authenticated; throws a `Refusal` for a request that may not have it. */
export type Redeem = (request: TokenRequest) => Promise<void>

/** Faults that go by all that came here, whatever became of it. */
const noting: readonly FaultName[] = ['forward-refuses-consumed', 'forward-takes-consumed', 'forgets-by-bad-assertion']

/** Answers requests to the token endpoint of a participant (L198–202). */
export class TokenEndpoint {
  readonly #participant: Participant
  readonly #plan: FaultPlan
  readonly #tokens: IssuedTokens
  readonly #rules: RoleRules
  readonly #replyRules: readonly Rule<Reply>[]
  readonly #redeem: Redeem | undefined
  readonly #books = new Map<string, Rulebooks>()

  /** @param variants Names of `variants.ts`, separated by commas. Throws a `ConfigError` when there is no such variant. */
  constructor({ participant, plan, tokens, variants }: ResourceTools, redeem?: Redeem) {
    this.#participant = participant
    this.#plan = plan
    this.#tokens = tokens
    this.#redeem = redeem
    this.#rules = withVariants(rulesOf(participant.role === 'ParticipantRegistry' ? 'own data' : 'registry'), variants)
    this.#replyRules = withTokenVariants(replyRules, variants)
  }

  /** Never throws for anything that a client can send. */
  async answer(received: Received): Promise<Answer> {
    const books = this.#booksFor(received)
    const request = new TokenRequest(received, this.#participant, books.faults)
    const refusal = await refusalOf(request, books, this.#redeem)
    if (noting.some((fault) => books.faults.has(fault))) this.#participant.memory.presented.add(request.assertion)
    const reply: Reply = { request, refusal, status: 500, headers: {}, body: {} }
    await obey(books.reply, reply)
    this.#remember(reply, books.faults)
    if (reply.status === 405) reply.headers.allow = 'POST'
    return request.printed === '' ? reply : { ...reply, body: `${request.printed}${JSON.stringify(reply.body)}` }
  }

  #remember({ request, refusal, body }: Reply, faults: ReadonlySet<FaultName>): void {
    const { access_token: token, expires_in: seconds } = body
    if (refusal || typeof token !== 'string') return
    const expiresAt = Date.now() + (typeof seconds === 'number' ? seconds : lifetime) * 1000
    this.#tokens.add(token, {
      partyId: request.grantedTo ?? request.issuer,
      assertion: request.assertion,
      expiresAt,
      faults,
    })
  }

  #booksFor(received: Received): Rulebooks {
    const faults = this.#plan.perParty ? this.#plan.for(namesOf(received, this.#plan.traits)) : this.#plan.everywhere
    const name = [...faults].join()
    let books = this.#books.get(name)
    if (!books) {
      const { beforeLookup, lookup, afterLookup } = this.#rules
      books = {
        faults,
        beforeLookup: withFaults(beforeLookup, faults),
        lookup: withFaults(lookup, faults),
        afterLookup: withFaults(afterLookup, faults),
        reply: withFaults(this.#replyRules, faults),
      }
      this.#books.set(name, books)
    }
    return books
  }
}

function namesOf(received: Received, traits: readonly string[]): ReadonlySet<string> {
  const { clients, issuers, jtis } = namedParties(received)
  return new Set([...clients, ...issuers, ...jtis, ...(traits.length > 0 ? traitsOf(seenIn(received), traits) : [])])
}

async function refusalOf(
  request: TokenRequest,
  books: Rulebooks,
  redeem: Redeem | undefined,
): Promise<Refusal | undefined> {
  const { excused } = request
  request.consultRegistry = () => obey(books.lookup, request, excused)
  try {
    await obey(books.beforeLookup, request, excused)
    await request.consultRegistry()
    await obey(books.afterLookup, request, excused)
    await redeem?.(request)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    if (error instanceof RegistryFailure)
      return new Refusal(400, 'temporarily_unavailable', `the registry could not be consulted: ${error.problem}`)
    process.stderr.write(`refused because of an error: ${error instanceof Error ? error.stack : String(error)}\n`)
    return new Refusal(400, 'invalid_request', 'the request cannot be read')
  }
}
