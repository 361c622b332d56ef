import { setTimeout as sleep } from 'node:timers/promises'
import { evidence, withRules } from '../../harness/mutations/evidence.js'
import { covers, test } from '../support/test.js'
import { outlived } from './flows.cases.js'
import { waysToCall } from './ways-to-call.js'

/** Seconds for which the first evidence is good. */
const lasting = 10

/** Seconds after its end: beyond what clocks may differ by and, where a target is lenient, beyond what is usual for that. */
const afterwards = [6, 66]

const ending = evidence('ends in ten seconds', (own, { now }) => ({ ...own, notOnOrAfter: now + lasting }))

const ended = (seconds: number) =>
  evidence(`ended ${seconds} s ago`, (own, { now }) => ({
    ...own,
    notBefore: now - 3600,
    notOnOrAfter: now - seconds,
  }))

const deny = evidence(
  'Deny since the control',
  withRules(() => [{ effect: 'Deny' }]),
)

test(
  'refuses its service once evidence that it may remember has reached its end',
  covers(outlived),
  async ({ service, judge }) => {
    const ways = await waysToCall({ service, judge })
    const calls = []
    for (const options of ways) {
      const control = await service.message({ ...options, mutate: ending })
      await judge.grants(control)
      calls.push({ options, call: await service.reprogram(control, deny, options) })
    }
    const end = Date.now() + lasting * 1000
    for (const seconds of afterwards) {
      await sleep(end + seconds * 1000 - Date.now())
      // Who takes new evidence that long after its end goes by a tolerance, and not by what it remembers.
      const message = await service.message({ mutate: ended(seconds) })
      const { outcome } = await judge.tries(message, `evidence that ended ${seconds} s ago`)
      if (outcome.kind === 'granted') continue
      if (outcome.kind !== 'refused') judge.inconclusive(`No answer to judge: ${outcome.kind}.`)
      for (const { options, call } of calls) {
        await judge.grants(await service.message(options))
        await judge.refuses(call)
      }
      return
    }
    judge.notApplicable(
      'It takes evidence a minute after its end, new or not: `service.evidence-expired` says the rest.',
    )
  },
)
