import { setTimeout as sleep } from 'node:timers/promises'
import { evidence, withRules } from '../../harness/mutations/evidence.js'
import { covers, test } from '../support/test.js'
import { declaredCache } from './declared-cache.js'
import { permittedSince } from './flows.cases.js'
import { waysToCall } from './ways-to-call.js'

const deny = evidence(
  'Deny',
  withRules(() => [{ effect: 'Deny' }]),
)
const permit = evidence('a Permit in the place of a Deny', (own) => own)

test(
  'grants its service once a Deny has become a Permit',
  covers(permittedSince),
  async ({ service, judge, target }) => {
    const seconds = declaredCache({ judge, target })
    for (const options of await waysToCall({ service, judge })) {
      const denied = await service.message({ ...options, mutate: deny })
      await judge.records(denied, 'a Deny at first')
      const next = await service.reprogram(denied, permit, options)
      if (seconds > 0) await sleep((seconds + 1) * 1000)
      await judge.grants(await service.message(options))
      await judge.accepts(next)
    }
  },
)
