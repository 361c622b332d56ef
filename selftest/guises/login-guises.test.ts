import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sessionIn } from '../../harness/check/identity-provider/codes-in-guise.js'
import { listChecks } from '../../harness/cli/list-checks.js'
import { broughtByLogin } from '../../harness/guises/choose.js'
import { isOfLoginRequest } from '../../harness/guises/concerns.js'
import { guiseValue, guiseValues } from '../../harness/guises/values.js'
import { concernsCheck } from '../../harness/run/guises.js'

const listed = await listChecks()

test('each check of what a login brings is there, and is played in every form of the authorization request', () => {
  for (const id of broughtByLogin) {
    const found = listed.find(({ check, role }) => check.id === id && role === 'IdentityProvider')
    assert.ok(found, id)
    for (const value of guiseValues.filter(isOfLoginRequest))
      assert.ok(concernsCheck(value, found.check, 'IdentityBroker'), `${id} under ${value.name}`)
  }
})

test('a human goes the other way in a login of their own alone, at a broker alone', () => {
  const elsewhere = guiseValue('login-provider=the other one')
  assert.deepEqual(sessionIn([elsewhere], undefined), { session: 'none', elsewhere: true })
  assert.deepEqual(sessionIn([elsewhere], 'kept'), { session: 'kept', elsewhere: false })
  assert.deepEqual(sessionIn([], undefined), { session: 'kept', elsewhere: false })
  const found = listed.find(({ check: { id } }) => id === 'login.nonce')
  assert.ok(found && !concernsCheck(elsewhere, found.check, 'IdentityProvider'))
})
