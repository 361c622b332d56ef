import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { CheckResult } from '../../../harness/contracts/results.js'
import { passwordPage } from '../../../harness/target/reference-target.js'
import { resultsOf, sandbox, targetFile } from '../../stage/assay-command.js'
import { loginReference } from '../../stage/login-reference.js'
import { needs } from '../../stage/needs.js'

// What is judged by where a browser is sent is judged as well where each login takes a page of the target.

const box = sandbox()
after(() => box.remove())

const consents = [...passwordPage, { click: { role: 'button', name: 'Allow' }, optional: true }]
const provider = (name: string, variant: string, ...faults: readonly string[]) =>
  loginReference(
    name,
    'IdentityProvider',
    { steps: variant === 'asks-for-consent' ? consents : passwordPage },
    { ASSAY_REFERENCE_VARIANT: variant, ASSAY_FAULT: faults.join() },
  )

const checks = ['login.redirect-host', 'login.redirect-fragment', 'login.prompt-login', 'login.max-age-zero']
/** Variant and faults of each, and the verdicts in the order of `checks`. */
const targets = {
  'sends codes to any host': [
    'keeps-no-session',
    ['accepts-any-redirect-uri', 'accepts-redirect-uri-fragment'],
    ['fail', 'fail', 'not-applicable', 'not-applicable'],
  ],
  'asks for consent': ['asks-for-consent', [], ['pass', 'pass', 'pass', 'pass']],
  'asks for consent alone': [
    'asks-for-consent',
    ['ignores-prompt-login', 'ignores-max-age-of-zero', 'accepts-any-redirect-uri'],
    ['fail', 'pass', 'finding', 'finding'],
  ],
} as const

describe('a page at each login', { skip: needs('chromium') }, () => {
  let results: readonly CheckResult[] = []

  before(async () => {
    const out = join(box.folder, 'out')
    const all = Object.entries(targets).map(([name, [variant, faults]]) => provider(name, variant, ...faults))
    const file = targetFile(box, 'pages.json', ...all)
    const ended = await box.start(['certify', '--config', file, '--only', checks.join(), '--out', out]).ended
    results = resultsOf(ended, out).checks
  })

  for (const [name, [, , expected]] of Object.entries(targets))
    test(`a provider that ${name} gets the verdicts that it deserves`, () => {
      const got = checks.map((id) => results.find((check) => check.target === name && check.id === id)?.verdict)
      assert.deepEqual(got, expected)
    })
})
