import { accessToken } from '../../harness/mutations/evidence.js'
import { longExpired, outlivedToken, untilExpired } from '../support/flows/expired-token.js'
import { covers, test } from '../support/test.js'
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
