import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PlannedCheck } from '../../harness/contracts/plan.js'
import { createSchedule, type Job, type Schedule } from '../../harness/runner/schedule.js'

const job = (id: string, timing: Partial<Job['timing']> = {}, target = 'one'): Job => ({
  planned: { target, role: 'ServiceProvider', check: { id } } as PlannedCheck,
  timing: { exclusive: false, waits: 0, last: false, mayLock: false, ...timing },
})

const idOf = (one: Job | undefined): string | undefined => one?.planned.check.id

/** All that may begin now. */
function beginAll(schedule: Schedule): Job[] {
  const begun: Job[] = []
  for (let next = schedule.next(); next !== undefined; next = schedule.next()) begun.push(next)
  return begun
}

describe('the schedule of a run', () => {
  it('lets exclusive checks run first, each alone at its target', () => {
    const schedule = createSchedule(
      [job('a'), job('b', { exclusive: true }), job('c', { exclusive: true }), job('other', {}, 'two')],
      4,
      false,
    )
    const first = beginAll(schedule)
    assert.deepEqual(first.map(idOf).sort(), ['b', 'other'])
    schedule.over(first.find((one) => idOf(one) === 'b') as Job)
    const second = beginAll(schedule)
    assert.deepEqual(second.map(idOf), ['c'])
    schedule.over(second[0] as Job)
    assert.deepEqual(beginAll(schedule).map(idOf), ['a'])
  })

  it('has those checks come behind the rest on whose account a target may lock somebody', () => {
    const alone = { exclusive: true } as const
    const schedule = createSchedule(
      [job('locks', { ...alone, mayLock: true }), job('last', { last: true }), job('a'), job('b', alone)],
      1,
      false,
    )
    const order: (string | undefined)[] = []
    for (let one = schedule.next(); one !== undefined; one = schedule.next()) {
      order.push(idOf(one))
      schedule.over(one)
    }
    assert.deepEqual(order, ['b', 'a', 'locks', 'last'])
  })

  it('lets three checks wait at a time, the longest first, beside as many others as there are places', () => {
    const waiting = [job('short', { waits: 5 }), job('medium', { waits: 8 }), job('long', { waits: 12 })]
    const schedule = createSchedule([job('a'), ...waiting, job('b'), job('longest', { waits: 30 }), job('c')], 2, false)
    const begun = beginAll(schedule)
    assert.deepEqual(begun.map(idOf), ['longest', 'long', 'medium', 'a', 'b'])
    schedule.over(begun[1] as Job)
    assert.deepEqual(beginAll(schedule).map(idOf), ['short'])
    schedule.over(begun[3] as Job)
    assert.deepEqual(beginAll(schedule).map(idOf), ['c'])
  })

  it('lets those run last that judge what the target has sent in the run', () => {
    const schedule = createSchedule(
      [job('sent', { last: true }), job('a'), job('long', { waits: 12 }), job('b')],
      1,
      false,
    )
    const order: (string | undefined)[] = []
    for (let begun = beginAll(schedule); begun.length > 0; begun = beginAll(schedule)) {
      order.push(...begun.map(idOf))
      for (const one of begun) schedule.over(one)
    }
    assert.deepEqual(order, ['long', 'a', 'b', 'sent'])
  })

  it('counts those that wait where so many at a time were asked for', () => {
    const schedule = createSchedule([job('a'), job('long', { waits: 12 }), job('b')], 1, true)
    const [first] = beginAll(schedule)
    assert.equal(idOf(first), 'long')
    schedule.over(first as Job)
    assert.deepEqual(beginAll(schedule).map(idOf), ['a'])
  })

  it('lets those wait side by side that alone are left', () => {
    const schedule = createSchedule([job('one', { waits: 12 }), job('two', { waits: 12 })], 2, false)
    assert.equal(beginAll(schedule).length, 2)
  })

  it('gives each target its share, also when others have ended', () => {
    const many = (target: string) => Array.from({ length: 40 }, (_, index) => job(`${target}${index}`, {}, target))
    const schedule = createSchedule([...many('one'), job('two', {}, 'two')], 2, false)
    const begun = beginAll(schedule)
    assert.deepEqual(begun.map(({ planned }) => planned.target).sort(), ['one', 'two'])
    for (const one of begun) schedule.over(one)
    assert.equal(beginAll(schedule).length, 1)
    assert.equal(beginAll(createSchedule(many('one'), 3, false)).length, 3)
  })

  it('hands out each check once, and none after it was cleared', () => {
    const schedule = createSchedule([job('a'), job('b'), job('c')], 2, true)
    const [first] = beginAll(schedule)
    schedule.clear()
    schedule.over(first as Job)
    assert.equal(schedule.next(), undefined)
  })
})
