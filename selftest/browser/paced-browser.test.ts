import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Browser, Visit } from '../../harness/browser/types.js'
import { pacedBrowser } from '../../harness/check/paced-browser.js'
import type { Exchange } from '../../harness/wire/types.js'

/** A browser each of whose calls makes so many requests, then fails or not. */
function loading(requests: readonly number[], fails = false) {
  const exchanges: Exchange[] = []
  const calls = [...requests]
  const load = async (): Promise<string> => {
    for (let count = calls.shift() ?? 0; count > 0; count -= 1) exchanges.push({} as Exchange)
    if (fails) throw new Error('broken off')
    return 'https://there'
  }
  const visit = {
    goto: async () => void (await load()),
    follow: load,
    shows: async () => true,
    get exchanges() {
      return [...exchanges]
    },
  } as unknown as Visit
  return { visit: async () => visit } as unknown as Browser
}

/** A pacer that notes what is spent. */
function purse() {
  const spent: number[] = []
  return { spent, spend: async (requests: number) => void spent.push(requests) }
}

test('a turn is taken before a page is opened, and one for each further request of it afterwards', async () => {
  const { spent, spend } = purse()
  const visit = await pacedBrowser(loading([3, 4]), { spend }).visit({ origins: [], secrets: [] })
  await visit.goto('https://there')
  assert.deepEqual(spent, [1, 2])
  assert.equal(await visit.follow([], { username: 'u', password: 'p' }, () => true), 'https://there')
  assert.deepEqual(spent, [1, 2, 1, 3])
  assert.equal(visit.exchanges.length, 7)
  assert.equal(await visit.shows('text', 1), true)
})

test('a turn that a call had no use for goes to the next, and a call that breaks off is counted', async () => {
  const { spent, spend } = purse()
  const visit = await pacedBrowser(loading([0, 1], true), { spend }).visit({ origins: [], secrets: [] })
  await assert.rejects(visit.goto('https://there'), /broken off/)
  await assert.rejects(visit.goto('https://there'), /broken off/)
  assert.deepEqual(spent, [1])
  assert.equal(visit.exchanges.length, 1)
})
