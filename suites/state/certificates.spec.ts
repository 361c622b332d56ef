import { X509Certificate } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { reference } from '../../ca/index.js'
import type { Message } from '../../harness/check/types.js'
import { isBinding } from '../../harness/contracts/given-status.js'
import { refusal } from '../support/bodies.js'
import { makeKnown, refusalOfKnown } from '../support/flows/well-known.js'
import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'
import { afterEnd, onSameConnection, outlived, refused, revoked } from './certificates.cases.js'

for (const row of inOrder(refused)) test(`refuses ${row.title}`, covers(row), refusalOfKnown(row))

test(`refuses ${onSameConnection.title}`, covers(onSameConnection), refusal(onSameConnection))

const serialOf = ({ party: { certified } }: Message): string => reference(certified.chain[0] ?? Buffer.alloc(0)).serial

for (const row of inOrder(revoked))
  test(`refuses ${row.title}`, covers(row), async ({ client, judge, lab }) => {
    // All before anything is revoked: a message tells what the lab was like when it was made.
    const [control, ...listed] = await client.prepare(...row.mutate)
    for (const message of listed) {
      const { scope } = row.mutate[0]?.like?.shares === 'revocation source' ? control.party : message.party
      await lab.revocation({ scope, revoked: [serialOf(message)] })
    }
    await makeKnown({ client, judge }, control)
    const hits = await lab.ledger({ kinds: row.sources, subjects: [control.party.scope] })
    // An answer that nobody has to go by says nothing of the other certificate either (ruling 29).
    if (!hits.some(({ given }) => given && isBinding(given)))
      judge.notApplicable('It was given no complete, current and sound answer about the certificate that it took.')
    for (const message of listed) await judge.refuses(message)
  })

const endOf = ({ party: { certified } }: Message): number =>
  Date.parse(new X509Certificate(certified.chain[0] ?? '').validTo)

test('refuses a certificate that has ended since it took it', covers(outlived), async ({ client, judge }) => {
  const [control, own, ...strangers] = await client.prepare(...outlived.mutate)
  await judge.grants(control)
  const noneTaken = 'It does not take a certificate that is about to end.'
  await judge.applies(own as Message, 'a certificate that ends within 20 s', noneTaken)
  for (const [index, seconds] of afterEnd.entries()) {
    const stranger = strangers[index] as Message
    await sleep(endOf(stranger) + seconds * 1000 - Date.now())
    // Nobody says how wrong a clock may be: what it refuses from a stranger it refuses from whom it knows.
    const isRefused = async (message: Message) => {
      const after = await judge.records(message, `a certificate that it has not seen, ${seconds} s after its end`)
      return after.outcome.kind === 'refused'
    }
    if (!(await isRefused(stranger))) continue
    // A hiccup refuses anybody.
    await judge.grants(client.next(control))
    if (await isRefused(client.next(stranger))) return void (await judge.refuses(client.next(own as Message)))
  }
  judge.notApplicable('It refused no certificate that had ended a minute before.')
})
