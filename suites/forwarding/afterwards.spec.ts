import { setTimeout as sleep } from 'node:timers/promises'
import { withoutForwarded } from '../../harness/check/delegation/forwarding.js'
import type { Sent } from '../../harness/check/types.js'
import type { JsonObject } from '../../harness/contracts/json.js'
import { decodeJwt } from '../../harness/wire/decode.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { status } from '../support/values/records.js'
import * as cases from './afterwards.cases.js'
import { reforged } from './forged.js'
import { ruleOutUnlessNeeded } from './needed.js'

test(
  'takes no forwarded JWT of a consumer that was suspended since its last one',
  covers(cases.flipped),
  async ({ delegation, judge, lab, target }) => {
    if (target.clock.registryCacheSeconds > 0) judge.notApplicable('The target declares a cache of the registry.')
    await judge.grants(delegation.ask('unconditional'))
    await ruleOutUnlessNeeded({ delegation, judge, target })
    const consumer = await delegation.spare('suspended later')
    const control = delegation.ask('unconditional', { consumer })
    const suspended = 'It permits nothing about this consumer, whom another check had suspended before.'
    await judge.applies(control, 'before the suspension', suspended)
    const again = delegation.again(await judge.grants(control), 'once more')
    await judge.grants(again)
    await lab.reprogram(consumer.value, status('Suspended'))
    await judge.refuses(delegation.ask('unconditional', { consumer }))
    await judge.refuses(again)
  },
)

test(
  'takes no forwarded JWT with the jti of one before whose signature does not hold',
  covers(cases.afterUse),
  async ({ delegation, judge, target }) => {
    const { assertion } = await judge.grants(delegation.ask('unconditional'))
    await ruleOutUnlessNeeded({ delegation, judge, target })
    for (const forwarded of reforged(assertion)) await judge.refuses(delegation.ask('unconditional', { forwarded }))
  },
)

type Tools = Pick<Fixtures, 'delegation' | 'judge' | 'target'>

/** The first age at which a new JWT is refused, seconds: twice, with a sound one in between, since a hiccup refuses any. */
async function ageOfRefusal({ delegation, judge }: Omit<Tools, 'target'>): Promise<number> {
  for (const ageSeconds of cases.expiredAges) {
    const isRefused = async () => {
      const asked = delegation.ask('unconditional', { ageSeconds })
      return (await judge.records(asked, `a new JWT of ${ageSeconds} s`)).outcome.kind === 'refused'
    }
    if (!(await isRefused())) continue
    await judge.grants(delegation.ask('unconditional'))
    if (await isRefused()) return ageSeconds
  }
  return judge.notApplicable('It takes JWTs so long after their end that none can be waited for.')
}

/** Waits until the JWT of `sent` is so old that a new one is refused, by the clock of the target. Ends the check where that takes too long. */
async function outlive({ delegation, judge, target }: Tools, { assertion }: Sent): Promise<void> {
  const refusedAge = await ageOfRefusal({ delegation, judge })
  const { iat } = decodeJwt(assertion).payload as JsonObject
  const age = refusedAge + Math.max(0, target.datedBack) + cases.apartSeconds
  await sleep(Math.max(0, (Number(iat) + age) * 1000 - Date.now()))
}

test(
  'takes no forwarded JWT again that has expired since',
  covers(cases.expiredSince),
  async ({ delegation, judge, target }) => {
    const sent = await judge.grants(delegation.ask('unconditional'))
    await ruleOutUnlessNeeded({ delegation, judge, target })
    await outlive({ delegation, judge, target }, sent)
    await judge.grants(delegation.ask('unconditional'))
    await judge.refuses(delegation.again(sent, 'once more, after its end'), { late: true })
  },
)

test(
  'gives no evidence without a forwarded JWT because one was forwarded before',
  covers(cases.remembered),
  async ({ delegation, judge, target }) => {
    if (!delegation.wantsForwarded)
      judge.notApplicable('It gave a ServiceProvider evidence without any forwarded JWT, or the consumer itself none.')
    const consumer = await delegation.spare('remembered')
    const sent = await judge.grants(delegation.ask('unconditional', { consumer }))
    await outlive({ delegation, judge, target }, sent)
    await judge.refuses(delegation.ask('unconditional', { consumer, forwarded: withoutForwarded }))
  },
)
