import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckClient } from '../../harness/check/message/client.js'
import { deliver } from '../../harness/check/message/deliver.js'
import type { Minted } from '../../harness/check/message/mint.js'
import { checkSender } from '../../harness/check/message/sender.js'
import { createRecorder } from '../../harness/check/recorder.js'
import { watched } from '../../harness/check/watch.js'
import type { World } from '../../harness/check/world.js'
import { readAnswer } from '../../harness/judge/outcome.js'
import type { HttpClient } from '../../harness/wire/http.js'
import type { Exchange, HttpRequest } from '../../harness/wire/types.js'
import { answered, clocked, granted, patiently, putOff, request, reset, stopsTheClock } from './clock-fixture.js'
import { message } from './judge-fixture.js'

stopsTheClock()

/** Delivers a message to a target that answers as told, in this order. */
async function delivered(
  answers: readonly Exchange[],
  { fresh = true, timeoutMs = 7000, inCheck = false, conforms = false } = {},
) {
  const left = [...answers]
  const minted: Minted[] = []
  const bounds: unknown[] = []
  const http = {
    async exchange(_: unknown, options: unknown) {
      bounds.push(options)
      return left.shift() ?? assert.fail('more was sent than expected')
    },
  } as unknown as HttpClient
  const mint = async (): Promise<Minted> => {
    const one = { assertion: `jwt ${minted.length}` } as Minted
    minted.push(one)
    return one
  }
  const asking = patiently(http)
  if (inCheck) asking.patience.begin(() => undefined)
  const { value, seconds } = await clocked(
    deliver(asking, { fresh, mint }, (exchange) => readAnswer(exchange, 'access_token'), { timeoutMs, conforms }),
  )
  assert.deepEqual(
    bounds,
    minted.map(() => ({ timeoutMs, turnTaken: true })),
  )
  assert.equal(value.minted, minted.at(-1))
  assert.deepEqual(value.exchanges, answers.slice(0, minted.length))
  const { lines, patience } = asking
  if (inCheck) assert.equal(patience.lapsed(), lines.length > 0)
  return { sent: minted.length, seconds, kind: value.answer.outcome.kind }
}

test('what is answered is sent once', async () => {
  for (const [exchange, kind] of [
    [granted, 'granted'],
    [answered(401), 'refused'],
    [answered(500), 'refused'],
    [reset(false), 'no-answer'],
  ] as const)
    assert.deepEqual(await delivered([exchange]), { sent: 1, seconds: 0, kind })
})

test('a target that asks for patience gets it as long as it asks, and a message that is minted anew', async () => {
  assert.deepEqual(await delivered([putOff('2'), granted]), { sent: 2, seconds: 2, kind: 'granted' })
  assert.deepEqual(await delivered([putOff('3'), putOff('1'), answered(401)]), {
    ...{ sent: 3, seconds: 4, kind: 'refused' },
  })
})

test('what meets a bare 502, 503 or 504 is sent anew, twice at most, whether it conforms or not', async () => {
  const busy = answered(503)
  for (const how of [{ conforms: true }, {}, { fresh: false }]) {
    assert.deepEqual(await delivered([busy, granted], how), { sent: 2, seconds: 1, kind: 'granted' })
    assert.deepEqual(await delivered([answered(502), answered(504), answered(401)], how), {
      ...{ sent: 3, seconds: 2, kind: 'refused' },
    })
    assert.deepEqual(await delivered([busy, busy, busy], how), { sent: 3, seconds: 2, kind: 'refused' })
  }
})

test('a target that refuses by a bare 503 is not asked again for long, until it says that to a client which it then grants', async () => {
  let answers: Exchange[] = []
  const http = { exchange: async () => answers.shift() ?? answered(503) } as unknown as HttpClient
  const asking = patiently(http)
  const read = (exchange: Exchange) => readAnswer(exchange, 'access_token')
  const send = async (conforms: boolean) => {
    const mint = async () => ({ request }) as Minted
    const { value, seconds } = await clocked(deliver(asking, { fresh: true, mint }, read, { conforms }))
    return [value.answer.outcome.kind, seconds]
  }
  for (let wrong = 0; wrong < 5; wrong += 1) assert.deepEqual(await send(false), ['refused', 2])
  assert.deepEqual(await send(false), ['refused', 0])
  answers = Array<Exchange>(3).fill(answered(502))
  assert.deepEqual(await send(false), ['refused', 2])
  answers = [answered(503), granted]
  assert.deepEqual(await send(true), ['granted', 1])
  assert.deepEqual(await send(false), ['refused', 2])
})

