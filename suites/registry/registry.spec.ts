import type { Message } from '../../harness/check/types.js'
import { observation, refusal, refusalAgain } from '../support/bodies.js'
import { refusalBesideOthers } from '../support/flows/beside-others.js'
import { makeKnown } from '../support/flows/well-known.js'
import { inOrder } from '../support/order.js'
import { lookingUp } from '../support/roles.js'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'
import type { Fixtures } from '../support/test.js'
import { covers, test } from '../support/test.js'
import { registeredAs, status } from '../support/values/records.js'
import { flipped } from './flows.cases.js'
import * as matching from './matching.cases.js'
import * as statuses from './status.cases.js'

for (const row of inOrder([...statuses.refused, ...matching.refused]))
  test(`refuses ${row.title}`, covers(row), refusal(row))

test(`refuses ${statuses.again.title}`, covers(statuses.again), refusalAgain(statuses.again))

test(
  `refuses ${statuses.besideOthers.title}`,
  covers(statuses.besideOthers),
  refusalBesideOthers(statuses.besideOthers),
)

for (const row of inOrder([...statuses.recorded, ...matching.recorded]))
  test(`records ${row.title}`, covers(row), observation(row))

const lookedUp: Coverage = check('registry.lookup', 'REG-23', 'skips-lookup', { roles: lookingUp })

test(
  'looks up a new client at the registry before it issues a token',
  covers(lookedUp),
  async ({ client, judge, lab }) => {
    const { message, exchange } = await judge.grants(await client.message())
    const answeredAt = Date.parse(exchange.startedAt) + exchange.durationMs
    const lookups = await lab.ledger({ kinds: ['party-lookup'], subjects: [message.party.partyId] })
    const before = lookups.filter(({ at }) => at <= answeredAt).length
    judge.rule('Looks up the client before it issues a token', before > 0, {
      expected: 'a look-up',
      got: `${before} look-ups`,
    })
  },
)

const authenticated: Coverage = check('registry.authenticated-lookup', 'REG-25', 'skips-registry-authentication', {
  roles: lookingUp,
})

test(
  'authenticates at the registry before it looks up a client',
  covers(authenticated),
  async ({ client, judge, lab }) => {
    const { message } = await judge.grants(await client.message())
    const lookups = await lab.ledger({ kinds: ['party-lookup'], subjects: [message.party.partyId] })
    if (lookups.length === 0) judge.notApplicable('There was no look-up, of which registry.lookup speaks.')
    const bearers = lookups.map(({ bearer = 'none' }) => bearer)
    judge.rule('Looks up with an access token of the registry', bearers.includes('valid'), {
      expected: 'valid',
      got: bearers.join(', '),
    })
    const calls = (await lab.ledger({ kinds: ['registry-token'] })).filter(
      ({ assertion }) => assertion !== undefined,
    ).length
    judge.rule('Got it with a client assertion of its own', calls > 0, {
      expected: 'a token request',
      got: `${calls} of them`,
    })
  },
)

/** A message of a party that was granted a token; ends the check where what the registry says may be remembered. */
async function grantedUncached({
  client,
  judge,
  target,
}: Pick<Fixtures, 'client' | 'judge' | 'target'>): Promise<Message> {
  if (target.clock.registryCacheSeconds > 0)
    judge.notApplicable('The target declares a cache of the registry; the deep profile waits for it.')
  const control = await client.message()
  await makeKnown({ client, judge }, control)
  return control
}

test(
  'refuses a party that was suspended since its last authentication',
  covers(flipped),
  async ({ client, judge, lab, target }) => {
    const control = await grantedUncached({ client, judge, target })
    await lab.reprogram(control.party, status('Suspended'))
    await judge.refuses(client.next(control))
  },
)

/** A key that came into other hands is taken off the registry (L240, L277). */
const withdrawn: Coverage = {
  ...flipped,
  id: 'registry.certificate-withdrawn',
  detects: ['caches-certificates', 'trusts-known-party'],
}

test(
  'refuses a party whose certificate was replaced at the registry since its last authentication',
  covers(withdrawn),
  async ({ client, judge, lab, target }) => {
    const control = await grantedUncached({ client, judge, target })
    await lab.reprogram(
      control.party,
      registeredAs('another certificate in its place', ({ issue }) => issue({})),
    )
    await judge.refuses(client.next(control))
  },
)

const restored: Coverage = { ...flipped, id: 'registry.status-restored', detects: ['keeps-refusing'] }

test(
  'accepts a party that was suspended and is Active again',
  covers(restored),
  async ({ client, judge, lab, target }) => {
    const control = await grantedUncached({ client, judge, target })
    await lab.reprogram(control.party, status('Suspended'))
    await judge.records(client.next(control), 'a suspended party')
    await lab.reprogram(control.party, status('Active'))
    await judge.accepts(client.next(control))
  },
)
