import { untilExpired } from '../support/expired-token.js'
import { flow } from './rows.js'

export const unconditional = flow({
  id: 'service.permit',
  requirements: ['SERVICE-GRANTED'],
  cases: ['SVC-06'],
  detects: ['requires-conditions'],
})

export const afterAnother = flow({
  id: 'service.consumer-of-token',
  requirements: ['SERVICE-EVIDENCE'],
  cases: ['SVC-04'],
  detects: ['takes-latest-for-consumer'],
})

/** Whom a token is for shows where it is used: a look-up tells who was authenticated, no more. */
export const ofTwoClients = flow({
  id: 'service.token-of-two-clients',
  requirements: ['TOKEN-BOUND-PARTY'],
  cases: ['HTTP-17'],
  detects: ['issues-token-to-repeated-client-id'],
})

/** A provider that keeps its current consumer in one place mixes up those who come at once. */
export const sideBySide = flow({
  id: 'service.side-by-side',
  requirements: ['SERVICE-EVIDENCE'],
  cases: ['SVC-04'],
  detects: ['mixes-up-consumers'],
})

export const current = flow({
  id: 'service.current-evidence',
  requirements: ['SERVICE-EVIDENCE-CURRENT'],
  cases: ['SVC-07'],
  slow: 180,
  detects: ['caches-evidence'],
})

export const context = flow({
  id: 'service.context',
  requirements: ['DELEGATION-CONTEXT-SELF'],
  cases: ['SVC-08'],
  detects: ['asks-without-context', 'asks-for-another-provider'],
})

export const authenticated = flow({
  id: 'service.authenticated-ask',
  requirements: ['DELEGATION-AUTHENTICATE'],
  cases: [],
  level: 'must',
  detects: ['asks-without-token'],
})

/** What is served by other methods is not shown. */
export const otherMethods = flow({
  id: 'service.other-methods',
  requirements: ['SERVICE-TOKEN'],
  cases: [],
  level: 'strict',
  detects: ['serves-post-without-token'],
})

/** What a filter guards is a path in one spelling. */
export const otherSpellings = flow({
  id: 'service.other-spellings',
  requirements: ['SERVICE-TOKEN'],
  cases: [],
  level: 'strict',
  detects: ['serves-behind-slash-without-token', 'serves-without-token'],
})

/** Evidence is asked for where the path is guarded, and not where the service is. */
export const methodsWithoutPermit = flow({
  id: 'service.other-methods-without-permit',
  requirements: ['SERVICE-EVIDENCE'],
  cases: ['SVC-03'],
  detects: ['serves-post-without-evidence', 'ignores-deny'],
})

export const spellingsWithoutPermit = flow({
  id: 'service.other-spellings-without-permit',
  requirements: ['SERVICE-EVIDENCE'],
  cases: ['SVC-03'],
  detects: ['serves-behind-slash-without-evidence', 'ignores-deny'],
})

export const unchanged = flow({
  id: 'service.forwards-unchanged',
  requirements: ['FORWARD-UNCHANGED'],
  cases: ['SVC-09'],
  detects: ['re-encodes-forwarded-jwt'],
})

export const ofAnother = flow({
  id: 'service.forwards-of-another',
  requirements: ['FORWARD-UNCHANGED'],
  cases: ['SVC-09'],
  exclusive: true,
  detects: ['forwards-jwt-of-another'],
})

export const inTime = flow({
  id: 'service.forwards-in-time',
  requirements: ['FORWARD-UNCHANGED'],
  cases: ['SVC-09'],
  profile: 'deep',
  waits: 30,
  detects: ['forwards-expired-jwt'],
})

export const expired = flow({
  id: 'service.expired-token',
  requirements: ['SERVICE-TOKEN'],
  cases: ['SVC-02'],
  level: 'should',
  profile: 'deep',
  ...untilExpired,
  detects: ['serves-expired-token'],
})

export const ownAssertion = flow({
  id: 'service.own-assertion',
  requirements: ['ASSERTION-OWN'],
  cases: ['CLI-08'],
  detects: ['asks-as-consumer'],
})

export const suspended = flow({
  id: 'service.after-suspension',
  requirements: ['TOKEN-AFTER-SUSPENSION'],
  cases: ['TOK-05'],
})

export const withoutRegistryToken = flow({
  id: 'service.registry-no-token',
  requirements: ['SERVICE-FAIL-CLOSED'],
  cases: ['SVC-05'],
  exclusive: true,
  detects: ['serves-when-registry-fails'],
})
