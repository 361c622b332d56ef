import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sent } from '../../harness/check/types.js'
import type { SettingLine } from '../../harness/contracts/errors.js'
import { evidenceForm } from '../../harness/run/preflight/evidence-forms.js'

const answered = (status: number, kind = 'refused'): Sent =>
  ({ outcome: { kind }, exchange: { response: { status } } }) as unknown as Sent
const refused = answered(403)
const current = { path: '/delegation' }
const isAt = (lines: readonly SettingLine[], path: string) => lines.some(([, value]) => value === path)

test('a server that wants the ServiceProvider elsewhere is found out, by one difference', async () => {
  const place = { place: 'environment.serviceProviders', form: 'list' }
  const asked: string[] = []
  const ask = async (lines: readonly SettingLine[]) => {
    asked.push(JSON.stringify(lines))
    return { permits: JSON.stringify(lines).includes('environment'), sent: refused }
  }
  assert.deepEqual(await evidenceForm(ask, refused, current), [['interface.delegation.context', place]])
  assert.equal(asked.length, 3)
})

test('where nobody answers, another path comes first, and differences at it', async () => {
  const ask = async (lines: readonly SettingLine[]) => ({
    permits: isAt(lines, '/ar/delegation') && isAt(lines, 'snake'),
    sent: answered(isAt(lines, '/ar/delegation') ? 403 : 404),
  })
  assert.deepEqual(await evidenceForm(ask, answered(404), current), [
    ['interface.delegation.path', '/ar/delegation'],
    ['interface.delegation.memberCase', 'snake'],
  ])
})

test('what is permitted once, or by a server that asks for patience, proposes nothing', async () => {
  let times = 0
  const fickle = async () => ({ permits: times++ === 0, sent: refused })
  assert.deepEqual(await evidenceForm(fickle, refused, current), [])
  let asked = 0
  const busy = async () => {
    asked += 1
    return { permits: false, sent: answered(429, 'deferred') }
  }
  assert.deepEqual(await evidenceForm(busy, refused, current), [])
  assert.equal(asked, 1)
})

test('a server that permits in no form is asked a bounded number of times', async () => {
  let asked = 0
  const ask = async () => {
    asked += 1
    return { permits: false, sent: refused }
  }
  assert.deepEqual(await evidenceForm(ask, refused, current), [])
  assert.ok(asked < 12, `${asked}`)
})
