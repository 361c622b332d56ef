import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { it } from 'node:test'
import { insteadOfKey } from '../../harness/evidence/private-keys.js'
import { redactParameter, redactTarget } from '../../harness/lab/http/redact.js'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const forms = (['pkcs1', 'pkcs8'] as const).map((type) => privateKey.export({ type, format: 'pem' }).toString())

it('the ledger shows no private key that a target sends in a parameter', () => {
  for (const pem of forms) {
    assert.equal(redactParameter('client_secret', pem.trim()), insteadOfKey)
    assert.equal(redactParameter('note', `a ${pem.trim()} b`), `a ${insteadOfKey} b`)
    assert.equal(redactParameter('note', pem.slice(0, 500)), insteadOfKey, 'cut off')
  }
})

it('nor one in an address', () => {
  for (const pem of forms)
    for (const spelt of [encodeURIComponent(pem.trim()), new URLSearchParams({ pem: pem.trim() }).toString().slice(4)])
      assert.equal(redactTarget(`/token?key=${spelt}&next=1`), `/token?key=${insteadOfKey}&next=1`)
})
