import { z } from 'zod'
import { ConfigError } from '../../contracts/errors.js'
import { readFaultPlan } from '../engine/fault-plan.js'
import { listen } from '../engine/listener.js'
import type { Answer, Received } from '../engine/received.js'
import { Refusal } from '../engine/refusal.js'
import { readKit } from '../kit.js'
import { openParticipant } from '../participant/participant.js'
import { RegistryFailure } from '../registry/transport.js'
import { type Environment, type Running, required } from '../serve.js'
import { lookUpProvider } from './look-up.js'
import { Provider, type Wallet } from './provider.js'

const order = z.object({ ASSAY_PROVIDER_URL: z.url(), ASSAY_PROVIDER_PARTY_ID: z.string().min(1) })

/** Starts a ServiceConsumer: `POST /trigger` names a ServiceProvider, which it looks up, authenticates at, and whose service it calls. */
export async function startServiceConsumer(environment: Environment): Promise<Running> {
  const folder = required(environment, 'ASSAY_KIT')
  const baseUrl = required(environment, 'ASSAY_BASE_URL')
  const kit = readKit(folder)
  const variants = environment.ASSAY_REFERENCE_VARIANT
  const plan = readFaultPlan(environment.ASSAY_FAULT)
  const { serviceProvider } = kit
  if (!serviceProvider) throw new ConfigError('The kit names no serviceProvider, whose paths a ServiceConsumer needs.')
  const state = environment.ASSAY_STATE || folder
  const participant = await openParticipant('ServiceConsumer', kit, baseUrl, state, plan.everywhere)
  const known = new Map<string, Promise<Provider>>()
  /** Providers that the registry knows as active. */
  const active = new Set<string>()
  const wallet: Wallet = { ofOrigins: new Map() }
  let busy: Promise<unknown> = Promise.resolve()

  const providerAt = (baseUrl: string, partyId: string): Promise<Provider> => {
    const name = `${baseUrl} ${partyId}`
    const provider =
      known.get(name) ??
      Provider.at(kit, { ...serviceProvider, baseUrl, partyId }, wallet, plan.for(new Set([partyId])))
    known.set(name, provider)
    return provider
  }
  const call = async (received: Received, url: string, partyId: string) => {
    if (!active.has(partyId))
      await lookUpProvider(participant, received, partyId, plan.for(new Set([partyId])), variants)
    active.add(partyId)
    const provider = await providerAt(url, partyId)
    if (provider.alone) await busy
    const use = provider.use()
    if (provider.alone) busy = use.catch(() => undefined)
    return use
  }
  const visit = async (received: Received): Promise<Answer> => {
    const named = order.safeParse(parsed(received.body))
    if (!named.success) return answer(400, 'name a ServiceProvider')
    try {
      const { status } = await call(received, named.data.ASSAY_PROVIDER_URL, named.data.ASSAY_PROVIDER_PARTY_ID)
      return status === 200 ? answer(200, 'served') : answer(502, `the service answered ${status}`)
    } catch (error) {
      if (error instanceof RegistryFailure || error instanceof Refusal) return answer(502, error.message)
      throw error
    }
  }
  const listener = await listen(baseUrl, (received) =>
    received.method === 'POST' && received.path === '/trigger'
      ? visit(received)
      : Promise.resolve(answer(404, 'there is only POST /trigger')),
  )
  return {
    close: async () => {
      await listener.close()
      await Promise.all([...known.values()].map(async (provider) => (await provider).close()))
      await participant.close()
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
