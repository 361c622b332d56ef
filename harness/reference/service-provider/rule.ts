import type { Json } from '../../contracts/json.js'
import { type Check, ruleAbout, unless } from '../engine/rule.js'
import type { ServiceCall, ServiceTopic } from './service-call.js'

/** A rule about calls of the service. */
export const rule = ruleAbout<ServiceCall, ServiceTopic>()

/** A step that only fills something in. */
export const step = (does: (call: ServiceCall) => void): Check<ServiceCall> => {
  return (call) => {
    does(call)
    return true
  }
}

/** Serves where something is wrong, whatever the rules to come would say. */
export const servesWhen = (wrong: (call: ServiceCall) => boolean) =>
  unless<ServiceCall>((call) => wrong(call) && call.serve())

/** What a body says, `undefined` where it is no JSON. */
export function parsed(body: Buffer | undefined): Json | undefined {
  try {
    return JSON.parse(body?.toString() ?? '') as Json
  } catch {
    return undefined
  }
}
