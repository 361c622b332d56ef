import { issuerOf } from '../support/assertion.js'
import { refusal } from '../support/bodies.js'
import { misnamed } from '../support/lookups.js'
import { covers, test } from '../support/test.js'
import { everyName, refused } from './identity.cases.js'
import { injected } from './lookup.cases.js'

for (const row of refused) test(`refuses ${row.title}`, covers(row), refusal(row))

for (const row of injected)
  test(`refuses ${row.title}, and looks up nobody else`, covers(row), async ({ client, judge, lab }) => {
    const control = await client.message()
    await judge.grants(control)
    const { scope } = control.party
    for (const [name, of] of Object.entries(row.names)) {
      const since = Date.now()
      const sent = await judge.refuses(client.next(control, { mutate: everyName(name, of) }))
      const lookups = await lab.ledger({ kinds: ['party-lookup'], containing: scope, since })
      const wrong = misnamed(lookups, issuerOf(sent), scope).join('; ') || 'none'
      judge.rule(`Looks up nobody but "${name}"`, wrong === 'none', { expected: 'none', got: wrong })
    }
  })
