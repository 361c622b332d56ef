import { setTimeout as sleep } from 'node:timers/promises'
import { registryAnswers } from '../../harness/mutations/evidence.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { unlessRemembered } from './asked-in-vain.js'
import { declaredCache } from './declared-cache.js'
import { former } from './flows.cases.js'
import { waysToCall } from './ways-to-call.js'

const failures = ['status 500', 'reset before the answer', 'truncated JSON']

/** Calls of consumers that were served on a Permit, about whom nothing is to be had of the AuthorisationRegistry since. */
async function permittedOnce(
  { service, judge }: Pick<Fixtures, 'service' | 'judge'>,
  options: NonNullable<Parameters<Fixtures['service']['message']>[0]>,
) {
  const calls = []
  for (const failure of failures) {
    const control = await service.message(options)
    await judge.grants(control)
    calls.push(await service.reprogram(control, registryAnswers(failure), options))
  }
  return calls
}

test(
  'refuses its service on evidence of before when the AuthorisationRegistry fails',
  covers(former),
  async ({ service, judge, lab, target }) => {
    const seconds = declaredCache({ judge, target })
    for (const options of await waysToCall({ service, judge })) {
      const calls = await permittedOnce({ service, judge }, options)
      if (seconds > 0) await sleep((seconds + 1) * 1000)
      for (const call of calls) {
        await judge.grants(await service.message(options))
        await judge.refuses(call, unlessRemembered({ judge, lab }, call))
      }
    }
  },
)
