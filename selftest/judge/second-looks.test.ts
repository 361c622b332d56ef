import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Outliving, outlive, type Played, type Turn } from '../../harness/check/outlive.js'
import { createRecorder } from '../../harness/check/recorder.js'
import { createSecondLooks, type SecondLooks } from '../../harness/check/second-looks.js'
import { watched } from '../../harness/check/watch.js'
import { createHttpClient } from '../../harness/wire/http.js'

const folder = mkdtempSync(join(tmpdir(), 'second-looks-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const came = (undecided?: string): Played => ({
  recorder: createRecorder(),
  subjects: [],
  ...(undecided !== undefined && { undecided }),
})

/** A check that comes to these ends, one after the other, at a target that is there all the time. */
async function played(ends: readonly Played[], secondLooks: SecondLooks) {
  const turns: Turn[] = []
  let begunAnew = 0
  const check = {
    run: { folder, steward: '' },
    world: {
      target: { name: 'target', role: 'ServiceProvider' },
      watch: watched(createHttpClient({ timeoutMs: 1_000 })).watch,
    },
    description: { id: 'a.check' },
    anew: () => {
      begunAnew += 1
    },
    evenGone: false,
    secondLooks,
  } as unknown as Outliving
  const end = await outlive(check, (turn) => {
    turns.push(turn)
    return Promise.resolve(ends[turns.length - 1] as Played)
  })
  return { end, turns, begunAnew }
}

test('a check that came to nothing is played once more, while no other is', async () => {
  const passed = came()
  const { end, turns, begunAnew } = await played([came('No answer.'), passed], createSecondLooks())
  assert.deepEqual(
    turns.map(({ number, exclusive }) => [number, exclusive]),
    [
      [0, false],
      [1, true],
    ],
  )
  assert.equal(begunAnew, 1)
  assert.equal(end.recorder, passed.recorder)
  assert.equal(end.firstLook, 'No answer.')
})

test('what was decided is not looked at again', async () => {
  const { end, turns } = await played([came()], createSecondLooks())
  assert.equal(turns.length, 1)
  assert.equal(end.firstLook, undefined)
})

test('a second look in vain is the last one, and a target that leaves check after check open gets no more', async () => {
  const looks = createSecondLooks()
  const open = () => played([came('Not at first.'), came('Nor then.')], looks)
  for (let check = 0; check < 4; check += 1) {
    const { end, turns } = await open()
    assert.deepEqual([turns.length, end.undecided, end.firstLook], [2, 'Nor then.', 'Not at first.'])
  }
  const { end, turns } = await open()
  assert.deepEqual([turns.length, end.undecided, end.firstLook], [1, 'Not at first.', undefined])
})

test('a check that is decided at its first look gives those after it theirs, up to a bound', async () => {
  const looks = createSecondLooks()
  const open = () => played([came('Nothing.'), came('Nothing.')], looks)
  for (let four = 0; four < 2; four += 1) {
    for (let check = 0; check < 4; check += 1) assert.equal((await open()).turns.length, 2)
    assert.equal((await open()).turns.length, 1)
    await played([came()], looks)
  }
  assert.equal((await open()).turns.length, 1)
})

test('a second look that decides gives those after it theirs', async () => {
  const looks = createSecondLooks()
  for (let check = 0; check < 3; check += 1) await played([came('Nothing.'), came('Nothing.')], looks)
  await played([came('Nothing.'), came()], looks)
  const after = await played([came('Nothing.'), came('Nothing.')], looks)
  assert.equal(after.turns.length, 2)
  assert.equal(looks.areLeft(), true)
})
