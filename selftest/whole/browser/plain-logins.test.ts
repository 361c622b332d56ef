import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { resultsOf, sandbox } from '../../stage/assay-command.js'
import { needs } from '../../stage/needs.js'

const box = sandbox()
after(() => box.remove())

const nonce = 'relying-party.nonce'
const state = 'relying-party.state'

/** Exit code and verdicts of the two checks, and which of them have pictures of a browser. */
async function certified(name: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const out = join(box.folder, name)
  const only = [nonce, state].flatMap((id) => ['--only', id])
  const ended = await box.start(['certify', ...args, ...only, '--out', out], { env }).ended
  const { checks } = resultsOf(ended, out)
  const verdictOf = (id: string) => checks.find((check) => check.id === id)?.verdict
  const files = readdirSync(join(out, 'evidence'), { recursive: true }).map(String)
  const pictured = (id: string) => files.some((file) => file.includes(`/${id}/`) && file.endsWith('.png'))
  return { code: ended.code, verdicts: [nonce, state].map(verdictOf), pictured: [nonce, state].map(pictured) }
}

/** Without any browser. */
const none = { ASSAY_CHROMIUM: 'none' }

const faulty = ['--reference', 'ServiceProvider', '--fault', 'ignores-nonce']

describe('logins whose pages need no browser', { skip: needs('chromium') }, () => {
  test('are carried out without one, which has the last word where one ends as it should not', async () => {
    assert.deepEqual(await certified('standard', faulty), {
      code: 1,
      verdicts: ['fail', 'pass'],
      pictured: [true, false],
    })
  })

  test('are all carried out in one in the deep profile', async () => {
    assert.deepEqual(await certified('deep', [...faulty, '--profile', 'deep', '--guises', 'none']), {
      code: 1,
      verdicts: ['fail', 'pass'],
      pictured: [true, true],
    })
  })
})

describe('logins without any browser', () => {
  test('are judged where a wrong one is refused, and not testable where only Chromium may say that it is not', async () => {
    assert.deepEqual(await certified('none', faulty, none), {
      code: 2,
      verdicts: ['not-testable', 'pass'],
      pictured: [false, false],
    })
  })

  test('pass at a reference that keeps the rules', async () => {
    assert.deepEqual((await certified('sound', ['--reference', 'ServiceProvider'], none)).verdicts, ['pass', 'pass'])
  })
})
