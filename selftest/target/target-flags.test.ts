import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearest } from '../../harness/target/file/spelling.js'
import { referenceTarget } from '../../harness/target/reference-target.js'
import { targetFromFlags } from '../../harness/target/target-flags.js'

test('takes the common case from flags', () => {
  const { name, baseUrl, roles } = targetFromFlags({ target: 'https://127.0.0.1:4711/', roles: ['ServiceProvider'] })
  assert.deepEqual([name, baseUrl, roles], ['127.0.0.1:4711', 'https://127.0.0.1:4711', ['ServiceProvider']])
  const says = (flags: Parameters<typeof targetFromFlags>[0], message: string) =>
    assert.throws(() => targetFromFlags(flags), { code: 'CONFIG_ERROR', message })
  says(
    { target: 'https://a', roles: [] },
    '--target needs at least one --role; for example --role AuthorisationRegistry.',
  )
  says(
    { target: 'https://a', roles: ['AuthorizationRegistry'] },
    '--role is "AuthorizationRegistry", but did you mean AuthorisationRegistry?',
  )
  says(
    { target: 'a:b', roles: ['ServiceProvider'] },
    '--target is "a:b", but must be an http or https address without user, query and fragment; for example --target https://127.0.0.1:4711.',
  )
})

test('launches reference participants like any target', () => {
  const target = referenceTarget('ServiceProvider', 'accepts-replay')
  assert.match(target.launch?.command ?? '', /^exec '.*node.*' '.*reference.main\.js' 'ServiceProvider'$/)
  assert.deepEqual(target.launch?.env, { ASSAY_FAULT: 'accepts-replay' })
})

test('guesses what a misspelt word meant only when it is close', () => {
  assert.equal(nearest('serviceprovider', ['ServiceProvider', 'ServiceConsumer']), 'ServiceProvider')
  assert.equal(nearest('Notary', ['ServiceProvider', 'ServiceConsumer']), undefined)
})
