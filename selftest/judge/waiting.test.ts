import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leaseOnceFree } from '../../harness/check/lease.js'
import type { CheckClient } from '../../harness/check/message/client.js'
import { deliver } from '../../harness/check/message/deliver.js'
import { freshMessage, repeatedMessage } from '../../harness/check/message/message.js'
import type { Minted } from '../../harness/check/message/mint.js'
import type { MessageParts } from '../../harness/check/message/mint-context.js'
import { checkSender, type Sender } from '../../harness/check/message/sender.js'
import { createRecorder } from '../../harness/check/recorder.js'
import { untilGranted } from '../../harness/check/settle.js'
import type { Sent } from '../../harness/check/types.js'
import { watched } from '../../harness/check/watch.js'
import type { World } from '../../harness/check/world.js'
import type { Outcome } from '../../harness/contracts/evidence.js'
import { readAnswer } from '../../harness/judge/outcome.js'
import type { HttpClient } from '../../harness/wire/http.js'
import type { Exchange } from '../../harness/wire/types.js'
import { clocked, granted, patiently, putOff, request, reset, stopsTheClock } from './clock-fixture.js'
import { message } from './judge-fixture.js'

stopsTheClock()

test('all wait together, the line about it is said once, and proposes a pace below the one that was too fast', async () => {
  const asking = patiently({ exchange: async () => granted } as unknown as HttpClient)
  for (let sent = 0; sent < 120; sent += 1) await asking.http.exchange(request)
  const { seconds } = await clocked(
    Promise.all([asking.patience.asTold([putOff('60')], 0), asking.patience.asTold([putOff('30')], 0)]),
  )
  assert.equal(seconds, 60)
  assert.equal(asking.lines.length, 1)
  assert.match(
    asking.lines[0] ?? '',
    /^asks for patience of 60 s, .*once for all checks\. `pace: 1\.[78]` in the target file/,
  )
})

test('a pace is that of all workers together, and a message is minted when its turn has come', async () => {
  const asking = patiently({ exchange: async () => granted } as unknown as HttpClient, { pace: 2 })
  const begun = Date.now()
  const minted: number[] = []
  const mint = async () => {
    minted.push((Date.now() - begun) / 1000)
    return { request } as Minted
  }
  const send = () => deliver(asking, { fresh: true, mint }, (exchange) => readAnswer(exchange, 'access_token'))
  const { seconds } = await clocked(Promise.all([send(), send(), send(), asking.http.exchange(request)]))
  assert.deepEqual(minted, [0, 0.5, 1])
  assert.equal(seconds, 1.5)
})

test('a token request that redeems a code takes its turn between the code and the JWT', async () => {
  const begun: string[] = []
  const world = {
    codes: { redeemable: async () => begun.push('code') },
    patience: {
      turn: async () => {
        begun.push('turn')
        throw new Error('far enough')
      },
    },
    counterparties: { authorisationRegistry: {}, identityProviders: [] },
    ...{ settings: { registry: {} }, registry: {}, target: { datedBack: 0 } },
  } as unknown as World
  const parts = { party: {}, changes: [], ageSeconds: 2, lab: 'as usual', nextJti: () => 'jti' }
  const fresh = freshMessage(world, parts as unknown as MessageParts)
  const sent = { message: message(), assertion: 'e30.e30.' } as unknown as Sent
  const repeated = repeatedMessage(world, parts as unknown as MessageParts, sent)
  for (const mint of [fresh.mint, repeated.mint, () => fresh.copies?.(2)]) {
    begun.length = 0
    await assert.rejects(async () => mint(), /far enough/)
    assert.equal(begun.at(-1), 'turn')
    assert.ok(begun.includes('code'))
  }
  assert.deepEqual([fresh.takesTurn, repeated.takesTurn], [true, true])
  const patience = { turn: async () => assert.fail('its turn is taken already') } as unknown as World['patience']
  const http = { exchange: async () => granted } as unknown as HttpClient
  const mint = async () => ({ request }) as Minted
  const read = (exchange: Exchange) => readAnswer(exchange, 'access_token')
  await deliver({ http, patience }, { fresh: true, takesTurn: true, mint }, read)
})

