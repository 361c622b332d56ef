import { forgedFor } from '../../harness/mutations/form-parameters.js'
import { encoding } from '../../harness/mutations/mutation.js'
import { observation, refusal, survival } from '../support/bodies.js'
import { inOrder } from '../support/order.js'
import { lookingUp } from '../support/roles.js'
import { check } from '../support/row.js'
import { covers, test } from '../support/test.js'
import * as base64url from './base64url.cases.js'
import * as compact from './compact.cases.js'
import * as json from './json-parts.cases.js'

for (const row of inOrder([...compact.refused, ...base64url.refused, ...json.refused])) {
  test(`refuses ${row.title}`, covers(row), refusal(row))
}

for (const row of inOrder(json.deep)) test(`still answers after ${row.title}`, covers(row), survival(row))

test(
  'refuses claims that were changed after signing, and looks nobody up for them',
  covers(check('jws-form.verify-first', 'JWS-23', [], { roles: lookingUp })),
  async ({ client, judge, lab }) => {
    const control = await client.message()
    await judge.grants(control)
    const changed = encoding(
      'claims of another party under the same signature',
      ({ header, payload, signature }, { other }) => forgedFor(`${header}.${payload}.${signature}`, other.partyId),
      'other',
    )
    const { assertion, exchange } = await judge.refuses(client.next(control, { mutate: changed }))
    if (lab.outOfHands) return
    const { iss } = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString()) as { iss: string }
    const lookUps = await lab.ledger({
      subjects: [iss],
      kinds: ['party-lookup'],
      since: Date.parse(exchange.startedAt),
    })
    judge.observes('look-ups of a party that only unverified claims name', lookUps.length)
  },
)

for (const row of inOrder([...base64url.recorded, ...json.recorded])) {
  test(`records ${row.title}`, covers(row), observation(row))
}
