import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { connect } from 'node:tls'
import type { JsonObject } from '../../harness/contracts/json.js'
import { type MisbehaviourName, misbehaviours } from '../../harness/lab/misbehaviour/misbehaviour.js'
import { decodeJwt, memberOf } from '../../harness/wire/decode.js'
import type { Exchange } from '../../harness/wire/types.js'
import { cases } from '../../requirements/index.js'
import { accessToken, lookUp, type RunningLab, registerParty, startLab, worldSettings } from '../stage/lab-fixture.js'

let running: RunningLab
let bearer: string
before(async () => {
  running = await startLab([worldSettings('w')])
  bearer = await accessToken(running)
})
after(() => running.close())

const caseIds = cases.map(({ id }) => id)
const served = (rows: Readonly<Record<string, { readonly cases: readonly string[] }>>) =>
  new Set(Object.values(rows).flatMap(({ cases }) => cases))

describe('transport of a look-up', () => {
  const answerTo = async (
    transport: MisbehaviourName,
    timeoutMs?: number,
  ): Promise<Exchange & { readonly partyId: string }> => {
    const partyId = await registerParty(running, { transport }, { status: 'Suspended' })
    return { ...(await lookUp(running, partyId, { bearer, ...(timeoutMs && { timeoutMs }) })), partyId }
  }
  it('has a row for every catalogued case that is not about every party', () => {
    const elsewhere = ['RGT-01', 'RGT-10']
    const missing = caseIds.filter((id) => id.startsWith('RGT-') && !served(misbehaviours).has(id))
    assert.deepEqual(missing, elsewhere)
  })
  for (const status of [500, 503, 404, 401] as const) {
    it(`status ${status}: no token comes with it, and the ledger knows`, async () => {
      const { response, partyId } = await answerTo(`status ${status}`)
      assert.deepEqual([response?.status, response?.body], [status, '{"error":"failed"}'])
      assert.equal((await running.lab.ledger({ subjects: [partyId] }))[0]?.status, status)
    })
  }
  for (const name of ['reset before the answer', 'reset in the body', 'closed in the body'] as const) {
    it(`${name}: no complete answer`, async () => {
      assert.equal((await answerTo(name)).noAnswer?.kind, 'reset')
    })
  }
  it('resets below TLS', async () => {
    const partyId = await registerParty(running, { transport: 'reset before the answer' })
    const socket = connect({
      port: Number(new URL(running.world.https).port),
      host: '127.0.0.1',
      rejectUnauthorized: false,
    })
    socket.write(`GET /participant-registry/parties/${partyId} HTTP/1.1\r\nHost: x\r\n\r\n`)
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException]
    assert.equal(error.code, 'ECONNRESET')
  })
  it('silent: no answer', async () => {
    const { noAnswer, partyId } = await answerTo('silent', 2_000)
    assert.equal(noAnswer?.kind, 'timeout')
    assert.equal((await running.lab.ledger({ subjects: [partyId] }))[0]?.status, 0)
  })
  it('late: a sound answer after the time named', async () => {
    const { response, durationMs } = await answerTo('after 3 seconds')
    assert.equal(response?.status, 200)
    assert.ok(durationMs > 2990, `${durationMs} ms`)
    assert.equal((await answerTo('after 5 seconds', 100)).noAnswer?.kind, 'timeout')
    assert.equal((await answerTo('after 35 seconds', 100)).noAnswer?.kind, 'timeout')
  })
  it('nonsense: complete answers of status 200', async () => {
    const body = async (name: MisbehaviourName): Promise<string> => {
      const { response } = await answerTo(name)
      assert.equal(response?.status, 200)
      return response?.body ?? '?'
    }
    assert.equal(await body('empty body'), '')
    assert.match(await body('HTML'), /^<!doctype html>/)
    assert.equal(await body('JSON array'), '[]')
    assert.equal(await body('JSON null'), 'null')
    assert.match(await body('truncated JSON'), /^\{"parties_token":"ey.*[^}]$/)
  })
  it('redirect: to an Active answer, signed or plain', async () => {
    const follow = async (name: MisbehaviourName): Promise<JsonObject> => {
      const { response } = await answerTo(name)
      assert.equal(response?.status, 302)
      const there = await running.http.exchange({ method: 'GET', url: String(response?.headers.location), headers: [] })
      return JSON.parse(there.response?.body ?? '') as JsonObject
    }
    const { parties_token } = await follow('redirect to a signed answer')
    assert.equal(memberOf(decodeJwt(String(parties_token)).payload, 'status'), 'Active')
    assert.equal((await follow('redirect to a plain record')).status, 'Active')
  })
  it('gzip bomb: a megabyte on the wire', async () => {
    const { response } = await answerTo('gzip bomb')
    assert.equal(response?.headers['content-encoding'], 'gzip')
    const size = Number(response?.headers['content-length'])
    assert.ok(size > 500_000 && size < 2_000_000, `${size} bytes`)
  })
  it('endless body: more than anybody wants', async () => {
    const { response } = await answerTo('endless body')
    assert.equal(response?.truncated, true)
  })
  it('status 401 at first: sound the second time', async () => {
    const { response, partyId } = await answerTo('status 401 at first')
    assert.equal(response?.status, 401)
    assert.equal((await lookUp(running, partyId, { bearer })).response?.status, 200)
  })
})