test('what a slow target takes for its answers is no time of the check, up to a bound; silence is', async () => {
  const answers = [1_500, 400, 1_200, 300_000, 5_000].map((durationMs) => ({ ...granted, durationMs }))
  const left = [{ ...reset(false), durationMs: 30_000 }, ...answers]
  const asking = patiently({ exchange: async () => left.shift() } as unknown as HttpClient)
  const waited: number[] = []
  asking.patience.begin((ms) => waited.push(ms))
  while (left.length > 0) await clocked(asking.http.exchange(request))
  assert.deepEqual(
    waited.filter((ms) => ms > 0),
    [1250, 150, 950, 237_650],
  )
})

test('what others hold up is no time of the check, while it lasts neither; what is held up together counts once', async () => {
  const asking = patiently({} as HttpClient)
  const waited: number[] = []
  asking.patience.begin((ms) => waited.push(ms))
  const after = <T>(ms: number, value: T): Promise<T> =>
    new Promise((resolve) => {
      setTimeout(() => resolve(value), ms)
    })
  const both = Promise.all([asking.patience.bear(after(3_000, 'one')), asking.patience.bear(after(2_000, 'another'))])
  assert.deepEqual((await clocked(both)).value, ['one', 'another'])
  assert.equal(waited.filter((ms) => ms > 0).length, 3)
  assert.equal(
    waited.reduce((sum, ms) => sum + ms, 0),
    3_000,
  )
  const leases = [
    { heldMs: 500, breaker: null, release: async () => undefined },
    { heldMs: 0, breaker: null, release: async () => undefined },
  ]
  const lab = { lease: () => after(4_000, leases.shift()) } as unknown as World['lab']
  waited.length = 0
  const { value } = await clocked(leaseOnceFree({ lab, patience: asking.patience }, 'shared', 120_000))
  assert.equal(value.heldMs, 0)
  assert.equal(
    waited.reduce((sum, ms) => sum + ms, 0),
    8_500,
  )
})

test('the turn of a client that checks share is no time of the check', async () => {
  const asking = patiently({ exchange: async () => ({ ...granted, request, durationMs: 1 }) } as unknown as HttpClient)
  const waited: number[] = []
  asking.patience.begin((ms) => waited.push(ms))
  const turn = () => new Promise((resolve) => setTimeout(() => resolve(async () => undefined), 5_000))
  const world = {
    ...{ ...asking, oneLiveToken: true, lab: { turn }, watch: watched(asking.http).watch },
    settings: { token: { fields: { accessToken: 'access_token' } } },
  } as unknown as World
  const mintable = { fresh: true, mint: async () => ({ request }) }
  const sender = checkSender(world, { mintable: () => mintable } as unknown as CheckClient, createRecorder())
  await clocked(sender.send(message(), { label: 'control' }))
  assert.equal(
    waited.reduce((sum, ms) => sum + ms, 0),
    5_000,
  )
})

/** How often a target that answers strangers so is asked whether it is itself again, and what came of it. */
async function settled(...outcomes: readonly Outcome['kind'][]) {
  let asked = 0
  const probe = async () => {
    const kind = outcomes[Math.min(asked++, outcomes.length - 1)]
    return { outcome: { kind } }
  }
  const client = { probe: async () => ({}) } as unknown as CheckClient
  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
  const { value, seconds } = await clocked(untilGranted(client, { probe } as unknown as Sender, { wait }))
  return { value, seconds, asked }
}

test('a target may take a while to be itself again', async () => {
  assert.deepEqual(await settled('granted'), { value: true, seconds: 0, asked: 1 })
  assert.deepEqual(await settled('refused', 'deferred', 'granted'), { value: true, seconds: 1, asked: 3 })
  assert.deepEqual(await settled('no-answer'), { value: false, seconds: 0, asked: 1 })
  assert.deepEqual(await settled('refused'), { value: false, seconds: 70.5, asked: 142 })
})
