import type { Forwarding } from '../../harness/check/delegation/types.js'
import type { Json } from '../../harness/contracts/json.js'
import { evidenceRoles } from '../support/roles.js'
import { type Coverage, check } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { effectOfForwarded } from './needed.js'

const noJwt: Coverage = check('forwarding.no-jwt', 'FORWARD-SIGNED', 'takes-any-steps-for-consent', {
  level: 'must',
  roles: evidenceRoles,
})

/** Whatever code may take for a JWT, or for none that has to be verified. */
const values: Readonly<Record<string, (partyId: string) => Json>> = {
  'a text': () => 'none',
  'an empty text': () => '',
  null: () => null,
  true: () => true,
  'a number': () => 1,
  'an object': () => ({}),
  'a list of null': () => [null],
  'a list of an empty text': () => [''],
  'a list of an object': () => [{}],
  'a list of a list': () => [[]],
  "a list of the consumer's id": (partyId) => [partyId],
  "the consumer's id": (partyId) => partyId,
}

test(
  'takes nothing that is no JWT in the place of a forwarded one',
  covers(noJwt),
  async ({ delegation, judge, target }) => {
    await judge.grants(delegation.ask('unconditional'))
    const { isNeeded } = await effectOfForwarded({ delegation, judge, target })
    if (!isNeeded) judge.notApplicable('The target permits without any forwarded JWT, so that this lets nobody in.')
    const { partyId } = delegation.fixtures.subject
    for (const [name, of] of Object.entries(values)) {
      const forwarded: Forwarding = { name, value: async () => of(partyId) }
      await judge.refuses(delegation.ask('unconditional', { forwarded }))
    }
  },
)
