import { forwarding, withoutForwarded } from '../../harness/check/delegation/forwarding.js'
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