test('503 is a refusal once somebody who fails was asked, 429 where that was their answer; both are pleas for patience before', async () => {
  const sentTo = async (answers: readonly Exchange[], asked?: (since: number, status: number) => Promise<boolean>) => {
    const left = [...answers]
    const exchange = async (): Promise<Exchange> => {
      const next = left.shift() ?? assert.fail('more was sent than expected')
      return { ...next, startedAt: new Date().toISOString(), durationMs: 1, request }
    }
    const { http, watch } = watched({ exchange } as unknown as HttpClient)
    const world = {
      ...patiently(http),
      watch,
      settings: { token: { fields: { accessToken: 'access_token' } } },
    } as unknown as World
    const mintable = { fresh: true, mint: async () => ({ request }) }
    const sender = checkSender(world, { mintable: () => mintable } as unknown as CheckClient, createRecorder())
    const { value, seconds } = await clocked(sender.send(message(), { label: 'mutated', asked }))
    return { seconds, kind: value.sent.outcome.kind }
  }
  const unavailable = answered(503, '', '2')
  const [never, always] = [async () => false, async () => true]
  const unlessLimited = async (_since: number, status: number) => status !== 429
  const begun = Date.now()
  const afterTheFirst = async (since: number) => since > begun
  assert.deepEqual(await sentTo([unavailable, unavailable], afterTheFirst), { seconds: 2, kind: 'refused' })
  assert.deepEqual(await sentTo([unavailable, granted], never), { seconds: 2, kind: 'granted' })
  assert.deepEqual(await sentTo([unavailable], always), { seconds: 0, kind: 'refused' })
  assert.deepEqual(await sentTo([putOff('2')], always), { seconds: 0, kind: 'refused' })
  assert.deepEqual(await sentTo([putOff('2'), granted], unlessLimited), { seconds: 2, kind: 'granted' })
  assert.deepEqual(await sentTo([unavailable, granted]), { seconds: 2, kind: 'granted' })
  const busy = answered(503)
  assert.deepEqual(await sentTo([busy], always), { seconds: 0, kind: 'refused' })
  assert.deepEqual(await sentTo([busy, granted], never), { seconds: 1, kind: 'granted' })
})

test('patience has its bounds', async () => {
  const always = (seconds: string) => delivered(Array<Exchange>(20).fill(putOff(seconds)))
  assert.deepEqual(await always('5'), { sent: 4, seconds: 15, kind: 'deferred' })
  assert.deepEqual(await always('3600'), { sent: 1, seconds: 0, kind: 'deferred' })
  assert.deepEqual(await always('30'), { sent: 4, seconds: 90, kind: 'deferred' })
  assert.deepEqual(await always('1'), { sent: 9, seconds: 8, kind: 'deferred' })
  assert.deepEqual(await always('2'), { sent: 5, seconds: 8, kind: 'deferred' })
})

test('a check that is put off for longer than its messages live ends at once, and is to be carried out anew', async () => {
  const inCheck = { inCheck: true }
  assert.deepEqual(await delivered([putOff('30')], inCheck), { sent: 1, seconds: 0, kind: 'deferred' })
  assert.deepEqual(await delivered([putOff('2'), granted], inCheck), { sent: 2, seconds: 2, kind: 'granted' })
})

/** A race of two copies at a target that answers as told, in this order. */
async function raced(answers: readonly Exchange[], { pace }: { readonly pace?: number } = {}) {
  const left = [...answers]
  const next = (): Exchange => ({
    ...(left.shift() ?? assert.fail('more was sent than expected')),
    ...{ request, startedAt: new Date().toISOString(), durationMs: 1 },
  })
  const minted: number[] = []
  const started: number[] = []
  const begun = Date.now()
  const http = {
    exchange: async () => next(),
    async race(requests: readonly HttpRequest[]) {
      started.push(Date.now() - begun)
      return requests.map(next)
    },
  }
  const asking = patiently(http as unknown as HttpClient, pace === undefined ? {} : { pace })
  asking.patience.begin(() => undefined)
  const settings = { token: { fields: { accessToken: 'access_token' } } }
  const target = { baseUrl: '', replicas: [] }
  const world = { ...asking, watch: watched(asking.http).watch, settings, target } as unknown as World
  const mint = async () => {
    minted.push(Date.now() - begun)
    return { request }
  }
  const client = { mintable: () => ({ fresh: true, mint }) } as unknown as CheckClient
  const sender = checkSender(world, client, createRecorder())
  const { value, seconds } = await clocked(
    (async () => {
      if (pace !== undefined) await asking.patience.turn(6)
      return sender.race(message(), 2)
    })(),
  )
  assert.equal(left.length, 0)
  assert.equal(asking.patience.lapsed(), false)
  return { seconds, kinds: value.map(({ sent }) => sent.outcome.kind), minted, started }
}

test('copies that are put off in the midst of a check are waited for, since those that follow are new', async () => {
  const { seconds, kinds } = await raced([putOff('30'), putOff('30'), granted, answered(401)])
  assert.deepEqual([seconds, kinds], [30, ['granted', 'refused']])
})

test('copies that meet a bare 503 were in no race: they are raced anew, twice, and sent again alone after that', async () => {
  const busy = answered(503)
  const anew = await raced([granted, busy, granted, granted])
  assert.deepEqual([anew.seconds, anew.kinds], [1, ['granted', 'granted']])
  const alone = await raced([granted, busy, granted, busy, granted, busy, granted])
  assert.deepEqual([alone.seconds, alone.kinds], [2, ['granted', 'granted']])
  const always = await raced([granted, busy, granted, busy, granted, busy, busy, busy, busy])
  assert.deepEqual([always.seconds, always.kinds], [4, ['granted', 'refused']])
})

test('copies are minted when their turns have come, and wait for nothing then', async () => {
  const { minted, started } = await raced([granted, answered(401)], { pace: 0.5 })
  assert.deepEqual([minted, started], [[12_000], [12_000]])
})

test('what went out on a connection that the target had closed is sent anew, once, and never the same JWT', async () => {
  assert.deepEqual(await delivered([reset(true), granted]), { sent: 2, seconds: 0, kind: 'granted' })
  assert.deepEqual(await delivered([reset(true), reset(true)]), { sent: 2, seconds: 0, kind: 'no-answer' })
  assert.deepEqual(await delivered([reset(true)], { fresh: false }), { sent: 1, seconds: 0, kind: 'no-answer' })
})
