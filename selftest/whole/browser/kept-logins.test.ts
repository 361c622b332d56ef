import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { CheckResult } from '../../../harness/contracts/results.js'
import type { Exchange } from '../../../harness/wire/types.js'
import { resultsOf, sandbox, targetFile } from '../../stage/assay-command.js'
import { loginReference } from '../../stage/login-reference.js'
import { needs } from '../../stage/needs.js'

const box = sandbox()
after(() => box.remove())

const fault = 'keeps-login-of-wrong-nonce'
const atServiceProvider = { start: '/login', success: { text: 'Signed in' } }
const sessionOfBefore = 'relying-party.session-of-before'
const inForms = 'takes-answers-in-forms'
/** A ServiceProvider that is named by the first of its variants. */
const variantOf = ([name = '', ...more]: readonly string[], ...faults: readonly string[]) =>
  loginReference(name, 'ServiceProvider', atServiceProvider, {
    ASSAY_REFERENCE_VARIANT: [name, ...more].join(),
    ASSAY_FAULT: faults.join(),
  })

describe('after a refused login', { skip: needs('chromium') }, () => {
  const out = join(box.folder, 'out')
  let results: readonly CheckResult[] = []
  const resultOf = (target: string, id: string) => results.find((check) => check.target === target && check.id === id)

  before(async () => {
    const targets = [
      loginReference(
        'broker',
        'IdentityBroker',
        { steps: [{ click: { selector: 'button' } }] },
        { ASSAY_FAULT: fault, ASSAY_REFERENCE_VARIANT: `${inForms},puts-logins-off` },
      ),
      variantOf(['shows-human-at-once', inForms], fault, 'takes-answer-of-another-browser'),
      variantOf(['shows-human-by-script', 'shows-long-pages'], fault),
      variantOf(['names-browsers-anew'], 'logs-in-session-of-before'),
      variantOf(['asks-userinfo-for-want-of-claims'], 'ignores-userinfo-subject'),
      variantOf(['puts-logins-off', 'leaves-strange-userinfo-alone', 'names-no-client-beside-assertion']),
    ]
    const checks = ['nonce', 'state', 'answer-of-another']
    const rows = ['relying-party', 'broker'].flatMap((topic) => checks.map((id) => `${topic}.${id}`))
    const only = ['--only', [...rows, 'relying-party.userinfo', sessionOfBefore, 'login-client.names'].join()]
    const file = targetFile(box, 'logins.json', ...targets)
    results = resultsOf(await box.start(['certify', '--config', file, ...only, '--out', out]).ended, out).checks
  })

  for (const [target, topic, where] of [
    ['shows-human-at-once', 'relying-party', /:\d+\/$/],
    ['shows-human-by-script', 'relying-party', /\/login\/human$/],
    ['broker', 'broker', /^the authorization endpoint$/],
  ] as const)
    test(`nobody may be logged in: ${target}`, () => {
      const [nonce, state] = [resultOf(target, `${topic}.nonce`), resultOf(target, `${topic}.state`)]
      assert.deepEqual([nonce?.verdict, state?.verdict], ['fail', 'pass'])
      assert.match(String(nonce?.observations?.[0]?.value), where)
      assert.equal(state?.observations, undefined)
    })

  test('a session is fixed though its name is that of the last login that was begun', () => {
    assert.equal(resultOf('names-browsers-anew', sessionOfBefore)?.verdict, 'finding')
    assert.equal(resultOf('shows-human-at-once', sessionOfBefore)?.verdict, 'pass')
  })

  const evidenceOf = (target: string): readonly string[] => {
    const folder = join(out, 'evidence', target)
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))
  }

  test('the browser tells who is logged in where a script says so', () => {
    const pictured = (target: string) =>
      evidenceOf(target).some((file) => file.includes('/relying-party.state/') && file.endsWith('.png'))
    assert.deepEqual(['shows-human-by-script', 'shows-human-at-once'].map(pictured), [true, false])
  })

  test('the answer may come in a form, and that of another is not taken for it', () => {
    for (const [target, topic, verdict] of [
      ['shows-human-at-once', 'relying-party', 'fail'],
      ['broker', 'broker', 'pass'],
    ] as const) {
      assert.equal(resultOf(target, `${topic}.answer-of-another`)?.verdict, verdict)
      const file = evidenceOf(target).find((one) => one.endsWith(`/${topic}.answer-of-another.json`))
      const text = readFileSync(file ?? '', 'utf8')
      const { messages } = JSON.parse(text) as { messages: { exchanges: Exchange[] }[] }
      const posted = messages
        .flatMap(({ exchanges }) => exchanges)
        .filter(({ request: { method, url } }) => {
          return method === 'POST' && url.endsWith('/callback')
        })
      assert.ok(posted.length >= 2)
      for (const { request } of posted) assert.match(String(request.body), /^code=‹\d+ characters, sha256 \w+›&state=/)
      assert.doesNotMatch(text, /value=\\"human-/)
    }
  })

  test('that a busy target put off, the human comes again', () => {
    const target = 'puts-logins-off'
    for (const id of ['nonce', 'state']) assert.equal(resultOf(target, `relying-party.${id}`)?.verdict, 'pass', id)
    for (const id of ['relying-party.userinfo', 'login-client.names'])
      assert.equal(resultOf(target, id)?.verdict, 'pass', id)
    const files = evidenceOf(target).filter((file) => file.endsWith('.json'))
    assert.ok(files.some((file) => readFileSync(file, 'utf8').includes('"status":429')))
  })

  test('userinfo is asked for by one that misses something in the id_token, and is about somebody else there', () =>
    assert.equal(resultOf('asks-userinfo-for-want-of-claims', 'relying-party.userinfo')?.verdict, 'fail'))
})
