import { reference } from '../../ca/index.js'
import type { Message } from '../../harness/check/types.js'
import { certificate } from '../../harness/mutations/mutation.js'
import { whyNotGiven } from '../support/given-status.js'
import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'
import { rows } from './forms.cases.js'

const serialOf = ({ party }: Message): string => reference(party.certified.chain[0] ?? Buffer.alloc(0)).serial

for (const row of inOrder(rows))
  test(row.title, covers(row), async ({ client, judge, lab }) => {
    const { source, mutate, words } = row
    const made = await client.prepare(...(source ? [certificate(source.sound)] : []), mutate)
    const [sound, bad] = made.slice(-2) as [Message, Message]
    // Before anything is revoked: a message tells what the lab was like when it was made.
    const control = client.next(sound)
    await judge.applies(sound, `a sound client ${words}`, `The target takes no sound client ${words}.`)
    if (source) await lab.revocation({ scope: bad.party.scope, revoked: [serialOf(bad)] })
    await judge.grants(control)
    const asked = source && { kinds: [source.kind], scopes: [bad.party.scope], words: `the ${source.kind} of it` }
    await judge.refuses(bad, asked && { unless: () => whyNotGiven(lab, asked, serialOf(bad)) })
  })
