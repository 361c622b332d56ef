import type { Message } from '../../../harness/check/types.js'
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
    for (const [index, message] of mutated.entries()) {
      const alone = await judge.records(message, `${nameOf(row, index)}, alone`)
      if (alone.outcome.kind !== 'refused')
        judge.notApplicable('It is not refused alone either, as another check says.')
      const sent = await sideBySide(judge, [message, client.next(control), ...others])
      const own = sent.filter((one) => one.message === message)
      ruleNoneGranted(judge, `Refuses it beside others: ${nameOf(row, index)}`, own, 'none granted')
    }
  }
