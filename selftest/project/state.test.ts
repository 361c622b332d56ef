import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { listChecks } from '../../harness/cli/list-checks.js'
import { type Cell, cells, kept, shared } from '../../suites/state/cells.js'

const everyCell = Object.values(cells).flatMap((row): readonly Cell[] => Object.values(row))
const named = everyCell.filter((cell) => typeof cell !== 'string')
const ids = new Set(named.flat())

test('each thing that is kept, by each key, has checks or a reason', () => {
  assert.equal(everyCell.length, Object.keys(kept).length * Object.keys(shared).length)
  assert.ok(everyCell.every((cell) => cell.length > 0))
  assert.ok(named.length >= 40, `${named.length} cells with a check`)
})

test('the checks of the table are there, and each notices a fault', async () => {
  const checks = new Map((await listChecks()).map(({ check }) => [check.id, check]))
  assert.deepEqual(
    [...ids].filter((id) => (checks.get(id)?.detects.length ?? 0) === 0),
    [],
  )
})

test('each check about what is remembered stands in the table', async () => {
  const own = (await listChecks()).map(({ check }) => check.id).filter((id) => id.startsWith('state.'))
  assert.ok(own.length > 0)
  assert.deepEqual(
    own.filter((id) => !ids.has(id)),
    [],
  )
})

test('docs/state.md is that of the table', () => {
  const { status, stderr } = spawnSync(process.execPath, ['tools/state-table.mjs', '--check'], { encoding: 'utf8' })
  assert.equal(stderr, '')
  assert.equal(status, 0)
})
