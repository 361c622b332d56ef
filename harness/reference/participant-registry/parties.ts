import type { FaultName } from '../../faults/faults.js'
import type { Answer, Received } from '../engine/received.js'
import { Refusal } from '../engine/refusal.js'
import { obey, type Rulebook, withFaults } from '../engine/rule.js'
import type { Resource, ResourceTools } from '../token-endpoint/resource.js'
import { type Kept, type LookUp, partiesPath } from './look-up.js'
import { lookUpRules } from './rules.js'
import { withLookUpVariants } from './variants.js'

/** The look-ups of a ParticipantRegistry (L205–210). Faults are those of the assertion on which the caller's token was issued. */
export function partiesResource({ participant, plan, tokens, variants }: ResourceTools): Resource {
  const rules = withLookUpVariants(lookUpRules, variants)
  const books = new Map<string, Rulebook<LookUp>>()
  const kept = new Map<string, Kept>()
  const bookFor = (faults: ReadonlySet<FaultName>): Rulebook<LookUp> => {
    const name = [...faults].join()
    const book = books.get(name) ?? withFaults(rules, faults)
    books.set(name, book)
    return book
  }
  return {
    serves: (path) => path === partiesPath || path.startsWith(`${partiesPath}/`),
    async answer(received) {
      const issued = await tokens.of(received)
      const faults = issued?.faults ?? plan.everywhere
      const latest = tokens.latestLike(issued)?.partyId
      const lookUp: LookUp = { ...blank(received), participant, faults, issued, latest, kept }
      try {
        await obey(bookFor(faults), lookUp)
        return {
          status: 200,
          headers: {},
          body: lookUp.printed ? `${lookUp.printed}${JSON.stringify(lookUp.body)}` : lookUp.body,
        }
      } catch (error) {
        return refusalOf(error)
      }
    },
  }
}

const blank = (received: Received) => ({
  received,
  form: 'query' as const,
  written: [],
  partyId: '',
  party: undefined,
  record: {},
  alg: 'RS256' as const,
  header: {},
  claims: {},
  body: {},
})

function refusalOf(error: unknown): Answer {
  if (!(error instanceof Refusal)) {
    process.stderr.write(`refused because of an error: ${error instanceof Error ? error.stack : String(error)}\n`)
    return { status: 400, headers: {}, body: { error: 'invalid_request' } }
  }
  const { topic, status, message } = error
  if (status === 404) return { status, headers: {}, body: { error: 'unknown_party' } }
  if (topic === 'client')
    return { status: 401, headers: { 'www-authenticate': 'Bearer' }, body: { error: 'invalid_token' } }
  return {
    status: topic === 'http' || status === 500 ? status : 400,
    headers: topic === 'http' ? { allow: 'GET' } : {},
    body: { error: 'invalid_request', error_description: message },
  }
}
