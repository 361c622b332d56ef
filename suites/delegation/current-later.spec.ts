import { setTimeout as sleep } from 'node:timers/promises'
import type { Sent } from '../../harness/check/types.js'
import { decodeJwt, memberOf } from '../../harness/wire/decode.js'
import { covers, test } from '../support/test.js'
import { check } from './delegation.cases.js'

/** After that time a delegation_token of before has expired. */
const secondsLater = 45
/** Seconds by which times in whole seconds may differ. */
const slack = 5

const currentLater = check('delegation.current-later', 'JWT-LIFETIME', 'signs-evidence-once', {
  level: 'strict',
  profile: 'standard',
  waits: secondsLater,
})

// Signing costs time, so that some keep what they have signed, by caller or by access token.
test(
  'answers with a delegation_token that has not expired, also a caller whom it has answered before',
  covers(currentLater),
  async ({ delegation, judge }) => {
    const asked = [delegation.ask('unconditional'), delegation.ask('unconditional', { keepsToken: true })]
    const payloadIn = (sent: Sent) => {
      const token = delegation.token(sent)
      return token === undefined
        ? judge.notApplicable('The target answers with plain evidence, not with a signed token.')
        : decodeJwt(token).payload
    }
    const began = Date.now()
    const issued: number[] = []
    for (const message of asked) issued.push(Number(memberOf(payloadIn(await judge.grants(message)), 'iat')))
    await sleep(secondsLater * 1000)
    // By the clock of the target, which need not be ours.
    const now = Math.min(...issued) + Math.floor((Date.now() - began) / 1000)
    for (const message of asked) {
      const exp = Number(memberOf(payloadIn(await judge.grants(message)), 'exp'))
      judge.rule('Its delegation_token has not expired', exp >= now - slack, {
        expected: 'an exp that is not past',
        got: `exp ${now - exp} s before now`,
      })
    }
  },
)
