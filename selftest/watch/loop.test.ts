import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PlannedCheck } from '../../harness/contracts/plan.js'
import type { CheckResult, CheckVerdict } from '../../harness/contracts/results.js'
import { openDesk } from '../../harness/watch/desk.js'
import { namedChecks, openLoop, type Wish } from '../../harness/watch/loop.js'
import type { RoundEnd } from '../../harness/watch/round.js'

const plan = ['audience.two', 'audience.none', 'replay.twice'].map(
  (id) =>
    ({
      target: 'acme',
      role: 'ServiceProvider',
      check: { id, requirements: ['R'], cases: [] },
      selected: { run: true },
    }) as unknown as PlannedCheck,
)

/** A loop over rounds that end at once, unless `play` says otherwise, with the verdicts that it is given. */
function stage(play?: (stop: AbortController, number: number) => Promise<RoundEnd>) {
  const verdicts: Record<string, CheckVerdict> = {}
  const desk = openDesk(plan)
  const rounds: { readonly wish: Wish['kind']; readonly ids: readonly string[] }[] = []
  const complaints: string[] = []
  let missing: string | undefined
  const loop = openLoop({
    desk,
    absent: async () => missing,
    view: {
      began: ({ wish, ids }) => void rounds.push({ wish: wish.kind, ids: [...ids] }),
      ready: () => undefined,
      judged: () => undefined,
      kept: () => undefined,
      ended: () => undefined,
      complain: (message) => void complaints.push(message),
    },
    play: async (ids, stop, hears) => {
      const end = (await play?.(stop, rounds.length)) ?? { interrupted: false }
      if (!end.interrupted && end.problem === undefined)
        for (const id of ids)
          hears.judged({ id, target: 'acme', role: 'ServiceProvider', verdict: verdicts[id] ?? 'pass' } as CheckResult)
      return end
    },
  })
  const running = loop.run()
  const settle = () => sleep(20)
  return {
    loop,
    desk,
    verdicts,
    rounds,
    complaints,
    settle,
    miss: (message: string | undefined) => {
      missing = message
    },
    end: () => {
      loop.end()
      return running
    },
  }
}

const change: Wish = { kind: 'change', files: ['server.js'] }

test('a change runs what was not green, and everything once nothing is red any more', async () => {
  const { loop, verdicts, rounds, settle, end } = stage()
  Object.assign(verdicts, { 'audience.two': 'fail', 'replay.twice': 'finding' })
  loop.want({ kind: 'start' })
  await settle()
  loop.want(change)
  await settle()
  verdicts['audience.two'] = 'pass'
  loop.want(change)
  await settle()
  await end()
  const all = ['audience.two', 'audience.none', 'replay.twice']
  assert.deepEqual(rounds, [
    { wish: 'start', ids: all },
    { wish: 'change', ids: ['audience.two', 'replay.twice'] },
    { wish: 'change', ids: ['audience.two', 'replay.twice'] },
    { wish: 'rest', ids: all },
  ])
})

test('where all is green, a change runs everything, and "failing" nothing', async () => {
  const { loop, rounds, complaints, settle, end } = stage()
  loop.want({ kind: 'start' })
  await settle()
  loop.want({ kind: 'failing' })
  await settle()
  assert.match(complaints.join(), /^Everything is green/)
  loop.want(change)
  await settle()
  await end()
  assert.deepEqual(
    rounds.map(({ wish, ids }) => [wish, ids.length]),
    [
      ['start', 3],
      ['change', 3],
    ],
  )
})

test('a change gives up the round that goes on, whose verdicts of before stand, and the next begins when files rest', async () => {
  const { loop, desk, rounds, settle, end } = stage(async (stop, number) => {
    if (number === 2)
      await new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve(), { once: true }))
    return { interrupted: stop.signal.aborted }
  })
  loop.want({ kind: 'start' })
  await settle()
  loop.want({ kind: 'all' })
  await settle()
  loop.changing('server.js')
  await settle()
  assert.equal(rounds.length, 2)
  assert.deepEqual([...desk.notGreen()], [])
  loop.want(change)
  await settle()
  await end()
  assert.deepEqual(
    rounds.map(({ wish }) => wish),
    ['start', 'all', 'change'],
  )
})

test('a target that writes into what is watched is named, and its round goes on to its end', async () => {
  const { loop, rounds, complaints, settle, end } = stage(async (stop) => {
    loop.changing('log.txt')
    if (!stop.signal.aborted) await sleep(5)
    loop.want({ kind: 'change', files: ['log.txt'] })
    return { interrupted: stop.signal.aborted }
  })
  loop.want({ kind: 'start' })
  await settle()
  await settle()
  await end()
  assert.equal(complaints.length, 1)
  assert.match(complaints[0] ?? '', /^log\.txt changes while rounds go on.*watch\.paths/)
  assert.equal(rounds.length, 3)
})

test('a target that is gone is waited for; one that came back in the middle of the round after a change is judged again', async () => {
  const { loop, rounds, complaints, settle, miss, end } = stage(async (_, number) => {
    if (number === 2) loop.back()
    return { interrupted: false }
  })
  miss('Nothing listens.')
  loop.want({ kind: 'start' })
  await settle()
  assert.deepEqual([rounds.length, complaints], [0, ['Nothing listens.']])
  miss(undefined)
  loop.back()
  await settle()
  loop.want(change)
  await settle()
  await end()
  assert.deepEqual(
    rounds.map(({ wish }) => wish),
    ['back', 'change', 'back'],
  )
})

test('names mean checks, requirements and topics; what means nothing is said', () => {
  const desk = openDesk(plan)
  const idsOf = (...names: string[]) => {
    const wish = namedChecks(desk, names)
    return wish.kind === 'checks' ? [...wish.ids] : []
  }
  assert.deepEqual(idsOf('audience.*'), ['audience.two', 'audience.none'])
  assert.deepEqual(idsOf('replay.twice', 'audience.none'), ['audience.none', 'replay.twice'])
  assert.equal(idsOf('R').length, 3)
  assert.throws(() => idsOf('audience.too'), /audience\.too names no check/)
})
