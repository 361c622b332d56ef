import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { CheckResult } from '../../../harness/contracts/results.js'
import { resultsOf, sandbox, targetFile } from '../../stage/assay-command.js'
import { loginReference } from '../../stage/login-reference.js'
import { needs } from '../../stage/needs.js'

// What a ServiceProvider begins logins with, where its pages need a browser, and where it begins them by itself.

const box = sandbox()
after(() => box.remove())

const serviceProvider = (name: string, ASSAY_REFERENCE_VARIANT: string, ASSAY_FAULT = '') =>
  loginReference(
    name,
    'ServiceProvider',
    { start: '/login', success: { text: 'Signed in' } },
    { ASSAY_REFERENCE_VARIANT, ASSAY_FAULT },
  )
const guessable = 'relying-party.guessable-values'
const ofRun = 'relying-party.values-of-run'
const again = 'relying-party.request-answered-again'

describe('what logins are begun with', { skip: needs('chromium') }, () => {
  let results: readonly CheckResult[] = []
  const verdictsOf = (target: string, ...ids: readonly string[]) =>
    ids.map((id) => results.find((check) => check.target === target && check.id === id)?.verdict)

  before(async () => {
    const targets = [
      serviceProvider('by script', 'shows-human-by-script', 'hashes-time-to-nonces'),
      serviceProvider('by itself', 'logs-in-by-itself,keeps-state-of-browser'),
    ]
    const out = join(box.folder, 'out')
    // After a refused login, the second of them sends the same browser away once more.
    const only = ['relying-party.nonce', guessable, ofRun, again].join()
    const args = ['--config', targetFile(box, 'begun.json', ...targets), '--only', only, '--out', out]
    results = resultsOf(await box.start(['certify', ...args]).ended, out).checks
  })

  test('a nonce that is made of the time is known as such where pages need a browser', () =>
    assert.deepEqual(verdictsOf('by script', guessable), ['finding']))

  test('one state for all logins of a browser is right, though nobody logs in there a second time', () =>
    assert.deepEqual(verdictsOf('by itself', guessable, ofRun, again), ['pass', 'pass', 'pass']))
})
