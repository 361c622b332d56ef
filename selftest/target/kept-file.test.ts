import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readKept } from '../../harness/target/kit/kept-file.js'

const folder = mkdtempSync(join(tmpdir(), 'assay-kept-'))
after(() => rmSync(folder, { recursive: true }))

test('what an earlier run kept is read, and nothing where it kept nothing', () => {
  const file = join(folder, 'kept.json')
  assert.equal(readKept(file), undefined)
  writeFileSync(file, '{"partyId":"did:example:a"}')
  assert.deepEqual(readKept(file), { partyId: 'did:example:a' })
})

test('what is cut off, or cannot be read, is never taken for nothing', () => {
  const [cut, unreadable] = [join(folder, 'cut.json'), join(folder, 'a-folder.json')]
  writeFileSync(cut, '{"partyId":"did:exa')
  mkdirSync(unreadable)
  for (const [file, why] of [
    [cut, 'it holds no JSON, or not all of it'],
    [unreadable, 'EISDIR came of reading it'],
  ] as const)
    assert.throws(() => readKept(file), {
      code: 'CONFIG_ERROR',
      message: `${file} is no state of Assay: ${why}. Remove it, or name another folder with --state.`,
    })
})
