import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meeting } from '../harness/check/meeting.js'

test('those who meet go on together, once the last one has come', async () => {
  const three = meeting(3)
  const gone: number[] = []
  const go = async (index: number): Promise<void> => {
    await three.arrive()
    gone.push(index)
  }
  const early = [go(0), go(1)]
  await new Promise(setImmediate)
  assert.deepEqual(gone, [])
  await Promise.all([...early, go(2)])
  assert.deepEqual(gone.sort(), [0, 1, 2])
})

test('nobody waits for good for those who do not come, and whoever comes late waits for nobody', async () => {
  const two = meeting(3)
  await two.arrive()
  await Promise.all([two.arrive(), two.arrive()])
})
