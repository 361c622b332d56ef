import { differences } from '../../harness/check/message/message.js'
import type { Judge, Message, Sent } from '../../harness/check/types.js'

const statusOf = ({ exchange }: Sent): string =>
  exchange.response === undefined ? 'no answer' : `status ${exchange.response.status}`

/** "Must not answer GET" (L295) read as: no 2xx (ruling 2). */
export const ruleNoSuccess = (judge: Judge, sent: Sent): void => {
  const status = sent.exchange.response?.status ?? 0
  judge.rule('GET on the token path gets no success answer', status < 200 || status > 299, {
    expected: 'no status 2xx',
    got: statusOf(sent),
  })
}

/** What is not as in the control, for example `claims: exp is null`. */
export const unlike = (control: Message, { message: { recipe } }: Sent): string =>
  differences(control.recipe, recipe)
    .map((entry) => `${entry}: ${recipe[entry]}`)
    .join(', ')

/** Bad input is no reason for a server error; 501 is the right answer to an unknown method (RFC 9110 §9.1). */
export const ruleNoServerError = (judge: Judge, sent: Sent, control: Message): void => {
  const status = sent.exchange.response?.status ?? 0
  judge.rule('answers bad input without a server error', status < 500 || status === 501, {
    expected: 'no status 5xx',
    got: `${statusOf(sent)} to one with ${unlike(control, sent)}`,
  })
}
