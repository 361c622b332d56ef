import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sent } from '../../harness/check/types.js'
import type { SettingLine } from '../../harness/contracts/errors.js'
import { evidenceForm } from '../../harness/run/preflight/evidence-forms.js'

const answered = (status: number, kind = 'refused'): Sent =>
  ({
    outcome: { kind },
    exchange: { request: { url: 'http://127.0.0.1/delegation' }, response: { status, headers: {} } },
  }) as unknown as Sent
const [granted, refused] = [answered(200, 'granted'), answered(403)]
const place = { baseUrl: 'http://127.0.0.1', own: '/delegation' }
const isAt = (lines: readonly SettingLine[], wanted: string) => lines.some(([, value]) => value === wanted)
const inEnvironment = { place: 'environment.serviceProviders', form: 'list' }
const wantsEnvironment = (lines: readonly SettingLine[]) => JSON.stringify(lines).includes(inEnvironment.place)

test('a server that wants the ServiceProvider elsewhere is found out, by one difference', async () => {
  const ask = async (lines: readonly SettingLine[]) => (wantsEnvironment(lines) ? granted : refused)
  const found = await evidenceForm(ask, refused, place)
  assert.deepEqual([found.granted, found.lines], [true, [['interface.delegation.context', inEnvironment]]])
})

test('so is one that answers 404 to what no policy is about', async () => {
  const unknown = answered(404)
  const ask = async (lines: readonly SettingLine[]) => {
    const isElsewhere = lines.some(([name]) => name === 'interface.delegation.path')
    return !isElsewhere && wantsEnvironment(lines) ? granted : unknown
  }
  const found = await evidenceForm(ask, unknown, place)
  assert.deepEqual([found.granted, found.lines], [true, [['interface.delegation.context', inEnvironment]]])
})

test('where nobody answers, another path comes first, and differences at it', async () => {
  const ask = async (lines: readonly SettingLine[]) => {
    if (!isAt(lines, '/ar/delegation')) return answered(404)
    return isAt(lines, 'snake') ? granted : refused
  }
  const found = await evidenceForm(ask, answered(404), place)
  assert.ok(found.granted)
  assert.deepEqual(found.lines, [
    ['interface.delegation.path', '/ar/delegation'],
    ['interface.delegation.memberCase', 'snake'],
  ])
})

test('what is permitted once, or by a server that asks for patience, proposes nothing', async () => {
  let times = 0
  const fickle = async () => (times++ === 0 ? granted : refused)
  assert.equal((await evidenceForm(fickle, refused, place)).granted, false)
  let asked = 0
  const busy = async () => {
    asked += 1
    return answered(429, 'deferred')
  }
  assert.equal((await evidenceForm(busy, refused, place)).granted, false)
  assert.equal(asked, 1)
})

test('a server that permits in no form is asked a bounded number of times', async () => {
  let asked = 0
  const ask = async () => {
    asked += 1
    return answered(404)
  }
  assert.deepEqual((await evidenceForm(ask, answered(404), place)).lines, [])
  assert.ok(asked < 12, `${asked}`)
})
