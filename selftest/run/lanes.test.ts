import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlannedCheck } from '../../harness/contracts/plan.js'
import { runAll } from '../../harness/runner/lanes.js'
import { createSchedule, type Job } from '../../harness/runner/schedule.js'
import type { Workplace } from '../../harness/runner/types.js'

const jobs = ['one', 'two', 'three'].map(
  (id): Job => ({
    planned: { target: 'acme', role: 'ServiceProvider', check: { id } } as PlannedCheck,
    timing: { exclusive: true, waits: 0, last: false, mayLock: false },
  }),
)
const signals = { interrupted: false, onSignal: () => undefined }

/** A place for checks that pass at once, and what became of it. */
function workplace() {
  const done: string[] = []
  const state = { isClosed: false }
  const place: Workplace = {
    openLane: () => ({
      carryOut: async ({ check }) => void done.push(check.id),
      interrupt: () => undefined,
      close: async () => undefined,
    }),
    close: async () => {
      state.isClosed = true
    },
  }
  return { place, done, state }
}

test('what cannot be written down about a check ends the run, which closes its workplaces, and never hangs it', async () => {
  const { place, done, state } = workplace()
  const over = (): void => {
    throw new Error('The disk is full.')
  }
  await assert.rejects(runAll(createSchedule(jobs, 1, false), [place], signals, over), /The disk is full/)
  assert.deepEqual(done, ['one'])
  assert.ok(state.isClosed)
})

test('a run that reaches every check closes its workplaces', async () => {
  const { place, done, state } = workplace()
  const over: string[] = []
  const all = await runAll(createSchedule(jobs, 1, false), [place], signals, ({ check }) => void over.push(check.id))
  assert.deepEqual([all, done, over, state.isClosed], [true, ['one', 'two', 'three'], done, true])
})
