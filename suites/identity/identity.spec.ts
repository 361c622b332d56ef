import { partyId } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'
import { refusal } from '../support/bodies.js'
import { misnamed } from '../support/flows/lookups.js'
import { makeKnown } from '../support/flows/well-known.js'
import { inOrder } from '../support/order.js'
import { lookingUp, machinesLookingUp } from '../support/roles.js'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { issuerOf } from '../support/values/assertion.js'
import { everyName, namedOnceAs, otherThanIss, refused } from './identity.cases.js'
import { injected } from './lookup.cases.js'

for (const row of inOrder(refused)) test(`refuses ${row.title}`, covers(row), refusal(row))

/** Neither is a client that was let in once known by its name, nor does that make up for a wrong one beside it. */
const besideKnown: readonly (Coverage & {
  readonly title: string
  readonly of: (known: string) => readonly Mutation[]
})[] = [
  {
    ...check('identity.impersonation-of-known', 'IDN-04', ['trusts-known-party', 'accepts-unregistered-certificate'], {
      roles: lookingUp,
      atLogin: 'LOGIN-CLIENT-ID',
    }),
    title: 'in the name of a party that it let in before, signed with the certificate of another one',
    of: (known) => [everyName("a known party's name, own certificate", () => known)],
  },
  {
    ...check(
      'identity.names-of-known',
      ['CLIENT-ID-ISS', 'IDN-01', 'IDN-02', 'IDN-03'],
      ['believes-known-client-id', 'ignores-client-id'],
      { level: 'must' },
    ),
    title: 'that names a party in one place which it let in before',
    of: namedOnceAs,
  },
]

for (const row of inOrder(besideKnown))
  test(`refuses an assertion ${row.title}`, covers(row), async ({ client, judge }) => {
    const [known, control] = [await client.message(), await client.message()]
    await makeKnown({ client, judge }, known)
    await judge.grants(control)
    for (const mutate of row.of(known.party.partyId)) await judge.refuses(client.next(control, { mutate }))
  })

/** Columns and keys are cut at 64 characters; ids of which only the rest differs are of two parties all the same. */
const longNames: Coverage = check(
  'identity.long-names',
  'IDN-09',
  ['compares-64-characters-of-client-id', 'compares-64-characters-of-sub', 'ignores-client-id', 'ignores-sub'],
  { roles: machinesLookingUp },
)
const longLength = 90

test(
  'refuses a client_id or sub of a party whose long id begins as that of the sender',
  covers(longNames),
  async ({ client, judge }) => {
    await judge.grants(await client.message())
    const own = partyId('long id', ({ partyId: own }) => `${own}-`.padEnd(longLength, 'x'))
    const control = await client.message({ mutate: own })
    const other = `${control.party.partyId}y`
    await client.message({ mutate: partyId('longer id', () => other) })
    const noneTaken = `It takes no Party Identifier of ${longLength} characters.`
    await judge.applies(control, `id of ${longLength} characters`, noneTaken)
    const granted = client.next(control)
    await judge.grants(granted)
    for (const mutate of otherThanIss(other)) await judge.refuses(client.next(granted, { mutate }))
  },
)

const counted = (row: (typeof injected)[number]): Coverage => ({ ...row, sends: Object.keys(row.names).length })

for (const row of inOrder(injected))
  test(`refuses ${row.title}, and looks up nobody else`, covers(counted(row)), async ({ client, judge, lab }) => {
    const control = await client.message()
    await judge.grants(control)
    const own = [control.party.partyId]
    for (const [name, of] of Object.entries(row.names)) {
      const mutate = everyName(name, of)
      if (lab.outOfHands) {
        await judge.refuses(client.next(control, { mutate }))
        continue
      }
      const sent = await judge.refuses(client.next(control, { mutate }))
      // Before that it may have been asked for a code in the sender's own name.
      const since = Date.parse(sent.exchange.startedAt)
      const made = await lab.ledger({ kinds: ['party-lookup'], mentioning: own, since })
      const wrong = misnamed(made, issuerOf(sent), own).join('; ') || 'none'
      judge.rule(`Looks up nobody but "${name}"`, wrong === 'none', { expected: 'none', got: wrong })
    }
  })

const unicodeForms: Coverage = check('identity.unicode-forms', 'IDN-16', [], {
  level: 'should',
  roles: machinesLookingUp,
})

test(
  'records whether it tells two parties apart whose ids differ in Unicode form',
  covers(unicodeForms),
  async ({ client, judge }) => {
    await judge.grants(await client.message())
    const composed = await client.message({ mutate: partyId('composed', ({ partyId: own }) => `${own}-\u00e9`) })
    const decomposedId = composed.party.partyId.normalize('NFD')
    const decomposed = await client.message({ mutate: partyId('decomposed', () => decomposedId) })
    await judge.records(composed, 'id in composed form')
    await judge.records(decomposed, 'the same id in decomposed form')
    const swapped = everyName('in the name of the other', () => decomposedId)
    await judge.records(client.next(composed, { mutate: swapped }), 'one party in the name of the other')
  },
)
