import { registry } from '../../harness/mutations/mutation.js'
import { acceptance, observation, refusal, survival } from '../support/bodies.js'
import { insisting } from '../support/flows/insisting.js'
import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'
import * as cases from './transport.cases.js'

for (const row of inOrder(cases.refused)) test(`refuses ${row.title}`, covers(row), refusal(row, insisting))

test(`records ${cases.followed.title}`, covers(cases.followed), observation(cases.followed))

test(`accepts ${cases.flooded.title}`, covers(cases.flooded), survival(cases.flooded))

// It may take as long as it likes over such an answer.
test(
  `refuses ${cases.tooLarge.title}`,
  covers(cases.tooLarge),
  refusal(cases.tooLarge, { ...insisting, noAnswerIsRefusal: true }),
)

test(`accepts ${cases.expired.title}`, covers(cases.expired), acceptance(cases.expired))

test('accepts the next client after the registry has recovered', covers(cases.recovered), async ({ client, judge }) => {
  await judge.grants(await client.message())
  const meanwhile = await client.message({ mutate: registry('status 500', { transport: 'status 500' }) })
  const { outcome } = await judge.refuses(meanwhile, { ...insisting, grantCounts: false })
  if (outcome.kind === 'granted')
    judge.notApplicable('It grants while the registry fails, of which registry-transport.error speaks.')
  await judge.accepts(await client.message())
})
