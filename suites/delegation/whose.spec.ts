import { covers, test } from '../support/test.js'
import { callsNaming, withToken } from '../support/whose/calls.js'
import { grantsToAnother, namingAnother } from '../support/whose/granted-to.js'
import { usingJtiOfStranger } from '../support/whose/shared-jti.js'
import { askedByTwo, own } from './asking.js'
import { check } from './delegation.cases.js'

const says = 'Permits a stranger nothing'

const ofTwoNames = check('delegation.token-of-two-names', 'TOKEN-BOUND-PARTY', grantsToAnother, {
  level: 'must',
  slow: 180,
})

test(
  'permits nothing on a token for which a stranger named the consumer beside itself',
  covers(ofTwoNames),
  async ({ client, delegation, judge }) => {
    await askedByTwo({ delegation, judge }, {})
    await namingAnother({ client, judge }, delegation.fixtures.subject.partyId, async ({ accessToken }, name) => {
      if (accessToken === undefined) return judge.rule(says, true, { expected: 'no permit', got: 'no access token' })
      const token = { name: `of a stranger, ${name}`, value: () => `Bearer ${accessToken}` }
      await judge.refuses(delegation.ask('unconditional', { ...own, token }))
    })
  },
)

const ofSharedJti = check('delegation.token-of-shared-jti', 'TOKEN-BOUND-PARTY', 'keeps-token-owner-by-jti', {
  level: 'must',
})

test(
  'permits nothing on the token of a stranger whose jti the consumer has used since',
  covers(ofSharedJti),
  async ({ client, delegation, judge }) => {
    const { ofSubject } = await askedByTwo({ delegation, judge }, {})
    const accessToken = await usingJtiOfStranger({ client, judge }, ofSubject)
    const token = { name: 'of a stranger', value: () => `Bearer ${accessToken}` }
    await judge.refuses(delegation.ask('unconditional', { ...own, token }))
  },
)

const ofCall = check('delegation.call-names-another', 'DLG-29', 'takes-caller-from-call')

test(
  'permits nothing to a stranger whose call names the consumer beside its access token',
  covers(ofCall),
  async ({ client, delegation, judge }) => {
    await askedByTwo({ delegation, judge }, {})
    const { accessToken = '' } = await judge.grants(await client.message())
    for (const { name, of } of callsNaming(delegation.fixtures.subject.partyId)) {
      const request = {
        name: `of a stranger, ${name}`,
        value: (call: Parameters<typeof of>[0]) => withToken(accessToken)(of(call)),
      }
      await judge.refuses(delegation.ask('unconditional', { ...own, request }))
    }
  },
)
