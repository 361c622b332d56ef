import { setTimeout as sleep } from 'node:timers/promises'
import { reference } from '../../ca/index.js'
import { forwardingMutated } from '../../harness/check/delegation/forwarding.js'
import type { Message } from '../../harness/check/types.js'
import { isBinding } from '../../harness/contracts/given-status.js'
import { unnamedResource } from '../delegation/unnamed.js'
import { signedBy } from '../forwarding/forged.js'
import { ruleOutUnlessNeeded } from '../forwarding/needed.js'
import { longestWait } from '../registry/flows.cases.js'
import { refusal } from '../support/bodies.js'
import { insisting } from '../support/flows/insisting.js'
import { inOrder } from '../support/order.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { refused, revoked } from './certificates.cases.js'
import * as flows from './flows.cases.js'
import { resemblingConsumers } from './resembling-consumers.js'

for (const row of inOrder([...refused, flows.onSameConnection])) test(`refuses ${row.title}`, covers(row), refusal(row))

const serialOf = ({ party: { certified } }: Message): string => reference(certified.chain[0] ?? Buffer.alloc(0)).serial

for (const row of inOrder(revoked))
  test(`refuses ${row.title}`, covers(row), async ({ client, judge, lab }) => {
    // All before anything is revoked: a message tells what the lab was like when it was made.
    const [control, ...listed] = await client.prepare(...row.mutate)
    for (const message of listed) {
      const { scope } = row.mutate[0]?.like?.shares === 'revocation source' ? control.party : message.party
      await lab.revocation({ scope, revoked: [serialOf(message)] })
    }
    await judge.grants(control)
    const hits = await lab.ledger({ kinds: row.sources, subjects: [control.party.scope] })
    // An answer that nobody has to go by says nothing of the other certificate either (ruling 29).
    if (!hits.some(({ given }) => given && isBinding(given)))
      judge.notApplicable('It was given no complete, current and sound answer about the certificate that it took.')
    for (const message of listed) await judge.refuses(message)
  })

/** Refuses one client after the other, each of which was granted a moment before the registry failed. */
const refusesOnceRegistryFails = async (
  { client, judge, lab }: Pick<Fixtures, 'client' | 'judge' | 'lab'>,
  cacheSeconds: number,
): Promise<void> => {
  const known: Message[] = []
  for (const _ of flows.registryFails.answers) known.push(await client.message())
  for (const message of known) await judge.grants(message)
  for (const [index, answer] of flows.registryFails.answers.entries())
    await lab.reprogram((known[index] as Message).party, answer)
  if (cacheSeconds > 0) {
    await sleep((cacheSeconds + 1) * 1000)
    await judge.grants(await client.message())
  }
  for (const message of known) await judge.refuses(client.next(message), insisting)
}

test(
  'refuses a client that it let in before once the registry fails',
  covers(flows.registryFails),
  async ({ client, judge, lab, target }) => {
    if (target.clock.registryCacheSeconds > 0)
      judge.notApplicable('The target declares a cache of the registry; the deep profile waits for it.')
    await refusesOnceRegistryFails({ client, judge, lab }, 0)
  },
)

test(
  'refuses a client that it let in before once the registry fails and its declared cache is over',
  covers(flows.registryFailsLater),
  async ({ client, judge, lab, target }) => {
    const { registryCacheSeconds: seconds } = target.clock
    if (seconds > longestWait)
      judge.notApplicable(`The target declares a cache of ${seconds} s, more than a run waits for.`)
    await refusesOnceRegistryFails({ client, judge, lab }, seconds)
  },
)

test(
  'refuses a JWT as client assertion that was forwarded to it before',
  covers(flows.forwardedAsAssertion),
  async ({ client, delegation, judge }) => {
    const { subject, provider } = delegation.fixtures
    await judge.grants(await client.message())
    const { assertion } = await judge.grants(delegation.ask('unconditional'))
    for (const party of [subject, provider]) await judge.refuses(delegation.presentingJwt(party, assertion))
  },
)

test(
  'refuses a forwarded JWT under a certificate of an untrusted CA that resembles the one of a sound JWT before',
  covers(flows.forwardedUntrusted),
  async ({ delegation, judge, target }) => {
    await judge.grants(delegation.ask('unconditional'))
    await ruleOutUnlessNeeded({ delegation, judge, target })
    const [sound, ...untrusted] = await resemblingConsumers(delegation)
    await judge.grants(delegation.ask('unconditional', sound))
    for (const one of untrusted) await judge.refuses(delegation.ask('unconditional', one))
  },
)

test(
  'refuses a forwarded JWT under an unregistered certificate that resembles that of one before',
  covers(flows.forwardedUnregistered),
  async ({ delegation, judge, target }) => {
    await judge.grants(delegation.ask('unconditional'))
    await ruleOutUnlessNeeded({ delegation, judge, target })
    for (const mutation of flows.forwardedUnregistered.certificates) {
      const signer = await delegation.stranger(mutation, delegation.fixtures.subject)
      const forwarded = forwardingMutated(signedBy(mutation.name, signer))
      await judge.refuses(delegation.ask('unconditional', { forwarded }))
    }
  },
)

test(
  'refuses evidence that only shares its consumer or its resource with what it permitted before',
  covers(flows.otherQuestion),
  async ({ delegation, judge }) => {
    await judge.grants(delegation.ask('unconditional'))
    await judge.refuses(delegation.ask('unconditional', { about: unnamedResource }))
    await judge.grants(delegation.ask('any-of-one'))
    const consumer = await delegation.spare('sound')
    await judge.grants(delegation.ask('unconditional', { consumer }))
    await judge.refuses(delegation.ask('any-of-one', { consumer }))
  },
)

test(
  'refuses a forwarded JWT by which its maker authenticated before',
  covers(flows.assertionAsForwarded),
  async ({ delegation, judge, target }) => {
    const { subject } = delegation.fixtures
    await judge.grants(delegation.ask('unconditional'))
    await ruleOutUnlessNeeded({ delegation, judge, target })
    const own = delegation.presenting(subject, { party: subject, audience: target.partyId }, 'for the target')
    const { assertion } = await judge.grants(own)
    const forwarded = { name: 'one that authenticated its maker', value: async () => [assertion] }
    await judge.refuses(delegation.ask('unconditional', { forwarded }))
  },
)
