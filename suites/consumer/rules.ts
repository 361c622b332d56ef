import type { ConsumerCall } from '../../harness/check/consumer/types.js'
import type { Fixtures } from '../support/test.js'

type Judge = Fixtures['judge']

/** Rules that one bad provider has not kept it from calling the next. */
export function ruleGoesOn(judge: Judge, { tokenRequests, triggered }: ConsumerCall): void {
  judge.rule('Goes on with another provider', tokenRequests.length > 0, {
    expected: 'a token request',
    got: tokenRequests.length > 0 ? 'a token request' : `none: ${triggered.said}`,
    breaks: ['ROBUST-CLIENT'],
  })
}

/** Rules that it came to an end with a provider before Assay gave its trigger up. */
export function ruleGivesUp(judge: Judge, { durationMs, outlived }: ConsumerCall): void {
  const seconds = Math.round(durationMs / 1000)
  judge.rule('Gives it up by itself', !outlived, {
    expected: 'the end of its trigger before Assay gives that up',
    got: outlived ? `still waiting after ${seconds} s` : `after ${seconds} s`,
  })
  if (!outlived) judge.observes('time until it gave up', seconds, 's')
}

/** Rules that each provider was shown access tokens of its own. */
export function ruleOwnTokens(judge: Judge, calls: readonly ConsumerCall[]): void {
  const astray = calls.flatMap(({ provider, serviceCalls }) =>
    serviceCalls.filter(({ issuer }) => issuer !== undefined && issuer !== provider.partyId),
  )
  judge.rule('Shows each provider tokens of its own alone', astray.length === 0, {
    expected: 'no access token of another',
    got: astray.length === 0 ? 'no access token of another' : `one of ${astray[0]?.issuer}`,
    breaks: ['SERVICE-CALL'],
  })
}
