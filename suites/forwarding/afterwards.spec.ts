import { covers, test } from '../support/test.js'
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
    if ((await judge.records(control, 'before the suspension')).outcome.kind === 'refused')
      judge.notApplicable('It permits nothing about this consumer, whom another check had suspended before.')
    await judge.grants(control)
    await lab.reprogram(consumer.value, status('Suspended'))
    await judge.refuses(delegation.ask('unconditional', { consumer }))
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
