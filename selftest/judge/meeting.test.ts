import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meeting, parametersOf, waiting } from '../../harness/check/meeting.js'
import type { HttpClient } from '../../harness/wire/http.js'
import type { HttpRequest } from '../../harness/wire/types.js'

test('those who meet go on together once the last one has come, in the order of their places', async () => {
  const three = meeting(3)
  const gone: number[] = []
  const go = async (place: number): Promise<void> => {
    await three.arrive(place)
    gone.push(place)
  }
  const early = [go(2), go(0)]
  await new Promise(setImmediate)
  assert.deepEqual(gone, [])
  await Promise.all([...early, go(1)])
  assert.deepEqual(gone, [0, 1, 2])
})

test('nobody waits for good for those who do not come, and a latecomer waits for nobody', async () => {
  const three = meeting(3)
  await three.arrive(0)
  await Promise.all([three.arrive(1), three.arrive(2)])
})

test('a client waits once, before the request that others are to meet', async () => {
  const sent: string[] = []
  const http = { exchange: async ({ url }: HttpRequest) => void sent.push(url) } as unknown as HttpClient
  const client = waiting(
    http,
    (request) => parametersOf(request).has('code'),
    async () => void sent.push('met'),
  )
  const get = (url: string, body?: string) =>
    client.exchange({ method: 'GET', url, headers: [], ...(body !== undefined && { body }) })
  await get('https://there/page')
  await get('https://there/back?code=1')
  await get('https://there/back', 'code=2')
  assert.deepEqual(sent, ['https://there/page', 'met', 'https://there/back?code=1', 'https://there/back'])
})

test('parameters stand in the address and in the form', () => {
  const request = { method: 'POST', url: 'https://there/?a=1', headers: [], body: 'b=2&a=3' } as const
  assert.deepEqual([...parametersOf(request)].join('; '), 'a,1; b,2; a,3')
})
