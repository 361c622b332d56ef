import type { Message, RefusalOptions } from '../../harness/check/types.js'
import { callAs, permitFor } from '../../harness/mutations/evidence.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { flow } from './rows.js'

const eachResource = flow('service.each-resource', 'SVC-04', [
  'asks-about-one-resource',
  'keeps-evidence-for-any-resource',
])

/** A target that asks about both gets the Permit for the first one, and has to read in it that this is none for the other. */
const unlessAsked = (
  { judge, lab }: Pick<Fixtures, 'judge' | 'lab'>,
  { party }: Message,
  identifier: string,
): RefusalOptions => ({
  unless: async ({ outcome }) => {
    const asked = await lab.ledger({ kinds: ['delegation'], subjects: [party.partyId] })
    const named = JSON.stringify(identifier)
    if (outcome.kind === 'granted' && asked.some(({ body }) => JSON.stringify(body ?? null).includes(named)))
      judge.weighs('strict', 'It has asked about that resource, too.')
    return undefined
  },
})

test(
  'refuses what it serves at another path to a consumer that is permitted the first resource alone',
  covers(eachResource),
  async ({ service, judge, lab }) => {
    const { change, identifier } =
      service.elsewhere ??
      judge.notApplicable('The target file names no second path: `service.other` says what else it serves.')
    const mutate = callAs('of what is served at the other path', change)
    for (const options of [{}, { keepsToken: true }] as const) {
      const both = await service.message({ ...options, mutate: permitFor('its own resource', 'the other one') })
      const here = await service.message({ ...options, mutate: permitFor('its own resource') })
      await judge.grants(here)
      await judge.grants(service.next(both, { ...options, mutate }))
      const call = service.next(here, { ...options, mutate })
      await judge.refuses(call, unlessAsked({ judge, lab }, call, identifier))
    }
  },
)
