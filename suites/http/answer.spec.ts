import type { Judge, Message, Sent } from '../../harness/check/types.js'
import { check } from '../support/row.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { ruleCacheControl, ruleNoLeak, ruleTokenResponse } from './answers.js'
import { malformed } from './malformed.js'
import { ruleNoServerError } from './rules.js'

/** Judges how bad input is refused. That it is refused at all is a rule of each part of a message, judged by the checks of that part. */
async function eachRefusal(
  { client, judge }: Pick<Fixtures, 'client' | 'judge'>,
  rule: (judge: Judge, sent: Sent, control: Message) => void,
): Promise<Message> {
  const [control, ...mutated] = await client.prepare(...malformed)
  await judge.grants(control)
  let granted = 0
  for (const message of mutated) {
    const sent = await judge.refuses(message, { grantCounts: false })
    if (sent.outcome.kind === 'granted') granted += 1
    else rule(judge, sent, control)
  }
  if (granted === mutated.length) judge.notApplicable('It refuses no bad input, as other checks say.')
  return control
}

test(
  'forbids to store the access token',
  covers(check('http.no-store', 'HTTP-29', 'omits-no-store')),
  async ({ client, judge }) => ruleCacheControl(judge, await judge.grants(await client.message())),
)

test(
  'answers with JSON that names the type of the token',
  covers(check('http.token-response', 'HTTP-30', 'omits-token-type')),
  async ({ client, judge }) => ruleTokenResponse(judge, await judge.grants(await client.message())),
)

test('records the form of a refusal', covers(check('http.error-form', 'HTTP-31')), async ({ client, judge }) => {
  const [control, ...mutated] = await client.prepare(...malformed.slice(0, 1))
  await judge.grants(control)
  for (const message of mutated) {
    const { json, exchange } = await judge.records(message, 'refusal')
    const error = typeof json === 'object' && json !== null && 'error' in json ? json.error : undefined
    judge.observes('status of a refusal', exchange.response?.status ?? null)
    judge.observes('error of a refusal', error ?? null)
  }
})

test(
  'leaks nothing in a refusal',
  covers(check('http.no-leak', 'HTTP-32', 'echoes-assertion')),
  async ({ client, judge }) => {
    await eachRefusal({ client, judge }, ruleNoLeak)
  },
)

test(
  'answers bad input without a server error',
  covers(check('http.no-5xx', 'HTTP-33', 'crashes-on-bad-input')),
  async ({ client, judge }) => {
    const control = await eachRefusal({ client, judge }, ruleNoServerError)
    await judge.grants(client.next(control))
  },
)
