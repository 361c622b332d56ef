import type { FaultName } from '../../faults/faults.js'
import type { FaultPlan } from '../fault-plan.js'
import type { Participant } from '../participant.js'
import { RegistryFailure } from '../registry/transport.js'
import { withVariants } from '../variants.js'
import { namedParties } from './named-parties.js'
import type { Answer, Received } from './received.js'
import { Refusal } from './refusal.js'
import { obey, type Rulebook, withFaults } from './rule.js'
import { type Reply, replyRules } from './rules/reply.js'
import { type RoleRules, rulesOf } from './rules.js'
import { TokenRequest } from './token-request.js'

interface Rulebooks {
  readonly faults: ReadonlySet<FaultName>
  readonly beforeLookup: Rulebook<TokenRequest>
  readonly lookup: Rulebook<TokenRequest>
  readonly afterLookup: Rulebook<TokenRequest>
  readonly reply: Rulebook<Reply>
}

/** Answers requests to the token endpoint of a participant (L198–202). */
export class TokenEndpoint {
  readonly #participant: Participant
  readonly #plan: FaultPlan
  readonly #rules: RoleRules
  readonly #books = new Map<string, Rulebooks>()

  /** @param variants Names of `variants.ts`, separated by commas. Throws a `ConfigError` when there is no such variant. */
  constructor(participant: Participant, plan: FaultPlan, variants: string | undefined) {
    this.#participant = participant
    this.#plan = plan
    this.#rules = withVariants(rulesOf(participant.role === 'ParticipantRegistry' ? 'own data' : 'registry'), variants)
  }

  /** Never throws for anything that a client can send. */
  async answer(received: Received): Promise<Answer> {
    const books = this.#booksFor(received)
    const request = new TokenRequest(received, this.#participant, books.faults)
    const refusal = await judge(request, books)
    const reply: Reply = { request, refusal, status: 500, headers: {}, body: {} }
    await obey(books.reply, reply)
    if (reply.status === 405) reply.headers.allow = 'POST'
    return reply
  }

  #booksFor(received: Received): Rulebooks {
    const faults = this.#plan.perParty ? this.#plan.for(partiesOf(received)) : this.#plan.everywhere
    const name = [...faults].join()
    let books = this.#books.get(name)
    if (!books) {
      const { beforeLookup, lookup, afterLookup } = this.#rules
      books = {
        faults,
        beforeLookup: withFaults(beforeLookup, faults),
        lookup: withFaults(lookup, faults),
        afterLookup: withFaults(afterLookup, faults),
        reply: withFaults(replyRules, faults),
      }
      this.#books.set(name, books)
    }
    return books
  }
}

function partiesOf(received: Received): ReadonlySet<string> {
  const { clients, issuers } = namedParties(received)
  return new Set([...clients, ...issuers])
}

async function judge(request: TokenRequest, books: Rulebooks): Promise<Refusal | undefined> {
  const { excused } = request
  request.consultRegistry = () => obey(books.lookup, request, excused)
  try {
    await obey(books.beforeLookup, request, excused)
    await request.consultRegistry()
    await obey(books.afterLookup, request, excused)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    if (error instanceof RegistryFailure)
      return new Refusal(400, 'temporarily_unavailable', `the registry could not be consulted: ${error.problem}`)
    process.stderr.write(`refused because of an error: ${error instanceof Error ? error.stack : String(error)}\n`)
    return new Refusal(400, 'invalid_request', 'the request cannot be read')
  }
}
