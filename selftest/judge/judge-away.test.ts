import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Outcome } from '../../harness/contracts/evidence.js'
import { control, granted, judgingIn, mutated, refused, type Scene, silent } from './judge-fixture.js'

// What a gateway says while its server is away is no answer of the target.

const away: Outcome = { kind: 'refused', status: 502 }
const comesBack: Scene = { returns: async () => true }

test('a wrong message that met a gateway is sent again once strangers are granted, and judged by that', async () => {
  const open = judgingIn(comesBack, granted, away, granted)
  await open.judge.grants(control)
  await open.judge.refuses(mutated)
  assert.equal(open.verdict(), 'fail')
  const closed = judgingIn(comesBack, granted, away, refused)
  await closed.judge.grants(control)
  await closed.judge.refuses(mutated)
  assert.equal(closed.verdict(), 'pass')
})

test('a target that refuses by 502 alone is believed once a stranger was granted in between', async () => {
  const { judge, sent, verdict } = judgingIn(comesBack, granted, away, away)
  await judge.grants(control)
  await judge.refuses(mutated)
  assert.deepEqual([sent.length, verdict()], [3, 'pass'])
})

test('where nobody is granted any more nothing is judged', async () => {
  const { judge, verdict } = judgingIn({}, granted, away)
  await judge.grants(control)
  await assert.rejects(judge.refuses(mutated), /gateway/)
  assert.equal(verdict(), 'inconclusive')
})

test('while somebody fails by the doing of the check itself, a 502 is the answer of the target', async () => {
  const { judge, sent, verdict } = judgingIn({ outage: true }, granted, away)
  await judge.grants(control)
  await judge.refuses(mutated)
  assert.deepEqual([sent.length, verdict()], [2, 'pass'])
})

test('what decides whether a check applies is sent again as well, and no gateway makes it not applicable', async () => {
  const applies = async (scene: Scene, ...comings: readonly Outcome[]) => {
    const { judge, kinds } = judgingIn(scene, ...comings)
    return judge.applies(control, 'a sound one', 'It takes none.').then(kinds, (error) => `${error}`)
  }
  assert.deepEqual(await applies(comesBack, away, granted), ['record', 'observation'])
  assert.match(String(await applies(comesBack, away, refused)), /skipped: It takes none/)
  assert.match(String(await applies({}, away)), /gateway/)
  assert.match(String(await applies({}, silent, granted)), /No answer to judge/)
})
