import { canSay } from '../../harness/check/delegation/context.js'
import { forwarding, withoutForwarded } from '../../harness/check/delegation/forwarding.js'
import type { Asking } from '../../harness/check/delegation/types.js'
import { context, serviceProvider } from '../delegation/contexts.js'
import { ruleNoneGranted } from '../support/flows/refused.js'
import { sideBySide } from '../support/flows/side-by-side.js'
import type { Coverage } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { reforged } from './forged.js'
import { check } from './forwarding.cases.js'
import { ruleOutUnlessNeeded } from './needed.js'

const besideSound: Coverage = check(
  'forwarding.side-by-side',
  ['FORWARD-SIGNED', 'FORWARD-AUD'],
  'forward-mixes-up-verdicts',
  { level: 'must', unsafe: 'race' },
)

test(
  'takes no forwarded JWT that is wrong while a sound one comes',
  covers(besideSound),
  async ({ delegation, judge, target }) => {
    const sound = delegation.ask('unconditional')
    const { assertion } = await judge.grants(sound)
    await ruleOutUnlessNeeded({ delegation, judge, target })
    const elsewhere = forwarding('for another ServiceProvider', { audience: delegation.fixtures.otherProvider.partyId })
    const wrong = [elsewhere, ...reforged(assertion).slice(0, 1), withoutForwarded].map((forwarded) =>
      delegation.ask('unconditional', { forwarded }),
    )
    for (const message of wrong) await judge.refuses(message)
    const sent = await sideBySide(judge, [sound, ...wrong])
    ruleNoneGranted(
      judge,
      'Permits nothing on a wrong JWT',
      sent.filter(({ message }) => message !== sound),
      'no permit',
    )
  },
)

const inAnyContext: Coverage = check(
  'forwarding.needed-in-any-context',
  ['FORWARD-SIGNED'],
  'forward-needed-in-own-context',
  { level: 'must' },
)

test(
  'permits nothing without a forwarded JWT to a party that says less, or another thing, of where it is',
  covers(inAnyContext),
  async ({ delegation, judge }) => {
    if (!delegation.wantsForwarded)
      judge.notApplicable('It gave a ServiceProvider evidence without any forwarded JWT, or the consumer itself none.')
    const { otherProvider, provider } = delegation.fixtures
    const others: readonly Asking[] = [
      { context: context('none', undefined) },
      { context: serviceProvider('another ServiceProvider', otherProvider.partyId) },
      { context: context('with another key', { serviceProvider: provider.partyId, purpose: 'research' }) },
      { caller: { name: 'a stranger', value: await delegation.stranger() } },
    ]
    await judge.grants(delegation.ask('unconditional'))
    for (const asking of others) {
      if (asking.context && !canSay(delegation.settings, asking.context)) continue
      const control = delegation.ask('unconditional', asking)
      // A target may want a context, or one of its own.
      const { outcome } = await judge.tries(control, 'with a forwarded JWT')
      if (outcome.kind !== 'granted') continue
      await judge.grants(control)
      await judge.refuses(delegation.ask('unconditional', { ...asking, forwarded: withoutForwarded }))
    }
  },
)
