import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const sources = ['ca', 'harness', 'suites'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name)),
)

/** Examples of a target file, one by which messages are counted, the maker itself, and the references, which are targets. */
const mayWriteOne =
  /^(?:harness\/(?:contracts\/(?:target-file\/|party-form)|target\/target-flags|check\/parties\/statements|reference\/)|suites\/audience\/alike)/

test('no Party Identifier is written anywhere but where they are made, since a target file says their form', () => {
  assert.ok(sources.length > 400, `${sources.length} files`)
  const written = sources.filter(
    (file) => !mayWriteOne.test(file) && readFileSync(file, 'utf8').includes('did:example'),
  )
  assert.deepEqual(written, [])
})
