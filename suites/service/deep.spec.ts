import { accessToken } from '../../harness/mutations/evidence.js'
import { longExpired, outlivedToken, untilExpired } from '../support/flows/expired-token.js'
import { covers, test } from '../support/test.js'
import { askedAbout, misforwarded } from './asked.js'
import { randomTrees, shrunk } from './random-trees.js'
import { flow } from './rows.js'

import { judgeTrees } from './trees.js'

const manyRandom = flow(
  'service.thousand-random-trees',
  'DLG-09',
  ['ignores-conditions-at-service', 'flattens-nesting-at-service'],
  { profile: 'deep', slow: 600, unsafe: 'flood' },
)

test('decides 1,000 random trees as they say', covers(manyRandom), async ({ service, judge }) => {
  await judgeTrees({ service, judge }, randomTrees(service.seed, 1000), shrunk)
})

const inTime = flow('service.forwards-in-time', 'SVC-09', 'forwards-expired-jwt', { profile: 'deep', waits: 30 })

test("forwards the consumer's JWT only while it lives", covers(inTime), async ({ service, judge, lab }) => {
  const aged = { keepsToken: true, ageSeconds: 25 } as const
  const control = await service.message(aged)
  const sent = await judge.grants(control)
  await service.outlive(sent)
  // Where access tokens live for seconds it takes another one, on another assertion.
  const later = await judge.records(
    service.next(control, aged),
    'call with an access token whose assertion has expired',
  )
  const asked = await askedAbout(sent, { lab, judge })
  if (asked.every(({ forwarded = [] }) => forwarded.length === 0))
    judge.notApplicable('The target forwards no JWT, which it may do (L267).')
  const got = misforwarded(asked, control.party.partyId, [sent, later]).join('; ') || 'so'
  judge.rule('Forwards what the consumer sent, while it lives', got === 'so', { expected: 'so', got })
})

const expired = flow('service.expired-token', ['SERVICE-TOKEN', 'SVC-02'], 'serves-expired-token', {
  level: 'should',
  profile: 'deep',
  ...untilExpired,
})

test('refuses its service with an access token that has expired', covers(expired), async ({ service, judge }) => {
  const control = await service.message()
  const token = await outlivedToken(await judge.grants(control), judge)
  await judge.grants(service.next(control))
  await judge.refuses(service.next(control, { mutate: accessToken(longExpired, () => token) }))
})
