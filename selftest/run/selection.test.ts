import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listChecks } from '../../harness/cli/list-checks.js'
import { isNamed, select } from '../../harness/run/selection.js'

test('--only means checks by their ids, by what they cover, and by patterns', async () => {
  const all = [...new Map((await listChecks()).map(({ check }) => [check.id, check] as const)).values()]
  const named = (...only: string[]): string[] => all.filter((check) => isNamed(check, only)).map(({ id }) => id)
  const ofTopic = (topic: string): string[] => all.map(({ id }) => id).filter((id) => id.split('.')[0] === topic)
  assert.deepEqual(named('audience.two'), ['audience.two'])
  assert.ok(named('AUD-10').includes('audience.near-miss'))
  assert.ok(ofTopic('login').length > 50)
  assert.deepEqual(named('login.*'), ofTopic('login'))
  const redirects = ofTopic('login').filter((id) => id.startsWith('login.redirect-'))
  assert.deepEqual(named('login.redirect-*'), redirects)
  assert.ok(redirects.length > 10 && redirects.length < ofTopic('login').length)
  const ofAnother = ofTopic('login').filter((id) => id.endsWith('-of-another'))
  assert.deepEqual(named('login.*-of-another'), ofAnother)
  assert.ok(ofAnother.length > 1 && ofAnother.length < 10)
  assert.deepEqual([named('log.*'), named('login.'), named('login*two')], [[], [], []])
  assert.equal(named().length, all.length)
})

test('a check of a deeper profile is taken by its id, and not by its topic', async () => {
  const planned = await listChecks()
  const [deep] = planned.filter(({ role, check }) => role === 'IdentityProvider' && check.id === 'login.code-lifetime')
  assert.equal(deep?.check.profile, 'deep')
  const runs = (...only: string[]): boolean =>
    select(deep.check, { id: deep.check.id, requirements: [], cases: [], roles: [deep.role] }, deep.role, {
      profile: 'standard',
      only,
    }).run
  assert.deepEqual([runs('login.code-lifetime'), runs('login.*'), runs()], [true, false, false])
})
