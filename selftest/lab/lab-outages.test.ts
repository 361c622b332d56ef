import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { wrongTlsCertificates } from '../../harness/contracts/lab-protocol.js'
import {
  accessToken,
  askToken,
  assertionOf,
  lookUp,
  type RunningLab,
  startLab,
  worldSettings,
} from '../stage/lab-fixture.js'

let running: RunningLab
before(async () => {
  running = await startLab([worldSettings('w')])
})
after(() => running.close())

describe('outages', () => {
  const during = async (
    outage: Parameters<RunningLab['lab']['outage']>[0],
    run: () => Promise<void>,
  ): Promise<void> => {
    const lease = await running.lab.lease('exclusive', 10_000)
    await running.lab.outage(outage)
    await run()
    await lease.release()
  }
  const status = async () => (await askToken(running, { client_assertion: assertionOf(running) })).response?.status
  const kind = async () => (await askToken(running, { client_assertion: assertionOf(running) })).noAnswer?.kind

  it('need the exclusive lease', async () => {
    await assert.rejects(running.lab.outage({ reset: true }), /exclusive/)
    const lease = await running.lab.lease('shared', 1000)
    await assert.rejects(running.lab.outage({ reset: true }), /exclusive/)
    await lease.release()
  })
  it('make the token endpoint fail', async () => {
    await during({ tokenStatus: 503 }, async () => assert.equal(await status(), 503))
    assert.equal(await status(), 200)
  })
  it('break the connection of a token request that was read', async () => {
    await during({ tokenReset: true }, async () => {
      const since = Date.now()
      assert.equal(await kind(), 'reset')
      const [entry] = await running.lab.ledger({ kinds: ['registry-token'], since })
      assert.notEqual(entry?.assertion, undefined)
      assert.equal(entry?.status, 0)
    })
    assert.equal(await status(), 200)
  })
  it('send everybody on from the token endpoint, to a place that counts', async () => {
    await during({ tokenRedirect: 307 }, async () => {
      const { response } = await askToken(running, { client_assertion: assertionOf(running) })
      assert.equal(response?.status, 307)
      const form = { client_assertion: assertionOf(running) }
      await running.http.exchange({
        method: 'POST',
        url: String(response.headers.location),
        headers: [['content-type', 'application/x-www-form-urlencoded']],
        body: new URLSearchParams(form).toString(),
      })
      const [entry] = await running.lab.ledger({ kinds: ['canary'], subjects: ['lure-registry-token'] })
      assert.notEqual(entry?.assertion, undefined)
    })
    assert.equal(await status(), 200)
  })
  it('give access tokens in one form', async () => {
    const type = async () => {
      const { response } = await askToken(running, { client_assertion: assertionOf(running) })
      return (JSON.parse(response?.body ?? '{}') as { readonly token_type?: string }).token_type
    }
    await during({ tokenForm: { beside: 'bearer in small letters' } }, async () => {
      assert.deepEqual([await type(), await type()], ['bearer', 'bearer'])
    })
    assert.equal(await type(), 'Bearer')
  })
  it('reset connections', async () => {
    await during({ reset: true }, async () => {
      assert.equal(await kind(), 'reset')
      const entry = (await running.lab.ledger({ kinds: ['registry-token'] })).at(-1)
      assert.deepEqual([entry?.status, entry?.assertion], [0, undefined])
    })
    assert.equal(await status(), 200)
  })
  for (const tlsCertificate of wrongTlsCertificates)
    it(`present a certificate that is ${tlsCertificate}, on kept-alive connections too`, async () => {
      assert.equal(await status(), 200)
      await during({ tlsCertificate }, async () => assert.equal(await kind(), 'tls'))
      assert.equal(await status(), 200)
    })
  it('present a wrong certificate once they have refused an access token, and not before', async () => {
    const token = await accessToken(running)
    await during({ forgetTokens: true, tlsCertificateAfterRefusal: 'expired' }, async () => {
      assert.equal(await status(), 200)
      assert.equal((await lookUp(running, 'x', { bearer: token })).response?.status, 401)
      assert.equal(await kind(), 'tls')
    })
    assert.equal(await status(), 200)
  })
  it('forget tokens', async () => {
    const token = await accessToken(running)
    await during({ forgetTokens: true }, async () => {
      assert.equal((await lookUp(running, 'x', { bearer: token })).response?.status, 401)
      assert.equal((await lookUp(running, 'x', { bearer: await accessToken(running) })).response?.status, 404)
    })
  })
  it('are over when the holder of the lease falls silent', async () => {
    await running.lab.lease('exclusive', 50)
    await running.lab.outage({ tokenStatus: 500 })
    const lease = await running.lab.lease('shared', 1000)
    assert.equal(await status(), 200)
    await lease.release()
  })
})
