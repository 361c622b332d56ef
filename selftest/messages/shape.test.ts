import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shapeOf } from '../../harness/check/message/shape.js'
import { watched } from '../../harness/check/watch.js'
import type { Json } from '../../harness/contracts/json.js'
import type { HttpClient } from '../../harness/wire/http.js'
import type { Exchange } from '../../harness/wire/types.js'

const part = (value: Json): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const body = 'grant_type=client_credentials&client_assertion=x'
const shape = (header: Json, payload: Json, form = body): string =>
  shapeOf({
    assertion: `${part(header)}.${part(payload)}.c2ln`,
    request: { method: 'POST', url: 'http://127.0.0.1:9/token', headers: [], body: form },
  })
const header = { alg: 'RS256', x5c: ['a'] }
const claims = { iss: 'a', exp: 1 }

test('messages are of one shape whatever values they hold, and in whatever order', () => {
  const usual = shape(header, claims)
  assert.equal(shape({ x5c: ['b'], alg: 'none' }, { exp: 2, iss: 'b' }), usual)
  assert.equal(shape(header, claims, body.replace('=x', '=y')), usual)
})

test('other types, members, parameters and lengths make another shape', () => {
  const others = [
    shape(header, claims),
    shape(header, null),
    shape(header, []),
    shape(null, claims),
    shape({ ...header, x5c: null }, claims),
    shape({ ...header, x5c: [null] }, claims),
    shape(header, { ...claims, aud: 'a' }),
    shape(header, { ...claims, exp: '1' }),
    shape(header, claims, `${body}&scope=a`),
    shape(header, claims, `${body}${'x'.repeat(70_000)}`),
    shape(header, claims, `${body}${'x'.repeat(140_000)}`),
    shapeOf({ request: { method: 'POST', url: 'http://127.0.0.1:9/token', headers: [], body } }),
  ]
  assert.equal(new Set(others).size, others.length)
})

/** A client of which each exchange ends like that, a second after the last one. */
async function seen(...ends: readonly Partial<Exchange>[]) {
  let at = 0
  const left = [...ends]
  const exchange = async () => {
    at += 1_000
    return { startedAt: new Date(at).toISOString(), durationMs: 100, ...left.shift() } as Exchange
  }
  const { http, watch } = watched({ exchange } as unknown as HttpClient)
  for (const _ of ends) await http.exchange({ method: 'POST', url: 'http://127.0.0.1:9/', headers: [] })
  return watch
}

test('a message is missed where nobody listens or the connection breaks, and not on one that was kept', async () => {
  const missedAt = async (noAnswer?: Exchange['noAnswer']) => (await seen({}, noAnswer ? { noAnswer } : {})).missedAt()
  assert.equal(await missedAt(), undefined)
  assert.equal(await missedAt({ kind: 'refused', message: '' }), 2_100)
  assert.equal(await missedAt({ kind: 'reset', message: '' }), 2_100)
  assert.equal(await missedAt({ kind: 'reset', message: '', reusedConnection: true }), undefined)
  assert.equal(await missedAt({ kind: 'timeout', message: '' }), undefined)
})

test('what nobody received was not under way', async () => {
  const watch = await seen({}, { noAnswer: { kind: 'refused', message: '' } })
  assert.equal(watch.sentBetween(1_050, 1_060), true)
  assert.equal(watch.sentBetween(1_200, 3_000), false)
  watch.begin()
  assert.equal(watch.missedAt(), undefined)
  assert.equal(watch.sentBetween(0, 3_000), false)
})

test('a message of the shape that ended the target is feared, and none where its shape is not known', async () => {
  const watch = await seen()
  const killer = { check: 'some.check', message: 'payload null' }
  watch.begin([killer, { ...killer, shape: shape(header, null) }])
  assert.equal(watch.feared(() => shape(header, null))?.message, 'payload null')
  assert.equal(
    watch.feared(() => shape(header, claims)),
    undefined,
  )
  watch.begin([killer])
  assert.equal(
    watch.feared(() => assert.fail('nothing is compared')),
    undefined,
  )
})
