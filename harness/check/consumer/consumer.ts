import { setTimeout as sleep } from 'node:timers/promises'
import { HarnessError } from '../../contracts/errors.js'
import type { Judge } from '../types.js'
import { arrivalMs, type CallMeans, callProvider } from './call.js'
import type { CallOptions, Consumer, ConsumerCall } from './types.js'

/** How long a consumer that is done when its trigger ends is still watched after it was treated badly, milliseconds. */
const watchMs = 100

/** How long a consumer may call nobody after failures, and how often it is asked meanwhile, milliseconds. */
const breakMs = 70_000
const pauseMs = 500

/** The consumer of one check. */
export function checkConsumer(means: CallMeans, judge: Pick<Judge, 'inconclusive'>): Consumer {
  let lateMs: number | undefined
  let isMistreated = false
  const lingerMs = () =>
    lateMs === undefined || lateMs === 0 ? watchMs : Math.min(means.patienceMs ?? arrivalMs, 3 * lateMs + 1_000)
  const tries = async (options: CallOptions = {}, isAwaited = false): Promise<ConsumerCall> => {
    const call = await callProvider(means, options, { lingerMs: lingerMs(), isAwaited })
    if (options.behaviour === undefined) lateMs = Math.max(lateMs ?? 0, call.lateMs)
    else isMistreated = true
    return call
  }
  const pause = async (): Promise<void> => {
    await sleep(pauseMs)
    means.borne?.(pauseMs)
  }
  /** After some failures a consumer may spare everybody for a while (a circuit breaker). */
  const isBack = async (): Promise<boolean> => {
    for (const end = Date.now() + breakMs; Date.now() < end; await pause())
      if (hasBegun(await tries({}, true), {})) return true
    return false
  }
  return {
    async call(options = {}) {
      if (options.behaviour !== undefined && lateMs === undefined)
        throw new HarnessError('A consumer meets a conforming provider before a hostile one.')
      const wasMistreated = isMistreated
      let call = await tries(options, true)
      if (!hasBegun(call, options) && wasMistreated && (await isBack())) call = await tries(options, true)
      return hasBegun(call, options) ? call : judge.inconclusive(whyNone(call))
    },
    async tries(options) {
      if (lateMs === undefined) throw new HarnessError('A trigger proves itself by a `call` first.')
      return tries(options)
    },
  }
}

/** A consumer that asks the service first may get no further where the service is what goes wrong. */
const hasBegun = ({ tokenRequests, serviceCalls }: ConsumerCall, { behaviour }: CallOptions): boolean =>
  tokenRequests.length > 0 || (behaviour?.startsWith('service:') === true && serviceCalls.length > 0)

/** Why nothing can be said of a consumer that sent no token request, in words. */
export const whyNone = ({ provider, serviceCalls, triggered }: ConsumerCall): string =>
  serviceCalls.length > 0
    ? `It called the service of the lab's ServiceProvider at ${provider.baseUrl} without having asked for an access token.`
    : `Its trigger led to no token request at the lab's ServiceProvider at ${provider.baseUrl}. ${triggered.said}`
