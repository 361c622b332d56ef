import { headerValues } from '../engine/received.js'
import type { Change } from '../engine/rule.js'
import { Sessions } from '../pages/sessions.js'
import type { RegistryAnswer } from '../registry/transport.js'
import type { Issued } from '../token-endpoint/issued-tokens.js'
import type { ServiceCall } from './service-call.js'

// What faults keep in sessions. A conforming ServiceProvider sets no cookie in the answer to a call.

const authenticated = new Sessions<Issued>()

/** Serves a call without an access token that returns the cookie of one with it. */
export const servingSessions: Change<ServiceCall> = (right) => (call) => {
  const hasToken = headerValues(call.received, 'authorization').length > 0
  if (!hasToken && authenticated.of(call.received)) return call.serve()
  if (call.issued) call.cookie = authenticated.begin(call.issued)
  return right(call)
}

/** Takes who began the session for the consumer that calls. */
export const takingConsumer: Change<ServiceCall> = (right) => (call) => {
  call.issued = authenticated.of(call.received) ?? call.issued
  if (call.issued) call.cookie = authenticated.begin(call.issued)
  return right(call)
}

const answered = new Sessions<RegistryAnswer>()

/** Asks for evidence once in each session. */
export const rememberingInSession: Change<ServiceCall> = (right) => async (call) => {
  call.answer = answered.of(call.received)
  if (call.answer === undefined) await right(call)
  if (call.answer !== undefined) call.cookie = answered.begin(call.answer)
  return true
}
