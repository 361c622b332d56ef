import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meeting } from '../../harness/check/meeting.js'

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
