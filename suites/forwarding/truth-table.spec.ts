import type { Sent } from '../../harness/check/types.js'
import { covers, test } from '../support/test.js'
import { check } from './forwarding.cases.js'
import { ruleOutUnlessNeeded } from './needed.js'
import {
  asJson,
  askingOf,
  type Combination,
  combinations,
  expectedOf,
  inWords,
  isWrong,
  type TableRow,
} from './truth-table.js'

const table = check(
  'forwarding.truth-table',
  ['FORWARD-AUD', 'FWD-01', 'FWD-02', 'FWD-05', 'FWD-06', 'FWD-07', 'FWD-08', 'POS-22', 'POS-23'],
  [
    'forward-ignores-aud',
    'forward-takes-own-aud',
    'forward-ignores-expiry',
    'forward-ignores-signature',
    'forward-accepts-alg-none',
    'forward-ignores-chain',
    'forward-ignores-status',
    'forward-ignores-match',
    'forward-once',
    'forward-refuses-consumed',
    'forward-refuses-aged',
  ],
  { profile: 'standard', slow: 600 },
)

test(
  'takes a forwarded JWT throughout its lifetime for the party that it is addressed to, and no other',
  covers(table),
  async ({ delegation, judge, target }) => {
    await judge.grants(delegation.ask('unconditional'))
    await ruleOutUnlessNeeded({ delegation, judge, target })
    await judge.grants(delegation.ask('unconditional', { consumer: await delegation.spare('sound') }))
    const rowsOf = async (combination: Combination): Promise<readonly TableRow[]> => {
      const rows: TableRow[] = []
      const asking = await askingOf(combination, delegation, target)
      const mintedAt = Date.now()
      const { jwt, message } = await delegation.minted('unconditional', asking)
      const keep = (use: TableRow['use'], { outcome }: Sent) => {
        const seconds = Math.round((Date.now() - mintedAt) / 1000)
        rows.push({ ...combination, use, seconds, expected: expectedOf(combination), observed: outcome.kind })
      }
      if (combination.presented)
        await judge.tries(delegation.presentingJwt(delegation.fixtures.subject, jwt), 'its use as client assertion')
      const first = await judge.tries(message, 'row of the table')
      keep('first', first)
      keep('repeated', await judge.tries(delegation.again(first, 'repeated'), 'row of the table'))
      return rows
    }
    const rows: TableRow[] = []
    for (const combination of combinations) {
      let tried = await rowsOf(combination)
      if (tried.some((row) => row.observed === 'refused' && isWrong(row))) {
        // A target may spare a registry that failed in another check, and refuse everybody until the control is granted.
        await judge.grants(delegation.ask('unconditional'))
        tried = await rowsOf(combination)
      }
      rows.push(...tried)
    }
    judge.observes('truth table of forwarded JWTs', rows.map(asJson))
    const open = rows.filter(({ observed }) => observed !== 'granted' && observed !== 'refused')
    if (open.length > 0) judge.inconclusive(`${open.length} of ${rows.length} combinations got no answer to judge.`)
    const wrong = rows.filter(isWrong)
    judge.rule(`All of ${rows.length} combinations come out as the text has it`, wrong.length === 0, {
      expected: 'a permit exactly where the JWT is sound, alive and addressed to the forwarder',
      got: wrong.length === 0 ? 'so' : `${wrong.length} wrong, such as ${inWords(wrong[0] as TableRow)}`,
    })
  },
)
