import { reference } from '../../ca/index.js'
import { canSay } from '../../harness/check/delegation/context.js'
import { forwarding, forwardingMutated } from '../../harness/check/delegation/forwarding.js'
import type { Forwarding } from '../../harness/check/delegation/types.js'
import { claims, encoding } from '../../harness/mutations/mutation.js'
import { serviceProvider } from '../delegation/contexts.js'
import { failing } from '../support/flows/insisting.js'
import { whyNotGiven } from '../support/given-status.js'
import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'
import { inUnusedBits } from '../support/values/jws.js'
import * as cases from './forwarding.cases.js'
import { effectOfForwarded, ruleOutUnlessNeeded } from './needed.js'

for (const row of inOrder(cases.refused))
  test(`takes no forwarded ${row.title}`, covers(row), async ({ delegation, judge, target }) => {
    await judge.grants(delegation.ask('unconditional'))
    await ruleOutUnlessNeeded({ delegation, judge, target })
    const asking = await row.asking(delegation, target)
    // Policies of spare consumers are others than those of the control.
    if (asking.some(({ consumer }) => consumer))
      await judge.grants(delegation.ask('unconditional', { consumer: await delegation.spare('sound') }))
    for (const one of asking) await judge.refuses(delegation.ask('unconditional', one))
  })

test(
  'decides by the JWT that a ServiceProvider forwards',
  covers(cases.effect),
  async ({ delegation, judge, target }) => {
    await judge.grants(delegation.ask('unconditional'))
    const { hasAny } = await effectOfForwarded({ delegation, judge, target })
    judge.rule(`A forwarded JWT has an effect at ${target.name}`, hasAny, {
      expected: 'no permit without one, or none with one that is forged or not for the forwarder',
      got: 'a permit each time: a forwarded JWT has no effect',
    })
  },
)

test(
  'takes the forwarder from the access token, whatever the body says',
  covers(cases.bodyNames),
  async ({ delegation, judge, target }) => {
    const { partyId } = delegation.fixtures.otherProvider
    const other = serviceProvider('another ServiceProvider', partyId)
    const asking = {
      ...(canSay(delegation.settings, other) && { context: other }),
      forwarded: forwarding('for the other ServiceProvider', { audience: partyId }),
    }
    await judge.grants(delegation.ask('unconditional'))
    await ruleOutUnlessNeeded({ delegation, judge, target })
    await judge.grants(delegation.ask('unconditional', { ...asking, caller: 'other provider' }))
    await judge.refuses(delegation.ask('unconditional', asking))
  },
)

test(
  'takes no forwarded JWT whose certificate is revoked',
  covers(cases.revoked),
  async ({ delegation, judge, lab, target }) => {
    await judge.grants(delegation.ask('unconditional'))
    await ruleOutUnlessNeeded({ delegation, judge, target })
    const consumer = await delegation.spare('revoked certificate')
    const { scope, certified } = consumer.value
    await judge.grants(delegation.ask('unconditional', { consumer: await delegation.spare('sound') }))
    // Programmed once for good, so it is part of no recipe.
    const message = delegation.ask('unconditional', { consumer })
    const { serial } = reference(certified.chain[0] ?? Buffer.alloc(0))
    await lab.revocation({ scope, revoked: [serial] })
    const asked = { kinds: ['crl', 'ocsp'], scopes: [scope], words: 'a source that its certificate names' } as const
    await judge.refuses(message, { unless: () => whyNotGiven(lab, asked, serial) })
  },
)

test(
  'asks whether the certificate of a forwarded JWT is revoked',
  covers(cases.revocationObserved),
  async ({ delegation, judge, lab, target }) => {
    await judge.grants(delegation.ask('unconditional'))
    await ruleOutUnlessNeeded({ delegation, judge, target })
    const consumer = await delegation.spare('looked at for revocation')
    await judge.grants(delegation.ask('unconditional', { consumer }))
    const asked = await lab.ledger({ kinds: ['crl', 'ocsp'], subjects: [consumer.value.scope] })
    judge.rule('Asks for the revocation of the certificate of a forwarded JWT', asked.length > 0, {
      expected: 'a request',
      got: `${asked.length} requests: no revocation check observed`,
    })
  },
)

test(
  'takes no JWT that another ServiceProvider forwarded before',
  covers(cases.forwardedOn),
  async ({ delegation, judge, target }) => {
    const sent = await judge.grants(delegation.ask('unconditional'))
    await ruleOutUnlessNeeded({ delegation, judge, target })
    await judge.grants(delegation.ask('unconditional', { caller: 'other provider' }))
    await judge.refuses(delegation.again(sent, 'by another ServiceProvider', { caller: 'other provider' }))
  },
)

