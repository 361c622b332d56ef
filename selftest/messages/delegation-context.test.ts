import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canSay, placedContext } from '../../harness/check/delegation/context.js'
import type { DelegationSettings } from '../../harness/contracts/interface.js'
import { presets } from '../../harness/target/presets.js'

const stated: DelegationSettings = presets.default.settings.delegation
const elsewhere: DelegationSettings = { ...stated, context: { place: 'environment.serviceProviders', form: 'list' } }
const { context: _, ...without } = presets.default.settings.delegation

test('a context stands where the settings have it, or nowhere', () => {
  const value = { serviceProvider: 'did:example:a', purpose: 'research' }
  assert.deepEqual(placedContext(stated.context, value), { context: value })
  assert.deepEqual(placedContext(elsewhere.context, value), { environment: { serviceProviders: ['did:example:a'] } })
  assert.deepEqual(placedContext({ place: 'context.provider', form: 'text' }, value), {
    context: { provider: 'did:example:a' },
  })
  assert.deepEqual(placedContext(undefined, value), {})
  for (const none of [undefined, {}, null]) assert.deepEqual(placedContext(elsewhere.context, none), {})
})

test('a context that cannot be said elsewhere than in the text is known', () => {
  const contexts = [
    { serviceProvider: 'did:example:a' },
    {},
    { purpose: 'research' },
    { serviceProvider: ['did:example:a'] },
    'did:example:a',
  ].map((value) => ({ name: JSON.stringify(value), value }))
  const said = (settings: DelegationSettings) => contexts.map((context) => canSay(settings, context))
  assert.deepEqual(said(stated), [true, true, true, true, true])
  assert.deepEqual(said(elsewhere), [true, true, false, false, false])
  assert.deepEqual(said(without), [false, false, false, false, false])
  const written = { name: 'twice', value: { serviceProvider: 'did:example:a' }, text: '{}' }
  assert.deepEqual(
    [stated, elsewhere].map((settings: DelegationSettings) => canSay(settings, written)),
    [true, false],
  )
})
