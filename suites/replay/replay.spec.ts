import { setTimeout as sleep } from 'node:timers/promises'
import { expiryOf } from '../../harness/check/expiry.js'
import type { Sent } from '../../harness/check/types.js'
import { claims, form, request, signature } from '../../harness/mutations/mutation.js'
import { refusal } from '../support/bodies.js'
import { othersOf, refusesAgain } from '../support/flows/again.js'
import { timeForMore } from '../support/flows/patience.js'
import { needsGrant } from '../support/flows/raced.js'
import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'
import { answeredTogether } from '../support/values/answers.js'
import { issuedAt, jtiOf } from '../support/values/assertion.js'
import { freeJtis, unstorableJtis } from '../support/values/free-jtis.js'
import { inUnusedBits, plusModulus, zeroPrefixed } from '../support/values/jws.js'
import * as flows from './flows.cases.js'
import type { ReplayRow } from './replay.cases.js'
import { refused, replayed } from './replay.cases.js'
import { toleratedAges } from './tolerated-ages.js'

/** Whether it has run out is part of what is judged. */
const late = { late: true } as const

/** What a forger can send. */
const byForeignKey = signature(
  'by a foreign key',
  (signing, { foreignKey }) => void Object.assign(signing, { key: foreignKey }),
)

for (const row of inOrder(replayed))
  test(`refuses ${row.title}`, covers({ ...row, sends: row.reuses.length }), async ({ client, judge }) => {
    await refusesAgain({ client, judge }, await judge.grants(await client.message()), row.reuses)
  })

test(
  'refuses an accepted assertion some seconds later',
  covers(flows.someSecondsLater),
  async ({ client, judge, target }) => {
    const sent = await judge.grants(await client.message())
    // A memory may begin anew with each look at it, so that what comes last has not come in between.
    const untouched = await judge.grants(client.next(sent.message))
    await sleep(flows.someSeconds * 1000)
    await judge.refuses(client.again(sent))
    await sleep(expiryOf(sent, target.clockOffsetMs) - flows.beforeExpiry * 1000 - Date.now())
    await judge.refuses(client.again(sent), late)
    await sleep(expiryOf(untouched, target.clockOffsetMs) + flows.afterExpiry * 1000 - Date.now())
    await judge.refuses(client.again(untouched), late)
  },
)

test('refuses an accepted assertion whose jti is no UUID', covers(flows.freeJti), async ({ client, judge }) => {
  for (const mutate of freeJtis) {
    const sent = await judge.grants(await client.message({ mutate }))
    await judge.refuses(client.again(sent))
  }
})

test('refuses an accepted assertion whose jti is hard to store', covers(flows.storedJti), async ({ client, judge }) => {
  const control = await client.message()
  await judge.grants(control)
  for (const mutate of unstorableJtis) {
    const { outcome } = await judge.records(client.next(control, { mutate }), mutate.name)
    // Nobody says that such a jti has to be taken.
    if (outcome.kind !== 'granted') continue
    const sent = await judge.grants(client.next(control, { mutate }))
    await judge.refuses(client.again(sent))
  }
})

for (const row of inOrder(refused)) test(`refuses ${row.title}`, covers(row), refusal(row))

const unusedBits: ReplayRow = {
  id: 'replay.unused-bits',
  title: 'an accepted assertion whose signature differs in unused bits of its last character',
  requirements: ['REPLAY-SPELLING'],
  cases: ['RPL-06'],
  detects: ['remembers-raw-string'],
  reuses: [1, 0b1111].map((flip) => ({ name: `unused bits flipped by ${flip}`, reencode: inUnusedBits(flip) })),
}

test(`refuses ${unusedBits.title}`, covers(unusedBits), async ({ client, judge }) => {
  const sent = await judge.grants(await client.message())
  const spellings = unusedBits.reuses.filter(({ reencode }) => reencode?.(sent.assertion) !== sent.assertion)
  if (spellings.length === 0) judge.notApplicable('A signature of this key size has no unused bits in base64url.')
  await refusesAgain({ client, judge }, sent, spellings)
})

const renumbered: ReplayRow = {
  id: 'replay.renumbered-signature',
  title: 'an accepted assertion whose signature is the same number, written otherwise',
  requirements: ['REPLAY-SPELLING', 'JWS-RSA-VERIFY'],
  cases: ['RPL-10'],
  detects: ['reduces-signature'],
  reuses: [{ name: 'zero byte before the signature', reencode: zeroPrefixed }],
}

test(`refuses ${renumbered.title}`, covers(renumbered), async ({ client, judge }) => {
  const sent = await judge.grants(await client.message())
  const plusN = { name: 'modulus added to the signature', reencode: plusModulus(sent.message.party.certified.key) }
  await refusesAgain({ client, judge }, sent, [...renumbered.reuses, plusN])
})

test(
  'refuses an accepted assertion on 20 other connections and at every replica',
  covers(flows.everywhere),
  async ({ client, judge, target }) => {
    const control = await client.message()
    const sent = await judge.grants(control)
    // Each replica meets one that was accepted a moment before: what nodes tell each other takes a while.
    for (const [nth, at] of target.replicas.entries())
      await judge.refuses(
        client.again(nth === 0 ? sent : await judge.grants(client.next(control)), { name: `at ${at}`, at }),
      )
    const connection = request('new connection', (plain) => ({ ...plain, connection: 'new' }))
    const connections = Array.from({ length: 20 }, (_, nth) => ({ name: `connection ${nth + 1}`, mutate: connection }))
    await refusesAgain({ client, judge }, sent, connections)
  },
)

