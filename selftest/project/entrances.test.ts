import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { listChecks } from '../../harness/cli/list-checks.js'
import { type Cell, entranceRules, type PlaceId, places } from '../../suites/support/entrances/index.js'

/** The roles that each check is played at. */
const rolesOf = new Map<string, readonly string[]>()
for (const { check, role } of (await listChecks()).filter(({ selected }) => selected.run))
  rolesOf.set(check.id, [...(rolesOf.get(check.id) ?? []), role])
const cells = entranceRules.flatMap(({ says, at }) =>
  Object.entries(at).map(([place, cell]) => ({ where: `${says} at ${place}`, place: place as PlaceId, cell })),
)
const idsIn = (cell: Cell): readonly string[] => ('reason' in cell ? [] : cell)
const concerns = (id: string, place: PlaceId): boolean =>
  (rolesOf.get(id) ?? []).some((role) => (places[place].roles as readonly string[]).includes(role))

test('each rule has a cell at each place, with a check that is played there or a reason', () => {
  for (const { at, says } of entranceRules) assert.deepEqual(Object.keys(at).sort(), Object.keys(places).sort(), says)
  for (const { where, place, cell } of cells)
    assert.ok('reason' in cell ? cell.reason.length > 20 : idsIn(cell).some((id) => concerns(id, place)), where)
})

test('each check that a cell names exists, and concerns a role of the place where the cell is its own', () => {
  for (const { where, place, cell } of cells)
    for (const id of idsIn(cell)) {
      assert.ok(rolesOf.has(id), `${where} names ${id}, which is no check.`)
      // The checks of the client assertion stand for those of an assertion beside a code.
      if (place !== 'code' && place !== 'assertion') assert.ok(concerns(id, place), `${where} names ${id}.`)
    }
})

test('each check of a forwarded JWT that says what must be refused stands in the table', () => {
  const named = new Set(cells.filter(({ place }) => place === 'forwarded').flatMap(({ cell }) => idsIn(cell)))
  const elsewhere = [
    // About the party at the registry, about several JWTs, or about what a forwarded JWT does at all.
    'forwarding.status',
    'forwarding.status-flip',
    'forwarding.registry-failure',
    'forwarding.one-of-several',
    'forwarding.behind-others',
    'forwarding.each-by-itself',
    'forwarding.many',
    'forwarding.no-jwt',
    'forwarding.needed-in-any-context',
    'forwarding.needed-of-issuers',
    'forwarding.side-by-side',
    'forwarding.remembered',
    'forwarding.effect',
    'forwarding.aged',
    'forwarding.several-servers',
    'forwarding.re-encoded',
  ]
  const all = [...rolesOf.keys()].filter((id) => id.startsWith('forwarding.'))
  assert.deepEqual(all.filter((id) => !named.has(id)).sort(), elsewhere.sort())
})

test('docs/entrances.md is what the table says', () => {
  const { status, stderr } = spawnSync(process.execPath, ['tools/entrances-page.mjs', '--check'], { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
})
