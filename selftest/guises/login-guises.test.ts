import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listChecks } from '../../harness/cli/list-checks.js'
import { broughtByLogin } from '../../harness/guises/choose.js'
import { guiseValues, isOfLoginRequest } from '../../harness/guises/values.js'
import { concernsCheck } from '../../harness/run/guises.js'

const listed = await listChecks()

test('each check of what a login brings is there, and is played in every form of the authorization request', () => {
  for (const id of broughtByLogin) {
    const found = listed.find(({ check, role }) => check.id === id && role === 'IdentityProvider')
    assert.ok(found, id)
    for (const value of guiseValues.filter(isOfLoginRequest))
      assert.ok(concernsCheck(value, found.check, 'IdentityProvider'), `${id} under ${value.name}`)
  }
})
