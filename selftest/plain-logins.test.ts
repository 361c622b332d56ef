import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { findChromium, noChromium } from '../harness/browser/find.js'
import { resultsIn, sandbox } from './assay-command.js'

const box = sandbox()
after(() => box.remove())

const nonce = 'relying-party.nonce'
const state = 'relying-party.state'

/** Verdicts of the two checks at a reference ServiceProvider that does not look at the nonce, and who has pictures of a browser. */
async function certified(name: string, ...options: readonly string[]) {
  const out = join(box.folder, name)
  const only = [nonce, state].flatMap((id) => ['--only', id])
  const args = ['certify', '--reference', 'ServiceProvider', '--fault', 'ignores-nonce', ...only, ...options]
  const { code } = await box.start([...args, '--out', out]).ended
  const checks = resultsIn(out)?.checks ?? []
  const verdictOf = (id: string) => checks.find((check) => check.id === id)?.verdict
  const pictures = readdirSync(join(out, 'evidence'), { recursive: true })
    .map(String)
    .filter((file) => /\.png$/.test(file))
  const pictured = (id: string) => pictures.some((file) => file.includes(`/${id}/`))
  return { code, verdicts: [nonce, state].map(verdictOf), pictured: [nonce, state].map(pictured) }
}

describe('logins whose pages need no browser', { skip: findChromium() === undefined ? noChromium() : false }, () => {
  test('are carried out without one, which has the last word where one ends as it should not', async () => {
    assert.deepEqual(await certified('standard'), {
      code: 1,
      verdicts: ['fail', 'pass'],
      pictured: [true, false],
    })
  })

  test('are all carried out in one in the deep profile', async () => {
    assert.deepEqual(await certified('deep', '--profile', 'deep'), {
      code: 1,
      verdicts: ['fail', 'pass'],
      pictured: [true, true],
    })
  })
})
