import type { FaultName } from '../../faults/faults.js'
import { obey, type Rule, type Rulebook, withFaults } from '../engine/rule.js'
import type { TokenRequest } from './token-request.js'

/** Something about a JWT that rules of a client assertion are to judge. */
interface About {
  /** Carries the JWT through them. */
  readonly jwt: TokenRequest
}

/** The rules that a client assertion has to obey, some of which may have a fault, as the check of one rule about another JWT. */
export function obeying<S extends About>(
  rules: readonly Rule<TokenRequest>[],
  ...faults: readonly FaultName[]
): (about: S) => Promise<boolean> {
  const book: Rulebook<TokenRequest> = withFaults(rules, new Set(faults))
  return async ({ jwt }) => {
    await obey(book, jwt, jwt.excused)
    return true
  }
}
