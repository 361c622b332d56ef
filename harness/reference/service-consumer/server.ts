import { z } from 'zod'
import { ConfigError } from '../../contracts/errors.js'
import { readFaultPlan } from '../engine/fault-plan.js'
import { listen } from '../engine/listener.js'
import type { Answer, Received } from '../engine/received.js'
import { Refusal } from '../engine/refusal.js'
import { readKit } from '../kit.js'
import { RegistryFailure } from '../registry/transport.js'
import { type Environment, type Running, required } from '../serve.js'
import { Provider, type Wallet } from './provider.js'

const order = z.object({ ASSAY_PROVIDER_URL: z.url(), ASSAY_PROVIDER_PARTY_ID: z.string().min(1) })

/** Starts a ServiceConsumer: `POST /trigger` names a ServiceProvider, which it authenticates at and whose service it calls. */
export async function startServiceConsumer(environment: Environment): Promise<Running> {
  const kit = readKit(required(environment, 'ASSAY_KIT'))
  const plan = readFaultPlan(environment.ASSAY_FAULT)
  const { serviceProvider } = kit
  if (!serviceProvider) throw new ConfigError('The kit names no serviceProvider, whose paths a ServiceConsumer needs.')
  const known = new Map<string, Promise<Provider>>()
  const wallet: Wallet = {}
  let busy: Promise<unknown> = Promise.resolve()

  const providerAt = (baseUrl: string, partyId: string): Promise<Provider> => {
    const name = `${baseUrl} ${partyId}`
    const provider =
      known.get(name) ??
      Provider.at(kit, { ...serviceProvider, baseUrl, partyId }, wallet, plan.for(new Set([partyId])))
    known.set(name, provider)
    return provider
  }
  const visit = async ({ body }: Received): Promise<Answer> => {
    const named = order.safeParse(parsed(body))
    if (!named.success) return answer(400, 'name a ServiceProvider')
    const provider = await providerAt(named.data.ASSAY_PROVIDER_URL, named.data.ASSAY_PROVIDER_PARTY_ID)
    if (provider.alone) await busy
    const use = provider.use()
    if (provider.alone) busy = use.catch(() => undefined)
    try {
      const { status } = await use
      return status === 200 ? answer(200, 'served') : answer(502, `the service answered ${status}`)
    } catch (error) {
      if (error instanceof RegistryFailure || error instanceof Refusal) return answer(502, error.message)
      throw error
    }
  }
  const listener = await listen(required(environment, 'ASSAY_BASE_URL'), (received) =>
    received.method === 'POST' && received.path === '/trigger'
      ? visit(received)
      : Promise.resolve(answer(404, 'there is only POST /trigger')),
  )
  return {
    close: async () => {
      await listener.close()
      await Promise.all([...known.values()].map(async (provider) => (await provider).close()))
    },
  }
}

const answer = (status: number, said: string): Answer => ({ status, headers: {}, body: { said } })

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
