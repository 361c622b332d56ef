import assert from 'node:assert/strict'
import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Pauses, watchChanges } from '../../harness/watch/changes.js'
import { filesIn, ownFolder } from '../stage/own-folder.js'

const endings: (() => void)[] = []
after(() => {
  for (const end of endings) end()
})

/** What is heard of changes to these paths of a folder. */
function heard(folder: string, paths: readonly string[], pauses?: Pauses) {
  const { at } = filesIn(folder)
  const begun: string[] = []
  const settled: string[][] = []
  endings.push(
    watchChanges(
      paths.map((path) => at(path)),
      {
        begun: (file) => void begun.push(file.slice(folder.length + 1)),
        settled: (files) => void settled.push(files.map((file) => file.slice(folder.length + 1)).sort()),
      },
      pauses,
    ),
  )
  /** Waits until something has settled. */
  const next = async (): Promise<readonly string[] | undefined> => {
    const before = settled.length
    for (const end = Date.now() + 20_000; settled.length === before && Date.now() < end; ) await sleep(20)
    return settled[before]
  }
  return { begun, settled, next }
}

test('a hundred changes a second are one, which is heard of when it begins and when it is over', async () => {
  const folder = ownFolder()
  const { at, write } = filesIn(folder)
  mkdirSync(at('src'))
  // So long that a busy machine makes no pause of it.
  const { begun, settled, next } = heard(folder, ['src'], { quietMs: 1_000, mostMs: 60_000 })
  const over = next()
  for (let number = 0; number < 100; number += 1) {
    write('src/server.js', `version ${number}`)
    await sleep(5)
  }
  assert.deepEqual(begun, ['src/server.js'])
  assert.deepEqual(settled, [])
  assert.deepEqual(await over, ['src/server.js'])
  await sleep(100)
  assert.equal(settled.length, 1)
})

test('changes without any pause count as over after a time, and then as new ones', async () => {
  const folder = ownFolder()
  const { at, write } = filesIn(folder)
  mkdirSync(at('src'))
  const { begun, settled } = heard(folder, ['src'], { quietMs: 60_000, mostMs: 200 })
  for (let number = 0; settled.length < 2 && number < 2_000; number += 1) {
    write('src/server.log', `line ${number}`)
    await sleep(10)
  }
  assert.deepEqual(settled, [['src/server.log'], ['src/server.log']])
  assert.ok(begun.length >= 2)
})

test('what an editor does counts: a file put in the place of another, a new folder, a file that goes', async () => {
  const folder = ownFolder()
  const { at, write } = filesIn(folder)
  mkdirSync(at('src'))
  write('src/server.js', 'one')
  const { next } = heard(folder, ['src'])
  const replaced = next()
  write('part', 'two')
  renameSync(at('part'), at('src/server.js'))
  assert.deepEqual(await replaced, ['src/server.js'])
  const made = next()
  mkdirSync(at('src/rules'))
  write('src/rules/audience.js', 'three')
  assert.deepEqual(await made, ['src/rules/audience.js'])
  const again = next()
  write('src/rules/audience.js', 'four')
  assert.deepEqual(await again, ['src/rules/audience.js'])
  const gone = next()
  rmSync(at('src/server.js'))
  assert.deepEqual(await gone, ['src/server.js'])
})

test('what is not named, what tools install and what is only looked at counts for nothing', async () => {
  const folder = ownFolder()
  const { at, write } = filesIn(folder)
  mkdirSync(at('src/node_modules'), { recursive: true })
  write('server.js', 'one')
  write('src/a.js', 'a')
  utimesSync(at('src/a.js'), 1, 1)
  const { settled, next } = heard(folder, ['server.js', 'src'])
  write('other.js', 'two')
  write('src/node_modules/library.js', 'three')
  utimesSync(at('src/a.js'), 1, 1)
  await sleep(300)
  assert.deepEqual(settled, [])
  const named = next()
  writeFileSync(at('server.js'), 'two')
  assert.deepEqual(await named, ['server.js'])
})
