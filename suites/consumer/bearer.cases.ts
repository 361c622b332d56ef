import type { Coverage } from '../support/row.js'
import { type Behaviour, checkOfConsumer } from './consumer.cases.js'

const ofBearer = (id: string, detects: Coverage['detects']): Coverage =>
  checkOfConsumer(id, 'SERVICE-CALL', detects ?? [], { level: 'should' })

const inAnyCall = ['sends-token-in-query', 'sends-token-in-query-otherwise'] as const

export const bearer = ofBearer('consumer.bearer', inAnyCall)

/** Services that do not take an access token. Some clients try then in another way. */
export const refusing = [
  'service: status 401',
  'service: status 400',
  'service: status 500',
] as const satisfies readonly Behaviour[]

export const bearerAfterRefusal = ofBearer('consumer.bearer-after-refusal', [
  'sends-token-in-query-after-401',
  'sends-token-in-query-after-error',
  ...inAnyCall,
])

export const ofAnother = ofBearer('consumer.token-of-another', [
  'shows-token-of-another',
  'shows-token-of-another-after-401',
])

/** Where a service, or what it names, is no place for an access token that only the service should see. */
export const nowhereElse = ofBearer('consumer.token-nowhere-else', [
  'shows-token-in-referer',
  'carries-token-on-in-query',
  'shows-token-where-told',
])

/** What may make a consumer show its access token to others. */
export const telling = 'service: 401 that tells another audience, at first' satisfies Behaviour
export const redirecting = ['service: redirect 302', 'service: redirect 307'] as const satisfies readonly Behaviour[]

/** What a consumer keeps by the origin of a provider belongs to the other one there, too: several may stand behind one gateway. */
export const audienceOfOrigin = checkOfConsumer(
  'consumer.audience-at-one-origin',
  'ASSERTION-AUD',
  ['addresses-first-of-origin', 'addresses-url'],
  { level: 'must' },
)

export const oneOrigin = ofBearer('consumer.one-origin', ['keeps-tokens-by-origin'])
