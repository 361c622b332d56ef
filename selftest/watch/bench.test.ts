import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBench } from '../../harness/watch/bench/bench.js'

const plain = {}

/** A bench whose work goes on until it is let go. */
const slowBench = () => {
  const waiting: ((page: string) => void)[] = []
  const bench = openBench(() => new Promise<string>((resolve) => waiting.push(resolve)))
  return { bench, end: (page: string) => waiting.shift()?.(page) }
}

test('one message is made at a time, and the next one once it is done', async () => {
  const { bench, end } = slowBench()
  const first = bench.work('send', plain)
  await assert.rejects(bench.work('mint', plain), /one message at a time/)
  end('first')
  assert.equal(await first, 'first')
  const second = bench.work('mint', plain)
  end('second')
  assert.equal(await second, 'second')
})

test('a round begins once the bench is at rest, and nothing is made by hand while it goes on', async () => {
  const { bench, end } = slowBench()
  const done: string[] = []
  const made = bench.work('send', plain)
  const round = bench.during(async () => {
    done.push('round')
    await assert.rejects(bench.work('send', plain), /until it is over/)
  })
  await assert.rejects(bench.work('send', plain), /until it is over/)
  done.push('message')
  end('page')
  await Promise.all([made, round])
  assert.deepEqual(done, ['message', 'round'])
  const after = bench.work('send', plain)
  end('after')
  assert.equal(await after, 'after')
})

test('a message that hangs is given up for a round, and says so', async () => {
  const bench = openBench(
    (_, __, stop) => new Promise((_resolve, reject) => stop.addEventListener('abort', () => reject(stop.reason))),
  )
  const hanging = assert.rejects(bench.work('send', plain), /A round began before the answer came/)
  assert.equal(await bench.during(async () => 'played'), 'played')
  await hanging
})

test('work and rounds that fail keep nobody from what follows', async () => {
  let fails = true
  const bench = openBench(async () => {
    if (fails) throw new Error('no message')
    return 'page'
  })
  await assert.rejects(bench.work('send', plain), /no message/)
  await assert.rejects(
    bench.during(async () => {
      throw new Error('no round')
    }),
    /no round/,
  )
  fails = false
  assert.equal(await bench.work('send', plain), 'page')
})
