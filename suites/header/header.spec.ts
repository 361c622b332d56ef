import { decodeJwt, memberOf } from '../../harness/wire/decode.js'
import { observation, refusal } from '../support/bodies.js'
import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'
import { recorded, refused } from './header.cases.js'
import * as keys from './keys.cases.js'

for (const row of inOrder([...keys.refused, ...refused])) test(`refuses ${row.title}`, covers(row), refusal(row))

const urls = [
  { id: 'header.jku-not-fetched', member: 'jku', mutate: keys.withJku, cases: ['HDR-03'] },
  { id: 'header.x5u-not-fetched', member: 'x5u', mutate: keys.withX5u, cases: ['HDR-04'] },
] as const

for (const { id, member, mutate, cases } of urls) {
  test(
    `fetches nothing from ${member}`,
    covers({ id, requirements: ['JWT-HEADER-KEYS'], cases, level: 'should' }),
    async ({ client, judge, lab }) => {
      const [control, ...mutated] = await client.prepare(mutate)
      await judge.grants(control)
      for (const message of mutated) {
        const { assertion } = await judge.records(message, mutate.name)
        const { pathname } = new URL(String(memberOf(decodeJwt(assertion).header, member)))
        const hits = await lab.ledger({ kinds: ['canary'], mentioning: [pathname] })
        if (hits.length === 0 && !lab.observed)
          judge.notTestable(`It needs a target that reaches the lab, but ${lab.outOfHands}.`)
        judge.rule(`fetches nothing from ${member}`, hits.length === 0, {
          expected: 'no request',
          got: `${hits.length} requests`,
        })
      }
    },
  )
}

for (const row of inOrder(recorded)) test(`records ${row.title}`, covers(row), observation(row))
