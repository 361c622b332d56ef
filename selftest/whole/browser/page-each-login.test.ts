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

const checks = [
  'login.redirect-host',
  'login.redirect-fragment',
  'login.prompt-login',
  'login.max-age-zero',
  'login.browser-unknown',
  'login.id-token-hint',
  'login.hint-of-another',
  'login.session-kept-anew',
  'login.password-wrong',
]
const five = (verdict: string): readonly string[] => Array.from({ length: 5 }, () => verdict)
/** Variant and faults of each, and the verdicts in the order of `checks`. */
const targets = {
  'sends codes to any host': [
    'keeps-no-session',
    ['accepts-any-redirect-uri', 'accepts-redirect-uri-fragment'],
    ['fail', 'fail', 'not-applicable', 'not-applicable', ...five('pass')],
  ],
  'asks for consent': ['asks-for-consent', [], ['pass', 'pass', 'pass', 'pass', ...five('pass')]],
  'asks for consent alone': [
    'asks-for-consent',
    ['ignores-prompt-login', 'ignores-max-age-of-zero', 'accepts-any-redirect-uri', 'logs-in-by-hint'],
    ['fail', 'pass', 'finding', 'finding', 'pass', 'finding', 'pass', 'not-applicable', 'pass'],
  ],
  'asks for consent of who is not logged in': [
    'asks-for-consent',
    ['changes-human-by-hint', 'keeps-name-of-session', 'starts-session-before-password'],
    ['pass', 'pass', 'pass', 'pass', 'pass', 'pass', 'finding', 'finding', 'finding'],
  ],
  'asks for consent of anybody': [
    'asks-for-consent',
    ['knows-browsers-by-agent'],
    ['pass', 'pass', 'pass', 'pass', 'fail', 'not-applicable', 'not-applicable', 'finding', 'not-applicable'],
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
