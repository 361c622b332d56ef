import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Outcome } from '../../harness/contracts/evidence.js'
import { comesOf } from '../../harness/run/preflight/delegation.js'

const granted: Outcome = { kind: 'granted' }
const refused: Outcome = { kind: 'refused', status: 403 }
const silent: Outcome = { kind: 'no-answer', why: 'reset' }
const deferred: Outcome = { kind: 'deferred', status: 429 }

/** Whether that comes of a request to which these answers come, and how many of them were taken. */
async function asked(wanted: 'granted' | 'refused', ...answers: readonly (Outcome | undefined)[]) {
  const left = [...answers]
  const ask = async () => {
    assert.ok(left.length > 0, 'more was asked than expected')
    const outcome = left.shift()
    return outcome && { outcome }
  }
  return { came: await comesOf(ask, wanted), left: left.length }
}

test('preflight makes a request again where no complete answer comes, and goes by the first one', async () => {
  assert.deepEqual(await asked('granted', silent, granted), { came: true, left: 0 })
  assert.deepEqual(await asked('refused', deferred, undefined, refused), { came: true, left: 0 })
  assert.deepEqual(await asked('refused', granted, refused), { came: false, left: 1 })
  assert.deepEqual(await asked('granted', silent, refused, granted), { came: false, left: 1 })
})

test('preflight makes a request three times at most', async () =>
  assert.deepEqual(await asked('granted', silent, undefined, deferred, granted), { came: false, left: 1 }))
