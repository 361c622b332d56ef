import { registry } from '../../harness/mutations/mutation.js'
import { lookingUp } from '../support/roles.js'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'
import { covers, test } from '../support/test.js'

const late: Coverage = check('registry-transport.late', 'RGT-05', [], {
  profile: 'deep',
  roles: lookingUp,
  waits: 35,
  unsafe: 'slow',
})

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
