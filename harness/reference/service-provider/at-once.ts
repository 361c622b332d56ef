import { mixing } from '../engine/at-once.js'
import type { Change } from '../engine/rule.js'
import type { ServiceCall } from './service-call.js'

// What faults keep in one place for all calls. A conforming ServiceProvider keeps it with the call.

const mixedEvidence = mixing<Pick<ServiceCall, 'evidence' | 'policies'>>()

/** Goes on with the evidence of another call that comes at once. */
export const mixingEvidence: Change<ServiceCall> = (right) => async (call) => {
  const held = await right(call)
  const { evidence, policies } = call
  const { consumer, world } = call
  if (held) Object.assign(call, await mixedEvidence(world, consumer, { evidence, policies }))
  return held
}

const mixedRules = mixing<ServiceCall['rules']>()

/** Goes on with the rules that apply to another call that comes at once. */
export const mixingRules: Change<ServiceCall> = (right) => async (call) => {
  await right(call)
  call.rules = await mixedRules(call.world, call.consumer, call.rules)
  return call.rules.length > 0
}
