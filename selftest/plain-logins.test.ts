import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { findChromium, noChromium } from '../harness/browser/find.js'
import { resultsOf, sandbox } from './assay-command.js'

const box = sandbox()
after(() => box.remove())

const nonce = 'relying-party.nonce'
const state = 'relying-party.state'

/** Exit code and verdicts of the two checks, and which of them have pictures of a browser. */
async function certified(name: string, ...args: readonly string[]) {
  const out = join(box.folder, name)
  const only = [nonce, state].flatMap((id) => ['--only', id])
  const ended = await box.start(['certify', ...args, ...only, '--out', out]).ended
  const { checks } = resultsOf(ended, out)
  const verdictOf = (id: string) => checks.find((check) => check.id === id)?.verdict
  const files = readdirSync(join(out, 'evidence'), { recursive: true }).map(String)
  const pictured = (id: string) => files.some((file) => file.includes(`/${id}/`) && file.endsWith('.png'))
  return { code: ended.code, verdicts: [nonce, state].map(verdictOf), pictured: [nonce, state].map(pictured) }
}

const faulty = ['--reference', 'ServiceProvider', '--fault', 'ignores-nonce']

describe('logins whose pages need no browser', { skip: findChromium() === undefined ? noChromium() : false }, () => {
  test('are carried out without one, which has the last word where one ends as it should not', async () => {
    assert.deepEqual(await certified('standard', ...faulty), {
      code: 1,
      verdicts: ['fail', 'pass'],
      pictured: [true, false],
    })
  })

  test('are all carried out in one in the deep profile', async () => {
    assert.deepEqual(await certified('deep', ...faulty, '--profile', 'deep'), {
      code: 1,
      verdicts: ['fail', 'pass'],
      pictured: [true, true],
    })
  })
})
