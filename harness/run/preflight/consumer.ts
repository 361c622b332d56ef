import { callProvider } from '../../check/consumer/call.js'
import { whyNone } from '../../check/consumer/consumer.js'
import type { ConsumerCall } from '../../check/consumer/types.js'
import { worldInGuise } from '../../check/guise-world.js'
import { checkClient } from '../../check/message/client.js'
import { preflightIdentifiers } from '../../check/parties/identifiers.js'
import type { World } from '../../check/world.js'
import { ConfigError } from '../../contracts/errors.js'
import type { RunFile } from '../../contracts/run.js'
import { type GuiseValue, guiseOf } from '../../guises/types.js'
import { askForTrigger } from '../../target/process/steward.js'
import { grantedByConsumer } from './guises.js'

/** How long a consumer whose trigger failed may take to call all the same, milliseconds. */
const failedMs = 500
/** How long after the end of its trigger a consumer may take to call, milliseconds. */
const patienceMs = 30_000

/** What preflight learns of a ServiceConsumer. */
export interface ConsumerPreflight {
  /** From the end of its trigger to its last request, milliseconds. */
  readonly consumerLateMs: number
  /** Names of the values of guises that it takes from a provider. */
  readonly guises: readonly string[]
}

/**
 * Makes sure that a trigger leads to a token request of the ServiceConsumer at the lab.
 * @throws ConfigError in the user's words otherwise; then no verdict is given.
 */
export async function preflightConsumer(
  world: World,
  run: Pick<RunFile, 'seed' | 'steward' | 'profile' | 'only' | 'guises'>,
): Promise<ConsumerPreflight> {
  const { name } = world.target
  const ids = preflightIdentifiers(run.seed, world, 'preflight')
  const client = checkClient(world, ids, { changes: [] }, (reason) => {
    throw new ConfigError(reason)
  })
  const trigger: Parameters<typeof callProvider>[0]['trigger'] = (order) => askForTrigger(run.steward, name, order)
  const means = { world, client, trigger, check: 'preflight', patienceMs }
  const since = Date.now()
  const call = await callProvider(means, {}, { lingerMs: failedMs, isAwaited: true })
  const isServed = ({ serviceCalls }: ConsumerCall) => serviceCalls.some(({ status }) => status === 200)
  const takes = async (values: readonly GuiseValue[]) =>
    isServed(
      await callProvider(
        { ...means, world: worldInGuise(world, guiseOf(values)) },
        {},
        { lingerMs: failedMs, isAwaited: true },
      ),
    )
  if (call.tokenRequests.length > 0)
    return {
      consumerLateMs: call.lateMs,
      guises: isServed(call) ? await grantedByConsumer(world, run, takes) : [],
    }
  const lost = await astray(world, call.provider.baseUrl, since)
  throw new ConfigError(`${name} as ServiceConsumer: nothing can be judged.${lost} ${hint(world)} ${whyNone(call)}`)
}

const hint = ({ settings: { token }, counterparties }: World): string =>
  `The consumer is to send POST ASSAY_PROVIDER_URL${token.path} with a client assertion for ASSAY_PROVIDER_PARTY_ID` +
  `${counterparties.serviceProvider.baseUrl.startsWith('https:') ? ", and to trust the kit's trust/tls-root.pem for that address" : ''}.`

/** What the consumer asked the lab for at a place where nothing lives. */
async function astray({ lab, settings: { token, service } }: World, at: string, since: number): Promise<string> {
  const [lost] = (await lab.ledger({ kinds: ['other'], since })).filter(({ status }) => status === 404)
  if (!lost) return ''
  const { origin, pathname } = new URL(at)
  const path = new URL(lost.target, 'http://lab').pathname
  const came = `${lost.method} ${path.slice(0, 120)} came to the root of ${origin}, where nothing lives:`
  if (pathname === '/')
    return ` ${came} set interface.token.path (${token.path}) and interface.service.path (${service.path}) to what it calls.`
  return path.startsWith(`${pathname}/`)
    ? ` ${came.replace('the root of ', '')} set interface.token.path (${token.path}) to what it calls.`
    : ` ${came} it appends paths to the host alone; \`lab.origins: own\` gives each counterparty a root of its own.`
}