for (const race of inOrder(flows.races))
  test(
    `grants ${race.width} copies of one assertion at most once when they arrive together`,
    covers(race),
    async ({ client, judge, lab }) => {
      const control = await client.message()
      await judge.grants(control)
      const hasTime = timeForMore()
      const raced: Sent[] = []
      for (let round = 0; round < flows.rounds && (round === 0 || hasTime()); round += 1) {
        const isNew = lab.observed && flows.isOfStranger(round)
        const message = isNew ? await client.message() : client.next(control)
        raced.push(...(await judge.grantsAtMostOnce(message, race.width)))
      }
      needsGrant(judge, raced)
    },
  )

test(
  'grants copies of one assertion at most once whose look-ups are answered together',
  covers(flows.raceBehindLookUp),
  async ({ client, judge, lab }) => {
    const control = await client.message({ mutate: answeredTogether })
    await judge.grants(control)
    const messages = [client.next(control), client.next(control)]
    if (lab.observed) messages.push(await client.message({ mutate: answeredTogether }))
    const raced: Sent[] = []
    for (const message of messages) raced.push(...(await judge.grantsAtMostOnce(message, 5)))
    needsGrant(judge, raced)
  },
)

test(
  'refuses an accepted assertion that was 20 seconds old when it came',
  covers(flows.aged),
  async ({ client, judge }) => {
    const sent = await judge.grants(await client.message({ ageSeconds: 20 }))
    await judge.refuses(client.again(sent))
  },
)

test(
  'refuses an expired assertion again that it tolerated once',
  covers(flows.tolerated),
  async ({ client, judge, lab }) => {
    const control = await client.message()
    await judge.grants(control)
    const survived = await toleratedAges({ client, judge }, control)
    const [smallest] = survived
    if (smallest === undefined)
      return judge.notApplicable('The target tolerates no age beyond 30 s, so expiry ends every replay.')
    // At the very edge it depends on the moment whether an assertion is tolerated, and so whether there is a control.
    if (survived.length === 1)
      return judge.notApplicable('The target tolerates an age beyond 30 s too briefly for an assertion to be replayed.')
    for (const ageSeconds of new Set([smallest, survived.at(-2) ?? smallest])) {
      // Who is refused often may be locked out, so each has a client of its own; a target file may name no more than one.
      const own = lab.observed ? await client.message({ ageSeconds }) : client.next(control, { ageSeconds })
      const sent = await judge.grants(own)
      await judge.refuses(client.again(sent), late)
    }
  },
)

test(
  'refuses an accepted assertion after one in the name of its client was refused',
  covers(flows.afterRefused),
  async ({ client, judge }) => {
    const control = await client.message()
    const sent = await judge.grants(control)
    await judge.refuses(client.next(control, { mutate: byForeignKey }))
    await judge.refuses(client.again(sent))
  },
)

test(
  'refuses an accepted assertion after a dozen others of its client',
  covers(flows.afterOthers),
  async ({ client, judge }) => {
    const control = await client.message()
    const sent = await judge.grants(control)
    const granted = await othersOf({ client, judge }, sent, flows.others)
    judge.observes('other assertions accepted in between', granted)
    await judge.refuses(client.again(sent))
  },
)

test('refuses a new assertion with a used jti', covers(flows.usedJti), async ({ client, judge }) => {
  const control = await client.message()
  const sent = await judge.grants(control)
  // Never of the second of the control, or it would be the very JWT once more.
  const mutate = claims('jti used before', (own) => {
    const older = Number(own.iat) - 1 === issuedAt(sent) ? 2 : 1
    Object.assign(own, { jti: jtiOf(sent), iat: Number(own.iat) - older, exp: Number(own.exp) - older })
  })
  await judge.refuses(client.next(control, { mutate }))
})

test('accepts a jti that another client has used', covers(flows.sharedJti), async ({ client, judge }) => {
  const jti = jtiOf(await judge.grants(await client.message()))
  const mutate = claims("another client's jti", (own) => void Object.assign(own, { jti }))
  await judge.accepts(await client.message({ mutate }))
})

test('accepts an assertion whose jti a forged one bore before', covers(flows.poisoned), async ({ client, judge }) => {
  const control = await client.message()
  await judge.grants(control)
  const jti = jtiOf(await judge.refuses(client.next(control, { mutate: byForeignKey })))
  await judge.accepts(
    client.next(control, { mutate: claims('jti of a forged assertion', (own) => void Object.assign(own, { jti })) }),
  )
})

test(
  'records what becomes of an assertion that was refused for its request and comes again',
  covers(flows.mended),
  async ({ client, judge }) => {
    const control = await client.message()
    await judge.grants(control)
    const wrong = form(
      'another client_id',
      (parameters, { party, other }) => {
        for (const pair of parameters) if (pair[1] === party.partyId) pair[1] = other.partyId
      },
      'other',
    )
    const sent = await judge.refuses(client.next(control, { mutate: wrong }))
    await judge.records(client.again(sent), 'assertion sent again in a mended request')
  },
)

test(
  'records whether it takes a jti that differs from a used one in spelling only',
  covers(flows.similarJti),
  async ({ client, judge }) => {
    const control = await client.message()
    const used = `Caf\u00e9-${String(jtiOf(await judge.grants(control)))}`
    const withJti = (name: string, jti: string) =>
      client.next(control, { mutate: claims(name, (own) => void Object.assign(own, { jti })) })
    await judge.records(withJti('jti with a letter that has two spellings', used), 'jti with a non-ASCII letter')
    await judge.records(withJti('jti in upper case', used.toUpperCase()), 'jti that differs in case')
    await judge.records(withJti('jti with a trailing space', `${used} `), 'jti that differs in a trailing space')
    await judge.records(withJti('jti in decomposed form', used.normalize('NFD')), 'jti that differs in Unicode form')
  },
)
