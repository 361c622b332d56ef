import { forwarding } from '../../harness/check/delegation/forwarding.js'
import type { Forwarded, Forwarding } from '../../harness/check/delegation/types.js'
import { isUnanswered } from '../../harness/judge/outcome.js'
import type { Coverage } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { check } from './forwarding.cases.js'
import { ruleOutUnlessNeeded } from './needed.js'

const pooled: Coverage = check('forwarding.each-by-itself', 'FORWARD-AUD', 'forward-pools-conditions', {
  level: 'must',
})

const both = (name: string, ...jwts: readonly Forwarded[]): Forwarding => ({
  name,
  value: (mint) => Promise.all(jwts.map(mint)),
})

test(
  "takes no consumer's JWT for another ServiceProvider beside one of somebody else that is addressed to the forwarder",
  covers(pooled),
  async ({ delegation, judge, target }) => {
    await judge.grants(delegation.ask('unconditional'))
    await ruleOutUnlessNeeded({ delegation, judge, target })
    const { provider, otherProvider } = delegation.fixtures
    const elsewhere: Forwarded = { audience: otherProvider.partyId }
    const others = { 'of the forwarder': provider, 'of a participant': await delegation.stranger() }
    let tried = 0
    for (const [whose, party] of Object.entries(others)) {
      const alone = delegation.ask('unconditional', { forwarded: forwarding(`one ${whose} alone`, { party }) })
      const { outcome } = await judge.records(alone, `a JWT ${whose} alone`)
      if (isUnanswered(outcome)) judge.inconclusive('No complete answer came to a request with a forwarded JWT.')
      // Who takes it alone does not ask whose it is, which another check says (FWD-12).
      if (outcome.kind === 'granted') continue
      tried += 1
      for (const forwarded of [
        both(`for another ServiceProvider, then one ${whose}`, elsewhere, { party }),
        both(`one ${whose}, then for another ServiceProvider`, { party }, elsewhere),
      ])
        await judge.refuses(delegation.ask('unconditional', { forwarded }))
    }
    if (tried === 0) judge.notApplicable('It takes a JWT of anybody that is addressed to the forwarder.')
  },
)
