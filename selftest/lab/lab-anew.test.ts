import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  accessToken,
  askToken,
  assertionOf,
  lookUp,
  type RunningLab,
  registerParty,
  startLab,
  worldSettings,
} from '../stage/lab-fixture.js'

let running: RunningLab
before(async () => {
  running = await startLab([worldSettings('w')])
})
after(() => running.close())

const tokenStatus = async (): Promise<number | undefined> =>
  (await askToken(running, { client_assertion: assertionOf(running) })).response?.status

describe('a lab that begins anew', () => {
  it('knows neither parties nor tokens nor calls of before, and is the same registry', async () => {
    const bearer = await accessToken(running)
    const party = await registerParty(running)
    assert.equal((await lookUp(running, party, { bearer })).response?.status, 200)
    await running.lab.tripBreaker('silent')
    await running.lab.beginAnew()
    assert.deepEqual(await running.lab.ledger({}), [])
    assert.equal((await lookUp(running, party, { bearer })).response?.status, 401)
    const fresh = await accessToken(running)
    assert.equal((await lookUp(running, party, { bearer: fresh })).response?.status, 404)
    assert.equal((await lookUp(running, running.world.registry.partyId, { bearer: fresh })).response?.status, 200)
    const lease = await running.lab.lease('shared', 1_000)
    assert.equal(lease.breaker, null)
    await lease.release()
  })

  it('is in order though it was not, and grants leases though one was held', async () => {
    const late = await running.lab.lease('exclusive', 60_000)
    await running.lab.outage({ tokenStatus: 503 })
    assert.equal(await tokenStatus(), 503)
    await running.lab.beginAnew()
    assert.equal(await tokenStatus(), 200)
    const own = await running.lab.lease('exclusive', 60_000)
    await running.lab.outage({ tokenStatus: 500 })
    // A check of before that comes to its end only now ends nothing of this one.
    await late.release()
    assert.equal(await tokenStatus(), 500)
    await own.release()
  })
})
