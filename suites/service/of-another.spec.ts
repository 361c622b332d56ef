import type { Sent } from '../../harness/check/types.js'
import { covers, test } from '../support/test.js'
import { askedAbout, forwardedOf } from './asked.js'
import { flow } from './rows.js'

const ofAnother = flow('service.forwards-of-another', 'SVC-09', 'forwards-jwt-of-another', { exclusive: true })

test('forwards for a consumer no JWT of another one', covers(ofAnother), async ({ service, judge, lab }) => {
  const [one, other] = [await service.message({ keepsToken: true }), await service.message()]
  const [ofOne, ofOther] = [[await judge.grants(one)], [await judge.grants(other)]]
  for (let round = 0; round < 3; round++) {
    ofOne.push(await judge.tries(service.next(one, { keepsToken: true }), 'after another consumer authenticated'))
    ofOther.push(await judge.tries(service.next(other), 'of the other consumer'))
  }
  const askedOfOne = await askedAbout(ofOne[0] as Sent, { lab, judge })
  const askedOfOther = await askedAbout(ofOther[0] as Sent, { lab, judge })
  if ([...askedOfOne, ...askedOfOther].every(({ forwarded = [] }) => forwarded.length === 0))
    judge.notApplicable('The target forwards no JWT, which it may do (L267).')
  const wrong = forwardedOf(askedOfOne, ofOther) + forwardedOf(askedOfOther, ofOne)
  const got = wrong === 0 ? 'so' : `${wrong} requests for evidence with the JWT of the other consumer`
  judge.rule('Forwards for each consumer its own JWT', wrong === 0, { expected: 'so', got })
})
