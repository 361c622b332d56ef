import assert from 'node:assert/strict'
import { test } from 'node:test'
import { control, granted, judgingIn, mutated, refused } from './judge-fixture.js'

const recovered = () => Promise.resolve(true)

test('while somebody fails, a refusal before they were asked says nothing', async () => {
  const after = async (scene: Parameters<typeof judgingIn>[0], options = { unavailableIsRefusal: true }) => {
    const { judge, verdict } = judgingIn(scene, granted, refused)
    await judge.grants(control)
    await judge.refuses(mutated, options).catch((error) => assert.match(error.message, /before anybody was asked/))
    return verdict()
  }
  const asked = async () => false
  assert.equal(await after({ asked }), 'inconclusive')
  assert.equal(await after({}), 'pass')
  assert.equal(await after({ asked }, { unavailableIsRefusal: false }), 'pass')
  assert.equal(await after({ asked, outage: true }), 'pass')
})

test('what is refused while a target spares somebody who failed is sent again, three times at most', async () => {
  const after = async (askedAt: number, scene: Parameters<typeof judgingIn>[0] = { recovered }) => {
    const before = Array.from({ length: askedAt }, () => false)
    const asked = async () => before.pop() ?? true
    const again = Array.from({ length: 4 }, () => refused)
    const { judge, sent, verdict } = judgingIn({ asked, ...scene }, granted, ...again)
    await judge.grants(control)
    await judge.refuses(mutated, { unavailableIsRefusal: true }).catch(() => undefined)
    return { verdict: verdict(), messages: sent.length - 1 }
  }
  assert.deepEqual(await after(0), { verdict: 'pass', messages: 1 })
  assert.deepEqual(await after(1), { verdict: 'pass', messages: 2 })
  assert.deepEqual(await after(9), { verdict: 'inconclusive', messages: 4 })
  assert.deepEqual(await after(9, {}), { verdict: 'inconclusive', messages: 1 })
})

test('what is granted once a target asks again counts', async () => {
  const before = [false]
  const asked = async () => before.pop() ?? true
  const { judge, verdict } = judgingIn({ asked, recovered }, granted, refused, granted)
  await judge.grants(control)
  await judge.refuses(mutated, { unavailableIsRefusal: true })
  assert.equal(verdict(), 'fail')
})
