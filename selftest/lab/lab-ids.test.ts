import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { usualPartyForm } from '../../harness/contracts/party-form.js'
import { idsOf } from '../../harness/lab/ids.js'

const folder = mkdtempSync(join(tmpdir(), 'assay-ids-'))
after(() => rmSync(folder, { recursive: true }))

const all = ({ registry, bystander, others }: ReturnType<typeof idsOf>) => [
  registry,
  bystander,
  ...Object.values(others),
]

test('a lab keeps the identifiers that kits name, each another one, until their form is another one', () => {
  const first = idsOf({ folder }, usualPartyForm)
  assert.equal(new Set(all(first)).size, all(first).length)
  const again = idsOf({ folder }, usualPartyForm)
  assert.deepEqual([again.registry, again.others], [first.registry, first.others])
  const other = idsOf({ folder }, '{digits:9}')
  for (const id of all(other)) assert.match(id, /^\d{9}$/)
  assert.deepEqual(idsOf({ folder }, '{digits:9}').others, other.others)
})
