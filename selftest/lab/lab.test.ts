import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { intermediateScope, reference } from '../../ca/index.js'
import { connectLab } from '../../harness/lab/channel/client.js'
import { openControl } from '../../harness/lab/channel/control.js'
import { openLedger } from '../../harness/lab/storage/ledger.js'
import type { WorldState } from '../../harness/lab/storage/state.js'
import { Certificate } from '../../harness/reference/pki/certificate.js'
import { readCrl } from '../../harness/reference/pki/revocation/crl.js'
import { ocspRequest } from '../../harness/reference/pki/revocation/ocsp-request.js'
import { accessToken, lookUp, type RunningLab, registerParty, startLab, worldSettings } from '../stage/lab-fixture.js'

let running: RunningLab
let bearer: string
before(async () => {
  running = await startLab([worldSettings('w')])
  bearer = await accessToken(running)
})
after(() => running.close())

describe('revocation sources and canaries', () => {
  const get = async (url: string) => (await running.http.exchange({ method: 'GET', url, headers: [] })).response

  it('list what was programmed for a scope, and count hits', async () => {
    const { chain } = running.target
    const { serial, issuer } = reference(chain[0] as Buffer, chain[1] as Buffer)
    await running.lab.revocation({ scope: 'revoked', revoked: [serial] })
    for (const [scope, count] of [
      ['revoked', 1],
      ['sound', 0],
    ] as const) {
      // Node's client decodes the body as text, so the CRL is read over another one.
      const answer = await fetch(`${running.world.http}/crl/${issuer}/${scope}.crl`)
      assert.equal(answer.headers.get('content-type'), 'application/pkix-crl')
      assert.equal(readCrl(Buffer.from(await answer.arrayBuffer())).revoked.size, count)
      assert.equal((await running.lab.ledger({ subjects: [scope], kinds: ['crl'] })).length, 1)
    }
  })
  it('tell what was given at each address: all of it, current, sound, and what it says', async () => {
    const [leaf = Buffer.alloc(0), above = Buffer.alloc(0)] = running.target.chain
    const { serial, issuer } = reference(leaf, above)
    const question = ocspRequest(new Certificate(leaf), new Certificate(above))
    const given = async (scope: string) =>
      (await running.lab.ledger({ subjects: [scope] })).flatMap((entry) => entry.given ?? [])
    const of = (current: boolean, sound: boolean, revoked: readonly string[]) => [
      { complete: true, current, sound, revoked },
      { complete: true, current, sound, revoked },
    ]
    for (const [misbehaviour, expected] of [
      [undefined, of(true, true, [serial])],
      ['stale', of(false, true, [serial])],
      ['replayed', of(false, true, [])],
      ['wrong-signer', of(true, false, [serial])],
    ] as const) {
      const scope = `given-${misbehaviour}`
      await running.lab.revocation({ scope, revoked: [serial], ...(misbehaviour && { misbehaviour }) })
      await (await fetch(`${running.world.http}/crl/${issuer}/${scope}.crl`)).arrayBuffer()
      const asked = { method: 'POST', body: new Uint8Array(question) }
      await (await fetch(`${running.world.http}/ocsp/${issuer}/${scope}`, asked)).arrayBuffer()
      const told = await given(scope)
      assert.deepEqual(
        told.map(({ until: _, ...rest }) => rest),
        expected,
      )
      const holds = told.filter(({ until = 0 }) => until > Date.now() + 60_000)
      assert.equal(holds.length, expected.filter(({ current }) => current).length)
    }
  })
  it('know of a list whether the target read all of it', async () => {
    const { chain } = running.target
    const { serial, issuer } = reference(chain[0] as Buffer, chain[1] as Buffer)
    const beginning = async (path: string): Promise<void> => {
      const socket = connect(Number(new URL(running.world.http).port), '127.0.0.1')
      socket.write(`GET ${path} HTTP/1.1\r\nHost: lab\r\n\r\n`)
      for await (const chunk of socket) if ((chunk as Buffer).length > 0) break
    }
    const whole = async (path: string) => (await fetch(running.world.http + path)).arrayBuffer()
    for (const [scope, read] of [
      ['begun', beginning],
      ['read', whole],
    ] as const) {
      await running.lab.revocation({ scope, revoked: [serial], others: 20_000 })
      const given = async () => (await running.lab.ledger({ subjects: [scope], kinds: ['crl'] })).at(-1)?.given
      const expected = { complete: scope === 'read', current: true, sound: true, revoked: [serial] }
      // The lab hears a little later that the rest is refused; on a busy machine the system may have taken all by then.
      for (let times = 0; times < 5 && (await given())?.complete !== expected.complete; times += 1) {
        await read(`/crl/${issuer}/${scope}.crl`)
        await setTimeout(100)
      }
      const { until: _, ...told } = (await given()) ?? {}
      assert.deepEqual(told, expected)
    }
  })
  it('send on to another address, and contradict each other, as programmed', async () => {
    const [leaf = Buffer.alloc(0), above = Buffer.alloc(0)] = running.target.chain
    const { serial, issuer } = reference(leaf, above)
    const question = new Uint8Array(ocspRequest(new Certificate(leaf), new Certificate(above)))
    // Node sends octets once only, a blob after a redirect too.
    const asked = { method: 'POST', body: new Blob([question]) }
    const both = async (scope: string) => {
      await (await fetch(`${running.world.http}/crl/${issuer}/${scope}.crl`)).arrayBuffer()
      await (await fetch(`${running.world.http}/ocsp/${issuer}/${scope}`, asked)).arrayBuffer()
    }
    const seen = async (scope: string) =>
      (await running.lab.ledger({ subjects: [scope] })).map(({ kind, status, given }) => [kind, status, given?.revoked])
    await running.lab.revocation({ scope: 'old', revoked: [], movedTo: 'old-moved' })
    await running.lab.revocation({ scope: 'old-moved', revoked: [serial], saidBy: 'ocsp', afterSeconds: 0.2 })
    const began = Date.now()
    await both('old')
    assert.ok(Date.now() - began >= 400)
    assert.deepEqual(await seen('old'), [
      ['crl', 302, undefined],
      ['ocsp', 307, undefined],
    ])
    assert.deepEqual(await seen('old-moved'), [
      ['crl', 200, []],
      ['ocsp', 200, [serial]],
    ])
  })
  it('answer OCSP by POST and GET', async () => {
    const { chain } = running.target
    const { issuer } = reference(chain[0] as Buffer, chain[1] as Buffer)
    const nonsense = await fetch(`${running.world.http}/ocsp/${issuer}/s`, { method: 'POST', body: 'nonsense' })
    assert.equal(Buffer.from(await nonsense.arrayBuffer()).toString('hex'), '30030a0101', 'malformedRequest')
    assert.equal((await get(`${running.world.http}/ocsp/${issuer}/s/AAAA`))?.status, 200)
    const hits = await running.lab.ledger({ subjects: ['s'], kinds: ['ocsp'] })
    assert.deepEqual(
      hits.map(({ method }) => method),
      ['POST', 'GET'],
    )
  })
  it('do not know other issuers, nor misbehaviours without a name', async () => {
    assert.equal((await get(`${running.world.http}/crl/${'0'.repeat(64)}/x.crl`))?.status, 404)
    await assert.rejects(running.lab.revocation({ scope: 'x', revoked: [], misbehaviour: 'nonsense' }), /nonsense/)
    assert.ok(intermediateScope)
  })
  it('put up with targets that cannot be decoded', async () => {
    for (const path of [
      '/crl/%zz/%zz.crl',
      '/ocsp/%zz/%zz/%zz',
      '/canary/%zz',
      '/participant-registry/parties/%zz',
      '//',
    ]) {
      assert.equal((await get(running.world.https + path))?.status, 404, path)
    }
    assert.deepEqual(
      (await running.lab.ledger({ subjects: ['%zz'] })).map(({ kind }) => kind),
      ['crl', 'ocsp', 'canary', 'party-lookup'],
    )
  })
  it('count hits on canaries on both listeners and serve what is programmed', async () => {
    const url = `${running.world.http}/canary/jku-1?x=1`
    assert.equal((await get(url))?.status, 404)
    await running.lab.canary({ name: 'jku-1', contentType: 'application/json', body: '{"keys":[]}' })
    const answer = await get(`${running.world.https}/canary/jku-1`)
    assert.deepEqual(
      [answer?.status, answer?.body, answer?.headers['content-type']],
      [200, '{"keys":[]}', 'application/json'],
    )
    await running.http.exchange({ method: 'PROPFIND', url, headers: [] })
    const hits = await running.lab.ledger({ subjects: ['jku-1'], kinds: ['canary'] })
    assert.deepEqual(
      hits.map(({ method, status }) => [method, status]),
      [
        ['GET', 404],
        ['GET', 200],
        ['PROPFIND', 200],
      ],
    )
  })
  it('keep the registry off the plain listener', async () => {
    assert.equal((await get(`${running.world.http}/participant-registry/parties?party_id=x`))?.status, 404)
  })
})

