import { forwarding, withoutForwarded } from '../../harness/check/delegation/forwarding.js'
import type { Sent } from '../../harness/check/types.js'
import { unnamedResource } from '../delegation/unnamed.js'
import { reforged } from '../forwarding/forged.js'
import { ruleOutUnlessNeeded } from '../forwarding/needed.js'
import { evidenceRoles } from '../support/roles.js'
import { type Coverage, check } from '../support/row.js'
import { covers, type Fixtures, test } from '../support/test.js'

const same = { keepsToken: true } as const

/** What is permitted with an access token that served before; ends the check where the target takes each once. */
async function permittedAgain({ delegation, judge }: Pick<Fixtures, 'delegation' | 'judge'>): Promise<Sent> {
  await judge.grants(delegation.ask('unconditional'))
  await judge.applies(
    delegation.ask('unconditional', same),
    'with the same access token',
    'It permits once with each access token.',
  )
  return judge.grants(delegation.ask('unconditional', same))
}

const consent: Coverage = check(
  'state.consent-of-token',
  ['FORWARD-SIGNED', 'FORWARD-AUD'],
  ['forward-remembers-consent-of-token', 'forward-verifies-once-a-token'],
  { level: 'must', roles: evidenceRoles },
)

test(
  'refuses a request without a sound forwarded JWT with an access token with which one was forwarded before',
  covers(consent),
  async ({ delegation, judge, target }) => {
    await judge.grants(delegation.ask('unconditional'))
    await ruleOutUnlessNeeded({ delegation, judge, target })
    const { assertion } = await permittedAgain({ delegation, judge })
    const elsewhere = forwarding('for another ServiceProvider', { audience: delegation.fixtures.otherProvider.partyId })
    for (const forwarded of [withoutForwarded, elsewhere, ...reforged(assertion)])
      await judge.refuses(delegation.ask('unconditional', { ...same, forwarded }))
  },
)

const permitOfToken: Coverage = check(
  'state.permit-of-token',
  ['DELEGATION-RESPONSE', 'DELEGATION-CONDITIONS'],
  'keeps-permit-by-token',
  { level: 'must', roles: evidenceRoles },
)

test(
  'refuses what no policy permits with an access token with which something was permitted before',
  covers(permitOfToken),
  async ({ delegation, judge }) => {
    await permittedAgain({ delegation, judge })
    await judge.refuses(delegation.ask('unconditional', { ...same, about: unnamedResource }))
    if (delegation.settings.conditions) await judge.refuses(delegation.ask('any-of-false', same))
  },
)

const permitOfJwt: Coverage = check(
  'state.permit-of-jwt',
  ['DELEGATION-RESPONSE', 'DELEGATION-CONDITIONS'],
  'keeps-permit-by-jwt',
  { level: 'must', roles: evidenceRoles },
)

test(
  'refuses what no policy permits on a forwarded JWT on which something was permitted before',
  covers(permitOfJwt),
  async ({ delegation, judge }) => {
    if (!delegation.settings.conditions) judge.notApplicable('The target holds no conditions.')
    const first = await judge.grants(delegation.ask('unconditional'))
    const sent = await judge.grants(delegation.again(first, 'once more'))
    await judge.refuses(delegation.again(sent, 'once more', { policy: 'any-of-false' }))
  },
)

const otherQuestion: Coverage = check(
  'state.jwt-for-another-question',
  ['FORWARD-ACCEPTED'],
  'forward-binds-to-question',
  { level: 'must', roles: evidenceRoles },
)

test(
  'accepts a forwarded JWT for another thing than it was forwarded for before',
  covers(otherQuestion),
  async ({ delegation, judge }) => {
    const sent = await judge.grants(delegation.ask('unconditional'))
    await judge.grants(delegation.ask('permitted-to-one'))
    await judge.grants(delegation.again(sent, 'once more'))
    await judge.accepts(delegation.again(sent, 'once more', { policy: 'permitted-to-one' }))
  },
)
