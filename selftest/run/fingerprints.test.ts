import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fingerprintsIn } from '../../harness/evidence/leaks/fingerprints.js'
import { noteSecretsIn } from '../../harness/evidence/leaks/note.js'
import { noteExchange } from '../../harness/evidence/leaks/note-exchange.js'
import { secretsOf } from '../../harness/evidence/leaks/secrets.js'
import type { Exchange } from '../../harness/wire/types.js'

const der = Buffer.from('a certificate')
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const request = (x5c: unknown): string => `client_assertion=${part({ alg: 'RS256', x5c })}.${part({ iss: 'x' })}.c2ln`

test('a token that is the fingerprint of a certificate in the request is no secret, however it is spelled', () => {
  const sent = request(['AAAA', der.toString('base64')])
  for (const name of ['sha1', 'sha256', 'sha512']) {
    const digest = hash(name, der, 'buffer')
    const hex = digest.toString('hex')
    for (const text of [hex, hex.toUpperCase(), hex.match(/../g)?.join(':') ?? '', digest.toString('base64')])
      assert.ok(fingerprintsIn(sent)(text), text)
    assert.ok(fingerprintsIn(sent)(digest.toString('base64url')), name)
  }
})

test('any other token is one', () => {
  const other = hash('sha256', 'another certificate')
  for (const sent of [request([der.toString('base64')]), request('none'), 'client_assertion=eyJ.e30.', ''])
    for (const text of [other, 'short', '', 'x'.repeat(32)]) assert.ok(!fingerprintsIn(sent)(text), text)
})

test('what a request tells is no secret where it is used elsewhere, before or after, and however the form is written', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-open-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  noteSecretsIn(folder)
  const exchange = (body: string): Exchange => ({
    request: { method: 'POST', url: 'http://127.0.0.1:1/token', headers: [], body },
    startedAt: '',
    durationMs: 0,
  })
  const [fingerprint, secret] = [hash('sha256', der), 'a token that no request tells']
  noteExchange(exchange('of another client'), [fingerprint, secret])
  noteExchange(exchange(request([der.toString('base64')]).replaceAll('.', '%2E')), [fingerprint, secret])
  noteExchange(exchange('of another client'), [fingerprint])
  const nobody = { token: '' }
  const found = secretsOf({ folder, keys: folder, targets: [], control: nobody, steward: nobody })
  const tokens = found.flatMap(({ kind, value }) => (kind === 'bearer token' && value !== '' ? [value] : []))
  assert.deepEqual(tokens, [secret])
})
