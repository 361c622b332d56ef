import { registryAnswers } from '../../harness/mutations/evidence.js'
import { authentications, ruleAudience, ruleConduct, ruleRenewed } from '../client/authentications.js'
import { keepsAudience, renewed } from '../client/client.cases.js'
import { takesAnyTokenAnswer } from '../client/token-forms.js'
import { keepsAssertion } from '../client/token-redirects.js'
import { inOrder } from '../support/order.js'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { towardsEvidence } from './asking.cases.js'

for (const row of inOrder(towardsEvidence))
  test(
    `towards the AuthorisationRegistry ${row.title}`,
    covers(row),
    async ({ service, judge, lab, lookups, target }) => {
      await judge.grants(await service.message())
      const calls = await authentications({ lab, target }, 'evidence-token')
      if (calls.length === 0)
        judge.notApplicable('In this run the target has not authenticated at an evidence registry.')
      ruleConduct({ judge, lab, target }, row, calls, await lookups.roots())
    },
  )

const renewedForEvidence: Coverage = { ...renewed, id: 'asking.new-assertion', roles: ['ServiceProvider'] }

test(
  'towards the AuthorisationRegistry signs a new assertion with a new jti for every authentication',
  covers(renewedForEvidence),
  async ({ service, judge, lab, target }) => {
    await judge.grants(await service.message())
    const mutate = registryAnswers('status 401 at first')
    await judge.records(await service.message({ mutate }), 'access token of the AuthorisationRegistry refused once')
    const calls = await authentications({ lab, target }, 'evidence-token')
    if (calls.length < 2)
      judge.notApplicable('In this run the target has authenticated at the AuthorisationRegistry only once.')
    ruleRenewed(judge, calls)
  },
)

const keepsAudienceForEvidence: Coverage = {
  ...keepsAudience,
  id: 'asking.told-audience',
  roles: ['ServiceProvider'],
}

test(
  'addresses its assertions to the AuthorisationRegistry, whatever audience an answer of it tells',
  covers(keepsAudienceForEvidence),
  async ({ service, judge, lab, target }) => {
    await judge.grants(await service.message())
    const since = Date.now()
    const mutate = registryAnswers('status 401 at first, telling another audience')
    await judge.records(await service.message({ mutate }), 'AuthorisationRegistry that tells another audience')
    await judge.records(await service.message({ mutate }), 'the same once more')
    const all = await authentications({ lab, target }, 'evidence-token')
    const calls = all.filter(({ at }) => at >= since)
    if (calls.length === 0) judge.notApplicable('The target did not authenticate anew after a refused access token.')
    ruleAudience(judge, calls, lab.registry.partyId)
  },
)

const nowhereElse: Coverage = check(
  'asking.token-redirect',
  'ASSERTION-RECEIVER',
  'follows-token-redirects-of-registry',
  { profile: 'standard', roles: ['ServiceProvider'], exclusive: true },
)

test(
  'sends its assertion to no other host where the token endpoint of the AuthorisationRegistry answers 307 or 308',
  covers(nowhereElse),
  ({ service, judge, lab }) =>
    keepsAssertion({ judge, lab }, 'AuthorisationRegistry', {
      at: 'evidence',
      kind: 'evidence-token',
      ask: () => service.message(),
    }),
)

const anyForm: Coverage = check(
  'asking.token-forms',
  'DELEGATION-AUTHENTICATE',
  ['wants-bearer-as-written', 'wants-expires-in'],
  { level: 'should', roles: ['ServiceProvider'], exclusive: true },
)

test(
  'asks for evidence with an access token of any form, and whatever stands beside it',
  covers(anyForm),
  ({ service, judge, lab }) =>
    takesAnyTokenAnswer({ judge, lab }, { at: 'evidence', kind: 'evidence-token', ask: () => service.message() }),
)
