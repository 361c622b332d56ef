import type { Message } from '../../harness/check/types.js'
import { conditions, F } from '../../harness/mutations/conditions.js'
import { callAs } from '../../harness/mutations/evidence.js'
import { covers, test } from '../support/test.js'
import { callsConsumedAt } from '../support/whose/calls.js'
import { flow } from './rows.js'

/** Parties may choose other keys of a context; who serves is no word of the caller. */
const contextOfCall = flow('service.call-names-provider', 'DLG-04', [
  'takes-context-from-query',
  'takes-context-from-header',
])

test(
  'refuses its service on a condition that names another ServiceProvider to a call that names that one, too',
  covers(contextOfCall),
  async ({ service, judge }) => {
    const permitted = await service.message()
    const denied: Message = await service.message({ mutate: conditions(F) })
    let taken = 0
    for (const { name, of } of callsConsumedAt(service.otherProvider, service.method)) {
      const options = { mutate: callAs(name, of) }
      const { outcome } = await judge.records(service.next(permitted, options), `with a Permit, ${name}`)
      if (outcome.kind !== 'granted') continue
      taken += 1
      await judge.grants(service.next(permitted, options))
      await judge.refuses(service.next(denied, options))
    }
    if (taken === 0) judge.notApplicable('It serves nobody whose call names a ServiceProvider.')
  },
)
