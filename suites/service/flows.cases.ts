import type { FaultName } from '../../harness/faults/faults.js'
import { grantsToAnother } from '../support/whose/granted-to.js'
import { flow } from './rows.js'

export const unconditional = flow('service.permit', 'SVC-06', 'requires-conditions')

export const afterAnother = flow('service.consumer-of-token', 'SVC-04', 'takes-latest-for-consumer')

/** Whom a token is for shows where it is used: a look-up tells who was authenticated, no more. */
export const ofTwoClients = flow('service.token-of-two-clients', 'HTTP-17', grantsToAnother, { slow: 180, sends: 29 })

/** A jti is of its issuer: two clients may use one. */
export const ofSharedJti = flow('service.token-of-shared-jti', 'TOKEN-BOUND-PARTY', 'keeps-token-owner-by-jti', {
  level: 'must',
})

/** What stands beside an access token is the caller's own word. */
export const callNamesAnother = flow('service.call-names-another', 'SVC-04', 'takes-consumer-from-call')

export const current = flow(
  'service.current-evidence',
  'SVC-07',
  ['caches-evidence', 'caches-evidence-in-use', 'refreshes-evidence-behind'],
  {
    slow: 180,
  },
)

/** What was not permitted may be permitted since. */
export const permittedSince = flow('service.permit-since', 'SVC-07', ['keeps-denial', 'caches-evidence'], {
  slow: 180,
})

/** For as long as it is valid evidence may be remembered (SVC-07), whatever a target declares, and no longer. */
export const outlived = flow('service.evidence-outlived', 'DLG-32', 'remembers-evidence-for-good', {
  waits: 17,
  slow: 240,
})

/** Who asks, and goes by the Permit of before where no answer comes, decides by nothing (L16). */
const byFormer: FaultName[] = ['goes-by-former-evidence', 'caches-evidence', 'serves-when-registry-fails']
export const former = flow('service.former-evidence', 'SVC-05', byFormer, { slow: 300 })
export const formerWithoutToken = flow('service.former-evidence-no-token', 'SVC-05', byFormer, {
  exclusive: true,
  slow: 180,
})

export const context = flow('service.context', 'SVC-08', ['asks-without-context', 'asks-for-another-provider'])

export const authenticated = flow('service.authenticated-ask', 'DELEGATION-AUTHENTICATE', 'asks-without-token', {
  level: 'must',
})

/** What is served by other methods is not shown. */
export const otherMethods = flow('service.other-methods', 'SERVICE-TOKEN', 'serves-post-without-token', {
  level: 'strict',
})

/** What a filter guards is a path in one spelling. */
export const otherSpellings = flow(
  'service.other-spellings',
  'SERVICE-TOKEN',
  ['serves-behind-slash-without-token', 'serves-by-named-path-without-token', 'serves-without-token'],
  { level: 'strict' },
)

/** Evidence is asked for where the path is guarded, and not where the service is. */
export const methodsWithoutPermit = flow('service.other-methods-without-permit', 'SVC-03', [
  'serves-post-without-evidence',
  'ignores-deny',
])

export const spellingsWithoutPermit = flow('service.other-spellings-without-permit', 'SVC-03', [
  'serves-behind-slash-without-evidence',
  'ignores-deny',
])

export const unchanged = flow('service.forwards-unchanged', 'SVC-09', 're-encodes-forwarded-jwt')

/** With an assertion that has five seconds to live. */
export const inTime = flow('service.forwards-in-time', 'SVC-09', 'forwards-expired-jwt', { waits: 12 })

export const ownAssertion = flow('service.own-assertion', 'CLI-08', 'asks-as-consumer')

export const suspended = flow('service.after-suspension', 'TOK-05')
