import { canSay } from '../../harness/check/delegation/context.js'
import { withoutForwarded } from '../../harness/check/delegation/forwarding.js'
import type { Asking } from '../../harness/check/delegation/types.js'
import { isUnanswered } from '../../harness/judge/outcome.js'
import { context, serviceProvider } from '../delegation/contexts.js'
import type { Coverage } from '../support/row.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { check } from './forwarding.cases.js'

const inAnyContext: Coverage = check(
  'forwarding.needed-in-any-context',
  ['FORWARD-SIGNED'],
  ['forward-needed-in-own-context', 'forward-exempts-subjects'],
  { level: 'must' },
)

/** An EntitledParty issues all policies itself. */
const ofIssuers: Coverage = {
  ...check('forwarding.needed-of-issuers', ['FORWARD-SIGNED'], 'forward-exempts-issuers', { level: 'must' }),
  roles: ['AuthorisationRegistry'],
}

/** Each of the requests is refused without a forwarded JWT, as far as it is granted with one. */
async function refusedWithout(
  { delegation, judge }: Pick<Fixtures, 'delegation' | 'judge'>,
  askings: readonly Asking[],
): Promise<void> {
  if (!delegation.wantsForwarded)
    judge.notApplicable('It gave a ServiceProvider evidence without any forwarded JWT, or the consumer itself none.')
  await judge.grants(delegation.ask('unconditional'))
  let tried = 0
  for (const asking of askings) {
    if (asking.context && !canSay(delegation.settings, asking.context)) continue
    const control = delegation.ask('unconditional', asking)
    // A target may want a context, or one of its own.
    const { outcome } = await judge.tries(control, 'with a forwarded JWT')
    if (isUnanswered(outcome)) judge.inconclusive('No complete answer came to a request with a forwarded JWT.')
    if (outcome.kind !== 'granted') continue
    await judge.grants(control)
    await judge.refuses(delegation.ask('unconditional', { ...asking, forwarded: withoutForwarded }))
    tried += 1
  }
  if (tried === 0) judge.notApplicable('It permits nothing in any other context, and to no other party.')
}

test(
  'permits nothing without a forwarded JWT to a party that says less, or another thing, of where it is',
  covers(inAnyContext),
  async ({ delegation, judge }) => {
    const { otherProvider, provider, subject } = delegation.fixtures
    await refusedWithout({ delegation, judge }, [
      { context: context('none', undefined) },
      { context: serviceProvider('another ServiceProvider', otherProvider.partyId) },
      { context: context('with another key', { serviceProvider: provider.partyId, purpose: 'research' }) },
      { caller: { name: 'a stranger', value: await delegation.stranger() } },
      {
        caller: { name: 'a consumer with policies of its own', value: subject },
        consumer: await delegation.spare('sound'),
      },
    ])
  },
)

test(
  'permits nothing without a forwarded JWT to a party that issued policies about somebody else',
  covers(ofIssuers),
  async ({ delegation, judge }) => {
    await refusedWithout({ delegation, judge }, [{ caller: 'other provider' }])
  },
)
