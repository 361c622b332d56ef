import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '../../harness/check/types.js'
import type { FaultName } from '../../harness/faults/faults.js'
import { registry } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'
import { declaredCache, longestWait } from '../registry/declared-cache.js'
import { silentForLongSeconds, silentSeconds } from '../registry-transport/transport.cases.js'
import { refusesInARow } from '../support/flows/in-a-row.js'
import { failing, insisting } from '../support/flows/insisting.js'
import { lookingUp } from '../support/roles.js'
import type { Coverage, More } from '../support/row.js'
import { check } from '../support/row.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { partiesToken } from '../support/values/answers.js'

const transport = (name: string): Mutation => registry(name, { transport: name })

/** A client that the registry vouched for a moment ago, and about which nothing can be heard any more. */
const registryFails: Coverage & { readonly answers: readonly Mutation[] } = {
  ...check(
    'state.registry-failing',
    ['REGISTRY-FAIL-CLOSED', 'RGT-02', 'RGT-03', 'RGT-06', 'PTK-01'],
    ['grants-known-when-registry-fails', 'grants-known-on-wrong-signature'],
    { level: 'strict', roles: lookingUp, slow: 180 },
  ),
  answers: [
    ...['status 500', 'status 401', 'reset before the answer', 'HTML'].map(transport),
    partiesToken('signature corrupted'),
  ],
}

const registryFailsLater: typeof registryFails = {
  ...registryFails,
  id: 'state.registry-failing-after-cache',
  profile: 'deep',
  waits: longestWait,
  slow: longestWait + 120,
}

/** Refuses one client after the other, each of which was granted a moment before the registry failed. */
const refusesOnceRegistryFails = async (
  { client, judge, lab }: Pick<Fixtures, 'client' | 'judge' | 'lab'>,
  cacheSeconds: number,
): Promise<void> => {
  const known: Message[] = []
  for (const _ of registryFails.answers) known.push(await client.message())
  for (const message of known) await judge.grants(message)
  for (const [index, answer] of registryFails.answers.entries())
    await lab.reprogram((known[index] as Message).party, answer)
  if (cacheSeconds > 0) {
    await sleep((cacheSeconds + 1) * 1000)
    await judge.grants(await client.message())
  }
  for (const message of known) await judge.refuses(client.next(message), insisting)
}

test(
  'refuses a client that it let in before once the registry fails',
  covers(registryFails),
  async ({ client, judge, lab, target }) => {
    if (target.clock.registryCacheSeconds > 0)
      judge.notApplicable('The target declares a cache of the registry; the deep profile waits for it.')
    await refusesOnceRegistryFails({ client, judge, lab }, 0)
  },
)

test(
  'refuses a client that it let in before once the registry fails and its declared cache is over',
  covers(registryFailsLater),
  async ({ client, judge, lab, target }) => {
    const seconds = declaredCache({ judge, target })
    await refusesOnceRegistryFails({ client, judge, lab }, seconds)
  },
)

const knownWhile = (id: string, about: 'RGT-03' | 'RGT-04', detects: readonly FaultName[], more: More): Coverage =>
  check(id, ['REGISTRY-FAIL-CLOSED', about], ['grants-known-when-registry-fails', ...detects], {
    level: 'strict',
    profile: 'standard',
    roles: lookingUp,
    ...more,
  })
const remembered = 'The target declares a cache of the registry.'

const silences = [
  {
    ...knownWhile('state.registry-silent', 'RGT-04', ['grants-known-late-on-registry-timeout'], {
      waits: silentSeconds,
    }),
    seconds: silentSeconds,
    title: 'any more',
  },
  {
    ...knownWhile('state.registry-silent-for-long', 'RGT-04', ['grants-known-late-on-registry-timeout'], {
      profile: 'deep',
      waits: silentForLongSeconds,
      slow: silentForLongSeconds + 120,
    }),
    seconds: silentForLongSeconds,
    title: 'for most of a minute',
  },
]

for (const row of silences)
  test(
    `refuses a client that it let in before once the registry does not answer ${row.title}`,
    covers(row),
    async ({ client, judge, lab, target }) => {
      if (target.clock.registryCacheSeconds > 0) judge.notApplicable(remembered)
      const known = await client.message()
      await judge.grants(known)
      await lab.reprogram(known.party, transport('silent'))
      const options = { ...failing, noAnswerIsRefusal: true, timeoutMs: row.seconds * 1000 }
      await judge.refuses(client.next(known), options)
    },
  )

const whenFailedOften = [
  'grants-known-once-registry-has-failed-often',
  'grants-once-registry-has-failed-often',
] as const
const registryGone = knownWhile('state.registry-unreachable', 'RGT-03', whenFailedOften, { exclusive: true })

test(
  'refuses a client that it let in before while no connection to the registry holds',
  covers(registryGone),
  async ({ client, judge, lab, target }) => {
    if (target.clock.registryCacheSeconds > 0) judge.notApplicable(remembered)
    const known = await client.message()
    await judge.grants(known)
    const since = Date.now()
    await lab.outage({ reset: true })
    await judge.refuses(client.next(known), insisting)
    // Whether strangers are refused is the matter of another check.
    const ofStrangers = { ...insisting, grantCounts: false }
    if (await refusesInARow(judge, since, () => client.message(), ofStrangers))
      await judge.refuses(client.next(known), insisting)
  },
)
