import { covers, test } from '../support/test.js'
import { ruleCacheControl, ruleNoLeak, ruleTokenResponse } from './answers.js'
import { malformed } from './malformed.js'
import { ruleNoServerError } from './rules.js'

test(
  'forbids to store the access token',
  covers({
    id: 'http.no-store',
    requirements: ['TOKEN-CACHE-CONTROL'],
    cases: ['HTTP-29'],
    detects: ['omits-no-store'],
  }),
  async ({ client, judge }) => ruleCacheControl(judge, await judge.grants(await client.message())),
)

test(
  'answers with JSON that names the type of the token',
  covers({
    id: 'http.token-response',
    requirements: ['TOKEN-RESPONSE'],
    cases: ['HTTP-30'],
    detects: ['omits-token-type'],
  }),
  async ({ client, judge }) => ruleTokenResponse(judge, await judge.grants(await client.message())),
)

test(
  'records the form of a refusal',
  covers({ id: 'http.error-form', requirements: ['ERROR-FORM'], cases: ['HTTP-31'] }),
  async ({ client, judge }) => {
    const [control, ...mutated] = await client.prepare(...malformed.slice(0, 1))
    await judge.grants(control)
    for (const message of mutated) {
      const { json, exchange } = await judge.records(message, 'refusal')
      const error = typeof json === 'object' && json !== null && 'error' in json ? json.error : undefined
      judge.observes('status of a refusal', exchange.response?.status ?? null)
      judge.observes('error of a refusal', error ?? null)
    }
  },
)

test(
  'leaks nothing in a refusal',
  covers({ id: 'http.no-leak', requirements: ['ERROR-NO-LEAK'], cases: ['HTTP-32'], detects: ['echoes-assertion'] }),
  async ({ client, judge }) => {
    const [control, ...mutated] = await client.prepare(...malformed)
    await judge.grants(control)
    for (const message of mutated) ruleNoLeak(judge, await judge.refuses(message))
  },
)

test(
  'answers bad input without a server error',
  covers({
    id: 'http.no-5xx',
    requirements: ['ROBUST-BAD-INPUT'],
    cases: ['HTTP-33'],
    detects: ['crashes-on-bad-input'],
  }),
  async ({ client, judge }) => {
    const [control, ...mutated] = await client.prepare(...malformed)
    await judge.grants(control)
    for (const message of mutated) ruleNoServerError(judge, await judge.refuses(message))
    await judge.grants(client.next(control))
  },
)
