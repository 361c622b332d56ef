import { registry } from '../../harness/mutations/mutation.js'
import { misnamed } from '../support/lookups.js'
import { inOrder } from '../support/order.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { ageOnArrival, conduct, encodedOnce, isForwarded, renewed } from './client.cases.js'

/** Every authentication of the target at the registry since the run began (ruling 24: it may well reuse its access token). */
const authentications = async ({ lab, target }: Pick<Fixtures, 'lab' | 'target'>, forwardedToo = false) =>
  (await lab.ledger({ kinds: ['registry-token'] })).filter(
    (call) => call.assertion !== undefined && (forwardedToo || !isForwarded(call, target.partyId)),
  )

for (const row of inOrder(conduct))
  test(row.title, covers(row), async ({ client, judge, lab, target }) => {
    const { message } = await judge.grants(await client.message())
    const calls = await authentications({ lab, target }, row.forwardedToo)
    if (calls.length === 0) judge.notApplicable('In this run the target has not authenticated at the registry.')
    const root = message.party.certified.chain.at(-1) ?? Buffer.alloc(0)
    const parties = { own: target.partyId, registry: lab.registry.partyId, root }
    const got = calls.map((call) => row.contradiction(call, parties)).find((one) => one !== undefined)
    judge.rule(row.title, got === undefined, { expected: row.expected, got: JSON.stringify(got ?? 'so') })
    judge.observes('age of its own assertions on arrival', Math.max(...calls.map(ageOnArrival)), 's')
  })

test(
  'signs a new assertion with a new jti for every authentication',
  covers(renewed),
  async ({ client, judge, lab, target }) => {
    await judge.grants(await client.message())
    const transport = 'status 401 at first'
    await judge.records(
      await client.message({ mutate: registry(transport, { transport }) }),
      'registry token refused once',
    )
    const calls = await authentications({ lab, target })
    if (calls.length < 2) judge.notApplicable('In this run the target has authenticated at the registry only once.')
    const signatures = new Set(calls.map(({ assertion }) => assertion?.digest))
    const jtis = new Set(calls.map(({ assertion }) => JSON.stringify(assertion?.payload, ['jti'])))
    const got = `${signatures.size} JWTs with ${jtis.size} values of jti in ${calls.length} requests`
    judge.rule('Signs anew each time', Math.min(signatures.size, jtis.size) === calls.length, {
      expected: 'all different',
      got,
    })
  },
)

test('percent-encodes the party id of a look-up once', covers(encodedOnce), async ({ client, judge, lab }) => {
  const message = await client.message()
  await judge.records(message, 'party id with characters that are encoded')
  const { partyId, scope } = message.party
  const lookups = await lab.ledger({ kinds: ['party-lookup'], containing: scope })
  if (lookups.length === 0) judge.notApplicable('The target did not look the client up.')
  const wrong = misnamed(lookups, partyId, scope).join('; ') || 'so'
  judge.rule('Encodes the party id once', wrong === 'so', { expected: partyId, got: wrong })
})
