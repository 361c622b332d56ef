import type { Requirement } from '../types.js'
import { authenticatedCalls } from './authenticated-calls.js'
import { delegation } from './delegation.js'
import { identity } from './identity.js'
import { lookUps } from './look-ups.js'
import { service } from './service.js'
import { token } from './token.js'

/** The rules of the part "Endpoints" of the interface text (L194–230). */
export const endpoints = [
  ...token,
  ...authenticatedCalls,
  ...lookUps,
  ...identity,
  ...delegation,
  ...service,
] as const satisfies readonly Requirement[]
