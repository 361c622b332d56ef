import assert from 'node:assert/strict'
import { test } from 'node:test'
import { progress } from '../../harness/runner/progress.js'

/** What is written while a run of checks goes on, each as long as the other. */
const written = (isTTY: boolean, total: number, milliseconds: number, failing: readonly number[] = []) => {
  const lines: string[] = []
  let time = 0
  const out = { isTTY, write: (text: string) => lines.push(text) > 0 }
  const shown = progress(total, out, () => time)
  for (let check = 1; check <= total; check += 1) {
    time += milliseconds
    shown.step(failing.includes(check) ? 'failed' : 'passed')
  }
  shown.end()
  return lines
}

test('a terminal shows checks done, those that failed or stay undecided, and the time left', () => {
  const lines = written(true, 200, 1000, [2])
  assert.equal(lines[0], '\r\u001b[2K  1 of 200 checks, 0 failed or undecided')
  assert.equal(lines[9], '\r\u001b[2K  10 of 200 checks, 1 failed or undecided, about 3 min 10 s left')
  assert.equal(lines[179], '\r\u001b[2K  180 of 200 checks, 1 failed or undecided, about 20 s left')
  assert.equal(lines.at(-1), '\r\u001b[2K  200 of 200 checks, 1 failed or undecided\n')
})

test('a short run guesses nothing', () => {
  assert.ok(written(true, 30, 10).every((line) => !line.includes('left')))
})

test('a log gets a line every hundred checks, and the last', () => {
  assert.deepEqual(written(false, 250, 1000), [
    '  100 of 250 checks, 0 failed or undecided\n',
    '  200 of 250 checks, 0 failed or undecided\n',
    '  250 of 250 checks, 0 failed or undecided\n',
  ])
})
