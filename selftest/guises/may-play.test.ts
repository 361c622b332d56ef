import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askingForEvidence } from '../../harness/run/guises.js'
import { mayPlay } from '../../harness/run/preflight/guises.js'

const asks = (...only: readonly string[]): boolean => mayPlay({ only }, askingForEvidence)

test('forms of requests for evidence are tried where a check is chosen that sends some', () => {
  for (const only of [[], ['state.forwarded-under-untrusted-certificate'], ['state.*'], ['*'], ['FORWARD-SIGNED']])
    assert.ok(asks(...only), only.join())
  for (const only of [['state.connection'], ['audience.*'], ['state.forwarded-as-assertion']])
    assert.ok(!asks(...only), only.join())
})
