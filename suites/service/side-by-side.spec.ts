import type { Message } from '../../harness/check/types.js'
import { conditions, F, T } from '../../harness/mutations/conditions.js'
import { elsewhere, evidence, evidenceToken, inPolicies, withRules } from '../../harness/mutations/evidence.js'
import { ruleNoneGranted } from '../support/flows/refused.js'
import { sideBySide } from '../support/flows/side-by-side.js'
import { covers, test } from '../support/test.js'
import { flow } from './rows.js'

/** Consumer, evidence, context and what comes of conditions: a provider that keeps one of them in one place mixes up those who come at once. */
const atOnce = flow(
  'service.side-by-side',
  'SVC-04',
  ['mixes-up-consumers', 'mixes-up-consumers-evidence', 'mixes-up-conditions-at-service'],
  { unsafe: 'race', slow: 180 },
)

/** Each is refused at another step. */
const wrong = [
  evidence('none: 404', () => null),
  evidence(
    'Deny',
    withRules(() => [{ effect: 'Deny' }]),
  ),
  conditions(F),
]

/** The same, of which another check says that they are refused alone, and how much that weighs. */
const mismatched = [
  evidence(
    'a Permit for another resource',
    inPolicies((_, context) => [elsewhere(context)]),
  ),
]

/** Only where the preset signs evidence. */
const ofSigned = evidenceToken('signature corrupted')

test(
  'refuses its service to a consumer without a Permit while it serves another one',
  covers(atOnce),
  async ({ service, judge }) => {
    const permitted = await service.message({ mutate: conditions(T) })
    await judge.grants(permitted)
    const denied: Message[] = []
    for (const mutate of wrong) {
      const message = await service.message({ mutate })
      await judge.refuses(message)
      denied.push(message)
    }
    for (const mutate of [...mismatched, ...(service.signsEvidence ? [ofSigned] : [])]) {
      const message = await service.message({ mutate })
      const { outcome } = await judge.records(message, `alone: ${mutate.name}`)
      if (outcome.kind === 'refused') denied.push(message)
      else if (outcome.kind !== 'granted') judge.inconclusive(`No answer to judge: ${outcome.kind}.`)
    }
    for (const message of denied) {
      const sent = await sideBySide(judge, [service.next(permitted), message])
      const calls = sent.filter((one) => one.message === message)
      const says = `Serves no consumer on what another one is permitted, beside evidence: ${message.recipe.evidence}`
      ruleNoneGranted(judge, says, calls, 'no service without a Permit')
    }
  },
)