describe('ledger', () => {
  it('finds by subject, by text of the target, by kind and by time', async () => {
    const partyId = await registerParty(running)
    const since = Date.now()
    await lookUp(running, partyId, { bearer, path: `/parties?party_id=${partyId}&mark=abc` })
    const { lab } = running
    assert.equal((await lab.ledger({ subjects: [partyId] })).length, 1)
    assert.equal((await lab.ledger({ mentioning: ['mark=abc'], since })).length, 1)
    assert.equal((await lab.ledger({ subjects: [partyId], kinds: ['crl'] })).length, 0)
    assert.equal((await lab.ledger({ subjects: [partyId], since: Date.now() + 1000 })).length, 0)
  })
  it('forgets the oldest entries beyond its bound', () => {
    const ledger = openLedger({ maxEntries: 3 })
    for (let at = 0; at < 5; at += 1)
      ledger.add({ at, kind: 'other', method: 'GET', target: '/', subject: `s${at % 2}`, status: 200 })
    assert.deepEqual(
      ledger.find({}).map(({ at }) => at),
      [2, 3, 4],
    )
    assert.deepEqual(
      ledger.find({ subjects: ['s0', 's1'] }).map(({ at }) => at),
      [2, 3, 4],
    )
    assert.deepEqual(
      ledger.find({ since: 4 }).map(({ at }) => at),
      [4],
    )
    const small = openLedger({ maxBytes: 1200 })
    for (let at = 0; at < 5; at += 1) small.add({ at, kind: 'other', method: 'GET', target: '/', status: 200 })
    assert.equal(small.find({}).length, 2)
  })
  it('remembers who was asked about in entries that it has forgotten', () => {
    const ledger = openLedger({ maxEntries: 1 })
    for (const [kind, subject] of [
      ['party-lookup', 'a'],
      ['party-lookup', 'b'],
      ['delegation', 'c'],
    ] as const)
      ledger.add({ at: 1, kind, method: 'GET', target: '/', subject, status: 200 })
    assert.deepEqual(ledger.subjects('party-lookup'), ['a', 'b'])
    assert.deepEqual(ledger.subjects('delegation'), ['c'])
    assert.deepEqual(ledger.subjects('crl'), [])
  })
})

describe('control channel', () => {
  it('says nothing without its token', async () => {
    for (const [authorization, method] of [
      ['', 'POST'],
      ['Bearer x', 'POST'],
      [`bearer ${running.ready.control.token}`, 'GET'],
    ] as const) {
      const answer = await fetch(`${running.ready.control.url}/w/ledger`, { method, headers: { authorization } })
      assert.deepEqual([answer.status, await answer.text()], [401, ''])
    }
  })
  it('refuses everything after the lab itself has failed, so that no verdict rests on it', async () => {
    const control = await openControl(new Map([['w', { failure: 'GET /parties: Error: lost' } as WorldState]]))
    const lab = connectLab(control.address, 'w')
    await assert.rejects(lab.ledger({}), /the lab failed at GET \/parties: Error: lost/)
    await lab.close()
    control.close()
  })
  it('names calls and worlds that it does not have', async () => {
    const nowhere = connectLab(running.ready.control, 'nowhere')
    await assert.rejects(nowhere.ledger({}), { code: 'HARNESS_ERROR' })
    await nowhere.close()
  })
})
