import type { FaultName } from '../../faults/faults.js'
import type { Answer } from '../engine/received.js'
import { Refusal } from '../engine/refusal.js'
import { obey, type Rulebook, withFaults } from '../engine/rule.js'
import { chosenVariants, varied } from '../engine/variants.js'
import { speaksOlderForm } from '../token-endpoint/older-form.js'
import type { Resource, ResourceTools } from '../token-endpoint/resource.js'
import { callRules } from './call-rules.js'
import { conditionRules, type Semantics } from './conditions.js'
import { evidenceRules } from './evidence-rules.js'
import type { Humans } from './humans.js'
import { permissionRules } from './permission-rules.js'
import { placeRules } from './place-rules.js'
import { questionRules } from './question-rules.js'
import { otherPath, ServiceCall, type ServiceWorld } from './service-call.js'
import { signedEvidence } from './signed-evidence.js'
import { type ServiceVariant, serviceVariants } from './variants.js'

/** How long one call of the AuthorisationRegistry may take, milliseconds. */
const patienceMs = 4000

/** Every rule about calls of the service. */
export const serviceRules = [
  ...callRules,
  ...questionRules,
  ...evidenceRules,
  ...placeRules,
  ...conditionRules,
  ...permissionRules,
]

const aboutCalls = [...callRules, ...questionRules, ...evidenceRules, ...placeRules, ...permissionRules]

interface Rulebooks {
  readonly call: Rulebook<ServiceCall>
  readonly conditions: Rulebook<Semantics>
}

/** The service of a ServiceProvider, at `/service`: served on evidence of the AuthorisationRegistry alone. None where the kit names none. */
export function serviceOf({ participant, plan, tokens, variants }: ResourceTools, humans: Humans): readonly Resource[] {
  const { kit } = participant
  if (!kit.service || !kit.authorisationRegistry) return []
  const registry = participant.clientOf(kit.authorisationRegistry, patienceMs)
  const world: ServiceWorld = {
    partyId: kit.partyId,
    service: kit.service,
    registry,
    registryId: kit.authorisationRegistry.partyId,
    tokenOfParticipantRegistry: () => participant.registry.secrets.accessToken,
    path: `${registry.prefix}${kit.authorisationRegistry.paths.delegation ?? '/delegation'}`,
    evidence: new Map(),
    evidenceAbout: new Map(),
    calledAt: new Map(),
    latestLike: (issued) => tokens.latestLike(issued),
    hasBegun: (text) => tokens.hasBegun(text),
    former: { served: new Set() },
    isOfLogin: (token) => humans.came(token),
    isLoggedIn: (received) => humans.of(received) !== undefined,
    ...(speaksOlderForm(variants) && { signed: signedEvidence(participant) }),
  }
  const chosen = chosenVariants(serviceVariants, variants)
  const rules = varied(
    aboutCalls,
    chosen.map((variant) => variant.rules),
  )
  const books = new Map<string, Rulebooks>()
  const booksFor = (faults: ReadonlySet<FaultName>): Rulebooks => {
    const name = [...faults].join()
    const made = books.get(name) ?? {
      call: withFaults(rules, faults),
      conditions: withFaults(conditionRules, faults),
    }
    books.set(name, made)
    return made
  }
  return [
    {
      serves: (path) => /^\/service\/?$/.test(path) || (kit.service?.other !== undefined && path === otherPath),
      answer: async (received) => {
        const issued = await tokens.of(received)
        return answer(new ServiceCall(received, issued, world), booksFor(issued?.faults ?? plan.everywhere), chosen)
      },
    },
  ]
}

async function answer(call: ServiceCall, books: Rulebooks, variants: readonly ServiceVariant[]): Promise<Answer> {
  try {
    await obey(books.conditions, call.semantics)
    await obey(books.call, call, call.excused)
    return told(200, { measurements: [17, 18, 21] }, call.cookie === undefined ? {} : { 'set-cookie': call.cookie })
  } catch (error) {
    if (error instanceof Refusal)
      return variants.reduce((told, { refusal }) => refusal?.(told, call) ?? told, refused(error))
    process.stderr.write(`refused because of an error: ${error instanceof Error ? error.stack : String(error)}\n`)
    return told(403, { error: 'access_denied' })
  }
}

const refused = ({ topic, message }: Refusal): Answer =>
  topic === 'call'
    ? told(401, { error: 'invalid_token', error_description: message }, { 'www-authenticate': 'Bearer' })
    : told(403, { error: 'access_denied', error_description: message })

const told = (status: number, body: Answer['body'], headers: Answer['headers'] = {}): Answer => ({
  status,
  headers: { 'cache-control': 'no-store', ...headers },
  body,
})
