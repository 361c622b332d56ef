import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckClient } from '../../harness/check/message/client.js'
import { checkSender } from '../../harness/check/message/sender.js'
import { createRecorder } from '../../harness/check/recorder.js'
import type { World } from '../../harness/check/world.js'
import { guiseOf } from '../../harness/guises/types.js'
import { guiseValue } from '../../harness/guises/values.js'
import { message } from './judge-fixture.js'

const history = 'beside another client'

/** Sends bad messages one after the other; how many were under way at once each time, and how all were called, as recorded. */
async function sent(count: number, more: Partial<World> = {}) {
  const recorder = createRecorder()
  let underWay = 0
  let most = 0
  const exchange = async (request: { readonly url: string }) => {
    most = Math.max(most, ++underWay)
    await new Promise((resolve) => setTimeout(resolve, 20))
    underWay -= 1
    const response = { status: 401, body: request.url, truncated: false, headers: {} }
    return { request: { ...request, headers: [] }, response, startedAt: new Date().toISOString(), durationMs: 1 }
  }
  const world = {
    http: { exchange },
    patience: { turn: async () => undefined, asTold: async () => false },
    watch: { feared: () => undefined },
    settings: { token: { fields: { accessToken: 'access_token' } } },
    guise: guiseOf([guiseValue(`history=${history}`)]),
    ...more,
  } as unknown as World
  const other = message({ claims: 'of another client' })
  const mintable = { fresh: true, mint: async () => ({ request: { method: 'POST', url: 'http://a', headers: [] } }) }
  const client = { mintable: () => mintable, another: async () => other } as unknown as CheckClient
  const sender = checkSender(world, client, recorder)
  const atOnce: number[] = []
  for (let turn = 0; turn < count; turn += 1) {
    most = 0
    await sender.send(message(), { label: 'mutated' })
    atOnce.push(most)
  }
  return { atOnce, labels: recorder.messages.map(({ label }) => label) }
}

test('the first bad message of a check goes at the same moment as two of another client, and is recorded after them', async () => {
  assert.deepEqual(await sent(2), { atOnce: [3, 1], labels: [history, history, 'mutated', 'mutated'] })
})

test('a run that sends one message at a time has no such company', async () => {
  assert.deepEqual(await sent(1, { oneAtATime: true }), { atOnce: [1], labels: ['mutated'] })
})
