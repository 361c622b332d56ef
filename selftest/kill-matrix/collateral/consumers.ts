import type { Collateral, Reach } from './type.js'

const unserved: Collateral = {
  checks: ['consumer.answer-transfers', 'consumer.token-forms'],
  reason: 'no service is had by a token in the query, so that there is no usual answer to compare with',
}

const tokenOfAnother: Collateral = {
  checks: ['consumer.one-origin', 'consumer.tokens-side-by-side', 'consumer.token-nowhere-else'],
  reason: 'the token of another provider is shown to each, side by side or at one origin, too',
}

const noUsualTimes: Collateral = {
  checks: ['consumer.own-clock'],
  reason: 'what is wrong with the times of every assertion is said by another check',
}

/** Faults about a ServiceConsumer. */
export const ofConsumers: Reach = {
  'dates-own-assertion-in-milliseconds': noUsualTimes,
  'dates-own-assertion-in-local-time': noUsualTimes,
  'sends-token-in-query': unserved,
  'sends-token-in-query-otherwise': unserved,
  'shows-token-of-another': tokenOfAnother,
  'shows-token-of-another-after-401': tokenOfAnother,
  'calls-service-without-token': {
    checks: ['consumer.without-token-refusal'],
    reason: 'a provider that refuses gives no token either',
  },
}