test(
  'takes no forwarded JWT of a party of which the registry does not say under its signature that it is Active',
  covers(cases.unanswered),
  async ({ delegation, judge, target }) => {
    await judge.grants(delegation.ask('unconditional'))
    await ruleOutUnlessNeeded({ delegation, judge, target })
    await judge.grants(delegation.ask('unconditional', { consumer: await delegation.spare('sound') }))
    for (const answer of cases.unanswered.answers) {
      const { value } = await delegation.spare('looked up in vain', answer)
      const asked = delegation.ask('unconditional', { consumer: { name: answer.name, value } })
      await judge.refuses(asked, { ...failing, about: value })
    }
  },
)

test(
  'takes no JWT as the client assertion of the party that it was made for',
  covers(cases.asAssertion),
  async ({ client, delegation, judge }) => {
    const control = await client.message()
    await judge.grants(control)
    const [consumer, forwarder] = [control.party, await delegation.stranger()]
    const made = { party: consumer, audience: forwarder.partyId }
    await judge.refuses(delegation.presenting(consumer, made, 'for another participant, sent by its maker'))
    await judge.refuses(delegation.presenting(forwarder, made, 'of a consumer for the sender'))
  },
)

/** How many JWTs, and how long each of them is. */
const masses: Readonly<Record<string, Forwarding['value']>> = {
  'one JWT 100 times': async (mint) => Array<string>(100).fill(await mint()),
  'one JWT 10,000 times, its certificates left out': async (mint) =>
    Array<string>(10_000).fill((await mint()).replace(/^[^.]*/, Buffer.from('{"alg":"RS256"}').toString('base64url'))),
  '10,000 entries that are no JWT': async () => Array.from({ length: 10_000 }, (_, index) => `${index}.e30.`),
}

test('survives thousands of forwarded JWTs', covers(cases.many), async ({ delegation, judge }) => {
  const control = delegation.ask('unconditional')
  await judge.grants(control)
  for (const [name, value] of Object.entries(masses)) {
    const sent = await judge.records(delegation.ask('unconditional', { forwarded: { name, value } }), name)
    judge.observes(`time to answer: ${name}`, Math.round(sent.exchange.durationMs), 'ms')
    await judge.accepts(control)
  }
})

test(
  'records whether a forwarded JWT may be spelled otherwise',
  covers(cases.reencoded),
  async ({ delegation, judge }) => {
    await judge.grants(delegation.ask('unconditional'))
    const respelled: Readonly<Record<string, (compact: string) => string>> = {
      'padding behind the signature': (compact) => `${compact}==`,
      'white space behind the signature': (compact) => `${compact}\n`,
      'unused bits of the signature': inUnusedBits(0b1111),
    }
    for (const [name, respell] of Object.entries(respelled)) {
      const mutate = encoding(name, ({ header, payload, signature }) => respell(`${header}.${payload}.${signature}`))
      await judge.records(delegation.ask('unconditional', { forwarded: forwardingMutated(mutate) }), name)
    }
  },
)

test(
  'records whether a forwarded JWT may name its one audience in a list',
  covers(cases.listOfOne),
  async ({ delegation, judge }) => {
    await judge.grants(delegation.ask('unconditional'))
    const mutate = claims('aud [forwarder]', (own) => void Object.assign(own, { aud: [own.aud ?? null] }))
    await judge.records(delegation.ask('unconditional', { forwarded: forwardingMutated(mutate) }), mutate.name)
  },
)

test('takes a forwarded JWT three times', covers(cases.repeated), async ({ delegation, judge }) => {
  const sent = await judge.grants(delegation.ask('unconditional'))
  for (const use of ['second', 'third']) await judge.accepts(delegation.again(sent, use))
})

test('takes a forwarded JWT that is 15 and 20 seconds old', covers(cases.aged), async ({ delegation, judge }) => {
  await judge.grants(delegation.ask('unconditional'))
  for (const ageSeconds of [15, 20]) await judge.accepts(delegation.ask('unconditional', { ageSeconds }))
})

test(
  'takes a forwarded JWT that was used to authenticate before',
  covers(cases.consumed),
  async ({ delegation, judge }) => {
    const { subject, provider } = delegation.fixtures
    const sent = await judge.grants(delegation.ask('unconditional'))
    for (const client of [subject, provider])
      await judge.records(delegation.presentingJwt(client, sent.assertion), 'its use as client assertion')
    await judge.accepts(delegation.again(sent, 'after its use as client assertion'))
  },
)

test(
  'takes one forwarded JWT as EntitledParty and as AuthorisationRegistry',
  covers(cases.severalServers),
  async ({ delegation, judge }) => {
    if (!delegation.bothRoles)
      judge.notApplicable('It takes one target in both roles: in two worlds there is no consumer that both know.')
    const sent = await judge.grants(delegation.ask('unconditional'))
    await judge.accepts(delegation.again(sent, 'at the other role'))
  },
)
