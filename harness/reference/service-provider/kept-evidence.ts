import { isObject } from '../../contracts/json.js'
import type { Change } from '../engine/rule.js'
import { isInUse, isOver } from '../participant/fault-memory.js'
import { parsed } from './rule.js'
import type { ServiceCall } from './service-call.js'

// What faults keep of the answers of an AuthorisationRegistry. A conforming ServiceProvider asks at each call.

/** Asks once about each consumer. */
export const remembering: Change<ServiceCall> = (right) => async (call) => {
  const { evidence } = call.world
  call.answer = evidence.get(call.consumer)
  if (call.answer === undefined) await right(call)
  if (call.answer !== undefined) evidence.set(call.consumer, call.answer)
  return true
}

/** Asks once about each consumer, as long as it calls often. */
export const rememberingInUse: Change<ServiceCall> = (right) => {
  const remembered = remembering(right)
  return (call) => {
    const { evidence, calledAt } = call.world
    if (!isInUse(calledAt, call.consumer)) evidence.delete(call.consumer)
    return remembered(call)
  }
}

/** Goes by what it keeps about each consumer, and asks anew for the next time where that is old. */
export const refreshingBehind: Change<ServiceCall> = (right) => async (call) => {
  const { evidence, calledAt } = call.world
  const kept = evidence.get(call.consumer)
  if (isOver(calledAt, call.consumer)) {
    await right(call)
    if (call.answer !== undefined) evidence.set(call.consumer, call.answer)
  }
  call.answer = kept ?? call.answer
  return true
}

/** Asks once about each consumer, and leaves out of what it keeps when that ends. */
export const rememberingForGood: Change<ServiceCall> = (right) => async (call) => {
  const { evidence } = call.world
  const isKnown = evidence.has(call.consumer)
  await remembering(right)(call)
  const { answer } = call
  if (!isKnown && answer) {
    const body = Buffer.from(answer.body.toString().replace(/"notOnOrAfter":\d+,/, ''))
    evidence.set(call.consumer, { ...answer, body })
  }
  return true
}

/** Asks about each consumer, and not once more where that calls for another resource. */
export const rememberingForAnyResource: Change<ServiceCall> = (right) => async (call) => {
  const { evidenceAbout } = call.world
  const kept = evidenceAbout.get(call.consumer)
  if (kept && kept.resource !== call.resource) {
    call.answer = kept.answer
    call.resource = kept.resource
    return true
  }
  await right(call)
  evidenceAbout.set(call.consumer, { answer: call.answer, resource: call.resource })
  return true
}

/** Asks each time, and takes what came before where nothing comes that can be read. */
export const goingByFormer: Change<ServiceCall> = (right) => async (call) => {
  await right(call)
  const { evidence } = call.world
  const { answer } = call
  if (answer && answer.status < 500 && isObject(parsed(answer.body))) evidence.set(call.consumer, answer)
  else call.answer = evidence.get(call.consumer) ?? answer
  return true
}

/** Asks each time, and takes a Deny that came before. */
export const keepingDenial: Change<ServiceCall> = (right) => async (call) => {
  await right(call)
  const { evidence } = call.world
  const name = `denied ${call.consumer}`
  call.answer = evidence.get(name) ?? call.answer
  if (call.answer?.body.includes('"Deny"')) evidence.set(name, call.answer)
  return true
}
