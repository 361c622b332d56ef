import type { FaultName } from '../../faults/faults.js'
import type { Answer } from '../engine/received.js'
import { Refusal } from '../engine/refusal.js'
import { obey, type Rulebook, withFaults } from '../engine/rule.js'
import { RegistryFailure } from '../registry/transport.js'
import type { Resource, ResourceTools } from '../token-endpoint/resource.js'
import { EvidenceRequest, type PartRules } from './request.js'
import { delegationRules } from './rules.js'
import { withDelegationVariants } from './variants.js'

interface Rulebooks {
  readonly request: Rulebook<EvidenceRequest>
  readonly parts: PartRules
}

/**
 * Answers requests for evidence (L221–225) from the policies of the kit. The faults are those of the caller's
 * assertion, by way of its token; without a token, those of everybody.
 */
export function evidenceResource({ participant, plan, tokens, variants }: ResourceTools): Resource {
  const rules = withDelegationVariants(delegationRules, variants)
  const kept = new Map<string, Rulebooks>()
  const booksFor = (faults: ReadonlySet<FaultName>): Rulebooks => {
    const name = [...faults].join()
    const books = kept.get(name) ?? {
      request: withFaults(rules.request, faults),
      parts: {
        forwarded: withFaults(rules.forwarded, faults),
        candidate: withFaults(rules.candidate, faults),
        conditions: withFaults(rules.conditions, faults),
      },
    }
    kept.set(name, books)
    return books
  }
  return {
    serves: (path) => /^\/delegation\/?$/.test(path),
    async answer(received) {
      const issued = await tokens.of(received)
      const faults = issued?.faults ?? plan.everywhere
      const { request: book, parts: partRules } = booksFor(faults)
      const latest = tokens.latestLike(issued)
      const request = new EvidenceRequest({ received, participant, faults, partRules, issued, latest })
      try {
        await obey(book, request)
        const cookie = request.cookie === undefined ? {} : { 'set-cookie': request.cookie }
        return { status: 200, headers: { 'cache-control': 'no-store', ...cookie }, body: request.answer }
      } catch (error) {
        return refusalOf(error)
      }
    },
  }
}

function refusalOf(error: unknown): Answer {
  const answer = (status: number, says: string, description: string, headers = {}): Answer => ({
    status,
    headers,
    body: { error: says, error_description: description },
  })
  if (error instanceof RegistryFailure)
    return answer(400, 'temporarily_unavailable', `the registry could not be consulted: ${error.problem}`)
  if (!(error instanceof Refusal)) {
    process.stderr.write(`refused because of an error: ${error instanceof Error ? error.stack : String(error)}\n`)
    return answer(400, 'invalid_request', 'the request cannot be read')
  }
  const { topic, status, message } = error
  if (topic === 'client') return answer(401, 'invalid_token', message, { 'www-authenticate': 'Bearer' })
  if (status === 405) return answer(status, 'invalid_request', message, { allow: 'POST' })
  if (status !== 401) return answer(status, error.error, message)
  return topic === 'form' ? answer(400, 'invalid_request', message) : answer(403, 'access_denied', message)
}
