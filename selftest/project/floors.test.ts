import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'

interface Side {
  readonly path?: string
  readonly pathNot?: string | readonly string[]
}

interface Config {
  readonly floors: readonly (readonly string[])[]
  readonly walls: Readonly<Record<string, readonly string[]>>
  readonly forbidden: readonly { readonly from: Side; readonly to: Side & { readonly circular?: boolean } }[]
}

const { floors, walls, forbidden } = createRequire(`${process.cwd()}/`)('./.dependency-cruiser.cjs') as Config
const rooms = floors.flat()
const filesIn = (room: string): string[] =>
  room.endsWith('.ts')
    ? [room]
    : readdirSync(room, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .sort()
        .map((name) => `${room}/${name}`)
const fileIn = (room: string): string => filesIn(room)[0] ?? `${room}/none.ts`

const fits = (file: string, { path, pathNot = [] }: Side): boolean =>
  (path === undefined || new RegExp(path).test(file)) && ![pathNot].flat().some((one) => new RegExp(one).test(file))

const isForbidden = (from: string, to: string): boolean =>
  forbidden.some((rule) => rule.to.circular === undefined && fits(from, rule.from) && fits(to, rule.to))

test('no room may import one beside or above it', () => {
  for (const [floor, own] of floors.entries())
    for (const from of own)
      for (const to of floors.slice(floor).flat())
        assert.equal(isForbidden(fileIn(from), fileIn(to)), from !== to, `${from} → ${to}`)
})

test('a room with a wall may import what the wall names, and nothing else', () => {
  const names = (allowed: readonly string[], room: string): boolean =>
    allowed.some((one) => one === room || one.startsWith(`${room}/`))
  assert.ok(Object.keys(walls).length > 2)
  for (const [from, allowed] of Object.entries(walls)) {
    for (const to of allowed) assert.equal(isForbidden(fileIn(from), fileIn(to)), false, `${from} → ${to}`)
    for (const to of rooms.filter((room) => room !== from && !names(allowed, room)))
      assert.ok(isForbidden(fileIn(from), fileIn(to)), `${from} → ${to}`)
  }
})

test('suites and everything but the self-test keep away from the references, and these from what judges them', () => {
  for (const from of rooms.filter((room) => !['harness/reference', 'selftest'].includes(room)))
    assert.ok(isForbidden(fileIn(from), 'harness/reference/main.ts'), from)
  assert.equal(isForbidden('selftest/any.test.ts', 'harness/reference/main.ts'), false)
  for (const to of ['harness/wire/jws.ts', 'harness/judge/verdict.ts', 'harness/contracts/results.ts'])
    assert.ok(isForbidden('harness/reference/main.ts', to), to)
})

test('each folder of code is a room, and each room is there', () => {
  const folders = readdirSync('harness').map((name) => `harness/${name}`)
  const top = ['requirements', 'ca', 'suites', 'reports', 'selftest', 'bench']
  assert.deepEqual([...rooms].sort(), [...folders, ...top].sort())
  for (const room of rooms) assert.ok(filesIn(room).length > 0, room)
})

test('the table of floors in ARCHITECTURE.md is that of the tool', () => {
  const { status, stderr } = spawnSync(process.execPath, ['tools/floors-table.mjs', '--check'], { encoding: 'utf8' })
  assert.equal(stderr, '')
  assert.equal(status, 0)
})
