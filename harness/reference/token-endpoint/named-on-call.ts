import { headerValues, type Received } from '../engine/received.js'
import type { Issued } from './issued-tokens.js'

/** A party that a call names beside its access token; read by faults alone. */
export function namedOnCall(received: Received): string | undefined {
  const query = new URLSearchParams(received.query)
  const inQuery = ['client_id', 'sub', 'aud'].map((name) => query.get(name) ?? undefined)
  const inHeaders = ['x-client-id', 'x-consumer-id', 'x-forwarded-user'].map((name) => headerValues(received, name)[0])
  return [...inQuery, ...inHeaders].find((named) => named !== undefined)
}

/** What an access token stands for, of the party that the call names where it names one. */
export const asNamed = (issued: Issued | undefined, received: Received): Issued | undefined =>
  issued && { ...issued, partyId: namedOnCall(received) ?? issued.partyId }

/** Whether the headers of a proxy say that a call comes from the same machine; read by faults alone. */
export const saysItIsLocal = (received: Received): boolean =>
  headerValues(received, 'x-forwarded-for').some((from) => from === '127.0.0.1')
