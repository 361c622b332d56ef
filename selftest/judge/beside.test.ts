import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckClient } from '../../harness/check/message/client.js'
import { checkSender, guiseTried } from '../../harness/check/message/sender.js'
import { createRecorder } from '../../harness/check/recorder.js'
import type { Message } from '../../harness/check/types.js'
import type { World } from '../../harness/check/world.js'
import { guiseOf } from '../../harness/guises/types.js'
import { guiseValue } from '../../harness/guises/values.js'
import { message } from './judge-fixture.js'

const history = 'beside another client'

/** Sends messages one after the other; how many were under way at once each time, and how all were called, as recorded. */
async function sent(count: number, more: Partial<World> = {}, otherId = 'did:another') {
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
  const of = (partyId: string) => ({ ...message(), party: { partyId } as Message['party'] })
  const mintable = { fresh: true, mint: async () => ({ request: { method: 'POST', url: 'http://a', headers: [] } }) }
  const client = { mintable: () => mintable, another: async () => of(otherId) } as unknown as CheckClient
  const sender = checkSender(world, client, recorder)
  const atOnce: number[] = []
  for (let turn = 0; turn < count; turn += 1) {
    most = 0
    await sender.send(of('did:own'), { label: 'mutated' })
    atOnce.push(most)
  }
  most = 0
  await checkSender(world, client, createRecorder()).probe(of('did:own'), guiseTried)
  return { atOnce, inPreflight: most, labels: recorder.messages.map(({ label }) => label) }
}

test('the first bad message of a check goes at the same moment as one of another client, in preflight too', async () => {
  assert.deepEqual(await sent(2), { atOnce: [2, 1], inPreflight: 2, labels: [history, 'mutated', 'mutated'] })
})

test('it goes alone in a run that sends one message at a time, and where there is no other client', async () => {
  const alone = { atOnce: [1], inPreflight: 1, labels: ['mutated'] }
  assert.deepEqual(await sent(1, { oneAtATime: true }), alone)
  assert.deepEqual(await sent(1, {}, 'did:own'), alone)
})
