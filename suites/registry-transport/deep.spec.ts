import { registry } from '../../harness/mutations/mutation.js'
import { covers, test } from '../support/test.js'
import { late } from './transport.cases.js'

test(
  'records what becomes of a client that the registry answers about after 35 seconds',
  covers(late),
  async ({ client, judge }) => {
    await judge.grants(await client.message())
    const transport = 'after 35 seconds'
    const message = await client.message({ mutate: registry(transport, { transport }) })
    await judge.records(message, 'registry answers after 35 s', { timeoutMs: 45_000 })
  },
)
