import type { Message } from '../../../harness/check/types.js'
import { isUnanswered } from '../../../harness/judge/outcome.js'
import { mutationsOf, nameOf } from '../bodies.js'
import type { Row } from '../row.js'
import type { Fixtures } from '../test.js'
import { ruleNoneGranted } from './refused.js'
import { sideBySide } from './side-by-side.js'

/**
 * Body of a check: what is refused alone is refused too while conforming messages are under way, of others and, where the
 * party is not what is wrong, of its own client.
 * @param begin Sees to what has to be so before anything is sent.
 */
export const refusalBesideOthers =
  (row: Row, begin?: (lab: Fixtures['lab'], mutated: readonly Message[]) => Promise<void>) =>
  async ({ client, judge, lab }: Pick<Fixtures, 'client' | 'judge' | 'lab'>): Promise<void> => {
    const [control, ...mutated] = await client.prepare(...mutationsOf(row))
    const others = [await client.message(), await client.message()]
    await begin?.(lab, mutated)
    for (const message of [control, ...others]) await judge.grants(message)
    let isJudged = false
    for (const [index, message] of mutated.entries()) {
      const alone = await judge.records(message, `${nameOf(row, index)}, alone`)
      if (isUnanswered(alone.outcome)) judge.inconclusive('No complete answer came to it alone.')
      // Of what is not refused alone either another check speaks, or it does not concern the target.
      if (alone.outcome.kind !== 'refused') continue
      isJudged = true
      const sent = await sideBySide(judge, [message, client.next(control), ...others])
      const own = sent.filter((one) => one.message === message)
      ruleNoneGranted(judge, `Refuses it beside others: ${nameOf(row, index)}`, own, 'none granted')
    }
    if (!isJudged) judge.notApplicable('It is not refused alone either, as another check says.')
  }
