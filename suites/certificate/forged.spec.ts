import type { Judge, Lab, Message } from '../../harness/check/types.js'
import { certificate } from '../../harness/mutations/mutation.js'
import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'
import { type ForgedRow, forged } from './forged.cases.js'
import { ruleOutUnlessTaken, words } from './single-source.js'

/** Who takes a certificate of which it learns nothing lets nobody in by what it believes. */
async function relies(judge: Judge, message: Message, nothing: string): Promise<boolean> {
  const { outcome } = await judge.records(message, nothing)
  if (outcome.kind === 'granted')
    judge.rule('Lets nobody in by an answer whom it would refuse without one', true, {
      expected: 'nobody',
      got: 'nobody: it takes a certificate of which it learns nothing',
    })
  else if (outcome.kind !== 'refused') judge.inconclusive(`No answer to judge: ${outcome.kind}.`)
  return outcome.kind === 'refused'
}

/** Why nothing follows from what became of a message. */
async function whyNotAsked(lab: Lab, { party }: Message, { source }: ForgedRow): Promise<string | undefined> {
  const hits = await lab.ledger({ kinds: [source], subjects: [party.scope] })
  return hits.length === 0 ? `The target did not ask ${words[source]}.` : undefined
}

for (const row of inOrder(forged))
  test(`refuses ${row.title}`, covers(row), async ({ client, judge, lab }) => {
    const messageOf = () => client.message({ mutate: certificate(row.sound) })
    const control = await messageOf()
    await ruleOutUnlessTaken(judge, control, row)
    await judge.grants(client.next(control))
    const unreachable = await client.message({ mutate: certificate(row.nowhere) })
    if (!(await relies(judge, unreachable, 'a source without answer'))) return
    /** One of whom the source answers so, and calls nobody revoked. */
    const answered = async (misbehaviour: string): Promise<Message> => {
      const message = await messageOf()
      await lab.revocation({ scope: message.party.scope, revoked: [], misbehaviour })
      return client.next(message)
    }
    if (!(await relies(judge, await answered(row.nothing), `a source that says nothing: ${row.nothing}`))) return
    for (const misbehaviour of row.forged) {
      const message = await answered(misbehaviour)
      await judge.refuses(message, { unless: () => whyNotAsked(lab, message, row) })
    }
  })
