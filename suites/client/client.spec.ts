import { meeting } from '../../harness/check/meeting.js'
import type { Message } from '../../harness/check/types.js'
import { registry, partyId as withId } from '../../harness/mutations/mutation.js'
import { misnamed } from '../support/flows/lookups.js'
import { together } from '../support/flows/together.js'
import { inOrder } from '../support/order.js'
import { lookingUp } from '../support/roles.js'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { ruleAfterFailure } from './after-failure.js'
import { authentications, ruleAudience, ruleConduct, ruleNew, ruleNoJtiTwice, ruleRenewed } from './authentications.js'
import {
  afterFailure,
  furtherTimes,
  keepsAudience,
  renewed,
  renewedAtOnce,
  throughout,
  towardsRegistry,
} from './client.cases.js'
import { takesAnyTokenAnswer } from './token-forms.js'

/** Makes the target authenticate once more. */
const refusedOnce = registry('status 401 at first', { transport: 'status 401 at first' })

for (const row of inOrder(towardsRegistry))
  test(row.title, covers(row), async ({ client, judge, lab, lookups, target }) => {
    await judge.grants(await client.message())
    const calls = await authentications({ lab, target }, 'registry-token', row.forwardedToo)
    if (calls.length === 0) judge.notApplicable('In this run the target has not authenticated at the registry.')
    ruleConduct({ judge, lab, target }, row, calls, await lookups.roots())
  })

test(
  'signs a new assertion with a new jti for every authentication',
  covers(renewed),
  async ({ client, judge, lab, target }) => {
    await judge.grants(await client.message())
    await judge.records(await client.message({ mutate: refusedOnce }), 'registry token refused once')
    const calls = await authentications({ lab, target }, 'registry-token')
    if (calls.length < 2) judge.notApplicable('In this run the target has authenticated at the registry only once.')
    ruleRenewed(judge, calls)
  },
)

/** Clients that come at once, after the registry has forgotten the access token of the target, and how often they do. */
const atOnce = 6
const rounds = 3

test(
  'signs a new assertion for each of several authentications at one moment',
  covers(renewedAtOnce),
  async ({ client, judge, lab, target }) => {
    await judge.grants(await client.message())
    const since = Date.now()
    for (let round = 0; round < rounds; round += 1) {
      const newcomers: Message[] = []
      while (newcomers.length < atOnce) newcomers.push(await client.message())
      await lab.outage({ forgetTokens: true })
      const gathered = meeting(atOnce)
      await together(
        newcomers.map((one, place) => judge.tries(one, 'with others at once', () => gathered.arrive(place))),
      )
    }
    const calls = (await authentications({ lab, target }, 'registry-token')).filter(({ at }) => at >= since)
    if (calls.length === 0) judge.notApplicable('The target has not authenticated at the registry since.')
    ruleNew(judge, calls)
  },
)

test(
  'gives no two of its assertions of a run one jti, whomever they are for',
  covers(throughout),
  async ({ client, judge, lab, target }) => {
    await judge.grants(await client.message())
    for (let count = 0; count < furtherTimes; count++)
      await judge.records(await client.message({ mutate: refusedOnce }), 'registry token refused once')
    const kinds = ['registry-token', 'evidence-token', 'login-token'] as const
    const calls = await Promise.all(kinds.map((kind) => authentications({ lab, target }, kind)))
    if (calls.flat().length < 2) judge.notApplicable('In this run the target has authenticated only once.')
    ruleNoJtiTwice(judge, calls.flat())
  },
)

test(
  'addresses its assertions to the registry, whatever audience an answer of it tells',
  covers(keepsAudience),
  async ({ client, judge, lab, target }) => {
    await judge.grants(await client.message())
    const transport = 'status 401 at first, telling another audience'
    const since = Date.now()
    const told = await client.message({ mutate: registry(transport, { transport }) })
    await judge.records(told, 'registry that tells another audience')
    // A client that heeds it may do so at its next authentication only.
    await judge.records(await client.message({ mutate: registry(transport, { transport }) }), 'the same once more')
    const all = await authentications({ lab, target }, 'registry-token')
    const calls = all.filter(({ at }) => at >= since)
    if (calls.length === 0) judge.notApplicable('The target did not authenticate anew after a refused access token.')
    ruleAudience(judge, calls, lab.registry.partyId)
  },
)

test(
  'keeps to the rules of its assertions after the registry has failed',
  covers(afterFailure),
  async ({ client, judge, lab, lookups, target }) => {
    await judge.grants(await client.message())
    const before = await authentications({ lab, target }, 'registry-token')
    const since = Date.now()
    for (const outage of [{ tokenStatus: 500, forgetTokens: true }, { reset: true }]) {
      await lab.outage(outage)
      await judge.records(await client.message(), 'a registry that fails')
    }
    await lab.outage({ forgetTokens: true })
    await judge.records(await client.message(), 'a registry that is back')
    const after = (await authentications({ lab, target }, 'registry-token')).filter(({ at }) => at >= since)
    const { partyId: receiver } = lab.registry
    ruleAfterFailure({ judge, target }, towardsRegistry, { before, after, receiver, roots: await lookups.roots() })
  },
)

const isEncoded = (partyId: string): boolean => encodeURIComponent(partyId) !== partyId

const encodedOnce: Coverage = check('client.encoded-once', 'CLI-09', 'encodes-twice', { roles: lookingUp })

test('percent-encodes the party id of a look-up once', covers(encodedOnce), async ({ client, judge, lab }) => {
  // An identifier of letters and digits alone shows nothing.
  const mutate = withId('id with a colon', (own) => (isEncoded(own.partyId) ? own.partyId : `${own.partyId}:x`))
  const message = await client.message({ mutate })
  await judge.records(message, 'party id with characters that are encoded')
  const { partyId } = message.party
  const lookups = await lab.ledger({ kinds: ['party-lookup'], mentioning: [partyId] })
  if (lookups.length === 0) judge.notApplicable(`The target did not look ${partyId} up.`)
  const wrong = misnamed(lookups, partyId).join('; ') || 'so'
  judge.rule('Encodes the party id once', wrong === 'so', { expected: partyId, got: wrong })
})

const anyForm: Coverage = check(
  'client.token-forms',
  'REGISTRY-LOOKUP',
  ['wants-bearer-as-written', 'wants-expires-in'],
  {
    level: 'should',
    roles: lookingUp,
    exclusive: true,
  },
)

test(
  'looks clients up with an access token of any form, and whatever stands beside it',
  covers(anyForm),
  ({ client, judge, lab }) =>
    takesAnyTokenAnswer({ judge, lab }, { at: 'registry', kind: 'registry-token', ask: () => client.message() }),
)
