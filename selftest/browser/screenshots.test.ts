import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Evidence, RecordedScreenshot } from '../../harness/contracts/evidence.js'
import { redactText } from '../../harness/evidence/redact.js'
import { keepScreenshot } from '../../harness/evidence/store.js'
import { screenshots } from '../../reports/html/evidence/screenshots.js'
import { ownFolder } from '../stage/own-folder.js'

// Pictures of the browser lie beside the evidence; the report shows those and nothing else that an evidence file may name.

const folder = ownFolder()

const shown = (...all: readonly RecordedScreenshot[]): string =>
  String(screenshots({ screenshots: all } as unknown as Evidence) ?? '')

describe('a picture of the browser', () => {
  test('is a file beside the evidence of its check, and a picture in the report', () => {
    const check = { target: 'Acme: the provider', role: 'IdentityProvider', id: 'login.no-refresh' } as const
    const png = Buffer.from('‰PNG')
    const kept = keepScreenshot(folder, check, 2, { label: 'step 1: fill the field "User name"', png })
    assert.equal(kept.file, 'evidence/acme-the-provider/IdentityProvider/login.no-refresh/2.png')
    assert.deepEqual(readFileSync(join(folder, kept.file)), png)
    const html = shown(kept)
    assert.match(html, new RegExp(`<a href="\\./${kept.file}"><img src="\\./${kept.file}"`))
    assert.match(html, /alt="Browser window: step 1: fill the field &quot;User name&quot;"/)
  })

  test('is left out where it lies elsewhere', () => {
    const elsewhere = [
      '../secret.png',
      'evidence/../../secret.png',
      'evidence/a/..%2f..%2f.png',
      '/etc/passwd',
      'https://example.org/evidence/a.png',
      'javascript:alert(1)//evidence/a.png',
      'evidence/a.svg',
      'evidence/a" onerror="alert(1).png',
    ]
    for (const file of elsewhere) assert.equal(shown({ label: 'x', file }), '', file)
  })

  test('is one of at most twelve', () => {
    const many = Array.from({ length: 14 }, (_, index) => ({ label: `${index}`, file: `evidence/a/${index}.png` }))
    const html = shown(...many)
    assert.equal(html.match(/<img /g)?.length, 12)
    assert.match(html, /2 further pictures/)
  })
})

test('a secret is found in an address, a form, JSON and HTML', () => {
  const secret = `a b&"c'<é`
  const spellings = [
    secret,
    "a%20b%26%22c'%3C%C3%A9",
    'a+b%26%22c%27%3C%C3%A9',
    `a b&\\"c'<é`,
    'a b&amp;&quot;c&#39;&lt;é',
  ]
  for (const spelling of spellings)
    assert.match(
      redactText(`before ${spelling} after`, [secret, '']),
      /^before ‹9 characters, sha256 [0-9a-f]{16}› after$/,
    )
})
