import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sent } from '../../harness/check/types.js'
import { searchForms } from '../../harness/run/preflight/form-search.js'

const came = (kind: 'granted' | 'refused'): Sent =>
  ({ outcome: { kind }, exchange: { request: { url: 'https://target.example/token' } } }) as unknown as Sent

/** What is said of a target that gives these answers, one after another, and refuses from then on. */
const saidOf = async (...answers: readonly ('granted' | 'refused')[]) => {
  const left = [...answers]
  const { granted, stopped } = await searchForms(
    {
      send: async () => came(left.shift() ?? 'refused'),
      baseUrl: 'https://target.example',
      path: { setting: 'interface.token.path', own: '/token', others: [] },
      groups: [[{ name: 'a scope', lines: [] }]],
    },
    came('refused'),
  )
  return { granted, stopped }
}

test('a target that grants the conforming message once is said to have granted that, and not one with a difference', async () => {
  const stopped = 'it granted the conforming message and refused the next one like it'
  assert.deepEqual(await saidOf('granted', 'refused'), { granted: false, stopped })
})

test('a target that grants a message with a difference once is said to have granted one with that', async () => {
  const stopped = 'it granted a message with a scope and refused the next one like it'
  assert.deepEqual(await saidOf('refused', 'granted', 'refused'), { granted: false, stopped })
})

test('a target that grants the conforming message twice was not warm yet', async () => {
  assert.deepEqual(await saidOf('granted', 'granted'), { granted: true, stopped: undefined })
})
