import type { Role } from '../../requirements/types.js'
import { ConfigError } from '../contracts/errors.js'
import { readFaultPlan } from './engine/fault-plan.js'
import { listen } from './engine/listener.js'
import { readKit } from './kit.js'
import { keptKit } from './kit-in-memory.js'
import { pagesShown } from './pages/variants.js'
import { openParticipant } from './participant/participant.js'
import type { Certificate } from './pki/certificate.js'
import { TokenEndpoint } from './token-endpoint/endpoint.js'
import { IssuedTokens } from './token-endpoint/issued-tokens.js'
import type { Resource, ResourceTools } from './token-endpoint/resource.js'

/** Settings of a reference role, as its environment has them. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A reference role that listens. */
export interface Running {
  readonly close: () => Promise<void>
}

/**
 * Starts a reference role. Reads `ASSAY_KIT` (folder of the kit), `ASSAY_BASE_URL` (where to listen), `ASSAY_FAULT`,
 * `ASSAY_STATE` (folder of the replay store, the kit by default), `ASSAY_REFERENCE_VARIANT` (`variants.ts`).
 * @param resourcesOf What the role serves beside its token endpoint.
 * @throws ConfigError that says what to mend.
 */
export async function serveRole(
  role: Role,
  environment: Environment,
  resourcesOf: (tools: ResourceTools) => readonly Resource[] | Promise<readonly Resource[]> = () => [],
): Promise<Running> {
  const folder = required(environment, 'ASSAY_KIT')
  const baseUrl = required(environment, 'ASSAY_BASE_URL')
  if (!/^http:\/\/[^/]+\/?$/.test(baseUrl))
    throw new ConfigError(`ASSAY_BASE_URL is "${baseUrl}"; give http://127.0.0.1:4711 or the like.`)
  const plan = readFaultPlan(environment.ASSAY_FAULT)
  const variants = environment.ASSAY_REFERENCE_VARIANT
  const { kit, resources: ofKit } = keptKit(readKit(folder), variants)
  const participant = await openParticipant(role, kit, baseUrl, environment.ASSAY_STATE || folder, plan.everywhere)
  const [certificate] = participant.ownChain as readonly [Certificate]
  const issuer = { partyId: kit.partyId, certificate }
  const tokens = new IssuedTokens(variants, participant.memory, issuer, plan.everywhere)
  const tools = { participant, plan, tokens, variants }
  const endpoint = new TokenEndpoint(tools)
  const resources = [...ofKit, ...(await resourcesOf(tools))]
  const shown = pagesShown(variants)
  const listener = await listen(baseUrl, async (received) =>
    shown(await (resources.find(({ serves }) => serves(received.path)) ?? endpoint).answer(received)),
  )
  return {
    close: async () => {
      await listener.close()
      await participant.close()
    },
  }
}

/** A setting that a role cannot do without. Throws a `ConfigError` that names it. */
export function required(environment: Environment, name: string): string {
  const value = environment[name]
  if (!value) throw new ConfigError(`${name} is not set; a reference role needs ASSAY_KIT and ASSAY_BASE_URL.`)
  return value
}
