import type { Judge } from '../../harness/check/types.js'
import type { Outage } from '../../harness/contracts/outage.js'
import { header, text } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'
import { check } from '../support/row.js'
import { covers, test } from '../support/test.js'

/** What programs read members of without a look at what it is. */
const fatal: readonly Mutation[] = [
  text('payload is null', (parts) => {
    parts.payload = 'null'
  }),
  text('header is null', (parts) => {
    parts.header = 'null'
  }),
  header('x5c is null', (members) => {
    members.x5c = null
  }),
]

const inWords = ({ how, killer }: Outage): string =>
  killer ? `${how}, when it was sent: ${killer.message} (${killer.check})` : `${how}, after messages of several checks`

function ruleLivesOn(judge: Judge, outages: readonly Outage[]): void {
  const known = outages.filter(({ killer }) => killer)
  const told = [...new Set((known.length > 0 ? known : outages).map(inWords))]
  judge.rule('It lives on whatever it is sent', outages.length === 0, {
    expected: 'that it was never gone in this run',
    got: `${outages.length} times that it was: ${told.join('; ')}`,
  })
}

test(
  'lives on whatever it is sent',
  covers(check('survival.messages', 'HTTP-33', 'dies-of-null-claims', { last: true, whileGone: true })),
  async ({ client, judge, target }) => {
    const before = await target.outages()
    if (before.length > 0) ruleLivesOn(judge, before)
    // It is started again so many times and no more.
    if (before.some(({ killer }) => killer)) return
    const [control, ...mutated] = await client.prepare(...fatal)
    await judge.grants(control)
    for (const [index, message] of mutated.entries()) await judge.records(message, fatal[index]?.name ?? '')
    ruleLivesOn(judge, await target.outages())
    await judge.grants(client.next(control))
  },
)
