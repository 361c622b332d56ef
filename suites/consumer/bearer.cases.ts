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
