import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openLeases } from '../../harness/lab/channel/leases.js'
import { type RunningLab, startLab, worldSettings } from '../stage/lab-fixture.js'

let running: RunningLab
before(async () => {
  running = await startLab([worldSettings('w')])
})
after(() => running.close())

describe('leases', () => {
  it('run shared ones together and an exclusive one alone, in order of arrival', () => {
    const granted: string[] = []
    const ids = new Map<string, string>()
    const leases = openLeases(() => granted.push('ended'))
    const ask = (name: string, mode: 'shared' | 'exclusive') =>
      leases.request(mode, 60_000, (id) => {
        granted.push(name)
        ids.set(name, id)
      })
    const release = (name: string) => leases.release(ids.get(name) ?? '')
    ask('a', 'shared')
    ask('b', 'shared')
    ask('X', 'exclusive')
    ask('c', 'shared')
    const withdraw = ask('Y', 'exclusive')
    ask('d', 'shared')
    assert.deepEqual(granted, ['a', 'b'])
    release('a')
    assert.deepEqual(granted, ['a', 'b'], 'X waits for b')
    release('b')
    assert.deepEqual(granted, ['a', 'b', 'X'], 'c waits for X although it is shared')
    release('X')
    assert.deepEqual(granted, ['a', 'b', 'X', 'ended', 'c'])
    withdraw()
    assert.deepEqual(granted.slice(5), ['d'], 'nobody waits for a request that was withdrawn')
    assert.equal(release('X'), false)
    for (const name of ['c', 'd']) release(name)
  })
  it('end when the holder is silent, not while it calls', async () => {
    // So long that a busy machine does not miss a call.
    const lease = await running.lab.lease('exclusive', 5_000)
    for (let calls = 0; calls < 4; calls += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      await running.lab.ledger({ subjects: [] })
    }
    await running.lab.outage({})
    await new Promise((resolve) => setTimeout(resolve, 5_200))
    await assert.rejects(running.lab.outage({}), /exclusive/)
    await lease.release()
  })
  it('tell that the breaker was tripped, and by what first', async () => {
    await running.lab.tripBreaker('no answer to 5 controls')
    await running.lab.tripBreaker('later')
    const lease = await running.lab.lease('shared', 1000)
    assert.equal(lease.breaker, 'no answer to 5 controls')
    await lease.release()
    await running.lab.resetBreaker()
    const next = await running.lab.lease('shared', 1000)
    assert.equal(next.breaker, null)
    await next.release()
  })
})
