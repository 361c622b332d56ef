import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { after, before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { JsonObject } from '../../harness/contracts/json.js'
import { type AnswerGuise, accessTokenForms } from '../../harness/contracts/lab-protocol.js'
import { decodeJwt, memberOf } from '../../harness/wire/decode.js'
import { accessToken, askToken, assertionOf, type RunningLab, startLab, worldSettings } from '../stage/lab-fixture.js'

let running: RunningLab
let bearer: string
let count = 0
before(async () => {
  running = await startLab([worldSettings('w')])
  bearer = await accessToken(running)
})
after(() => running.close())

/** An answer as it stands on the wire. */
interface Raw {
  readonly headers: IncomingMessage['headers']
  readonly names: readonly string[]
  readonly body: Buffer
}

const get = (url: string, headers: Readonly<Record<string, string>>): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { headers, rejectUnauthorized: false, agent: false }, async (response) => {
      const parts: Buffer[] = []
      for await (const part of response) parts.push(part as Buffer)
      const names = response.rawHeaders.filter((_, index) => index % 2 === 0)
      resolve({ headers: response.headers, names, body: Buffer.concat(parts) })
    })
    asked.on('error', reject)
    asked.end()
  })

/** A party that the registry answers about in a guise, looked up. */
async function lookedUp(guise: AnswerGuise, more: Readonly<Record<string, string>> = {}): Promise<Raw> {
  count += 1
  const partyId = `did:example:guised-${count}`
  await running.lab.register([{ partyId, record: { party_id: partyId, status: 'Active' }, answer: { guise } }])
  const url = `${running.world.registry.baseUrl}/parties?party_id=${encodeURIComponent(partyId)}`
  return get(url, { authorization: `Bearer ${bearer}`, ...more })
}

const tokenIn = (body: Buffer): string => (JSON.parse(String(body)) as { parties_token: string }).parties_token

describe('an answer of the lab in another form', () => {
  it('comes in chunks, with its headers in upper case, or on a connection that ends', async () => {
    const chunked = await lookedUp({ transfer: 'chunked', upperCase: true })
    assert.equal(chunked.headers['transfer-encoding'], 'chunked')
    assert.equal(chunked.headers['content-length'], undefined)
    assert.ok(chunked.names.includes('CONTENT-TYPE'), chunked.names.join())
    assert.ok(tokenIn(chunked.body).startsWith('eyJ'))
    const closed = await lookedUp({ transfer: 'closed' })
    assert.equal(closed.headers.connection, 'close')
    assert.ok(tokenIn(closed.body).startsWith('eyJ'))
  })

  it('is compressed where that is asked for, and nowhere else', async () => {
    const zipped = await lookedUp({ transfer: 'compressed' }, { 'accept-encoding': 'br, gzip' })
    assert.equal(zipped.headers['content-encoding'], 'gzip')
    assert.ok(tokenIn(gunzipSync(zipped.body)).startsWith('eyJ'))
    for (const more of [{}, { 'accept-encoding': 'identity' }, { 'accept-encoding': 'gzip;q=0' }]) {
      const plain = await lookedUp({ transfer: 'compressed' }, more)
      assert.equal(plain.headers['content-encoding'], undefined)
      assert.ok(tokenIn(plain.body).startsWith('eyJ'))
    }
    const [first, ...rest] = (await running.lab.ledger({ kinds: ['party-lookup'] })).slice(-4)
    assert.deepEqual([first?.guise, ...rest.map(({ guise }) => guise)], ['compressed', undefined, undefined, undefined])
  })

  it('is signed with another certificate of the registry each time', async () => {
    const other = { otherCertificate: {} }
    const leaves: unknown[] = []
    const issuers: unknown[] = []
    for (const guise of [{}, {}, other, other]) {
      const { header, payload } = decodeJwt(tokenIn((await lookedUp(guise)).body))
      leaves.push((memberOf(header, 'x5c') as readonly unknown[])[0])
      issuers.push(memberOf(payload, 'iss'))
    }
    assert.equal(leaves[0], leaves[1])
    assert.equal(new Set(leaves).size, 3)
    assert.deepEqual(new Set(issuers), new Set([running.world.registry.partyId]))
  })

  it('is a JWT of another chain or key, age or order', async () => {
    const signed = async (guise: AnswerGuise) => decodeJwt(tokenIn((await lookedUp(guise)).body))
    const chain = async (guise: AnswerGuise) => memberOf((await signed(guise)).header, 'x5c') as readonly string[]
    assert.equal((await chain({})).length, 3)
    assert.equal((await chain({ otherCertificate: { under: 'intermediate-a2' } })).length, 4)
    const [leaf = ''] = await chain({ otherCertificate: { bits: 3072 } })
    const { publicKey } = new X509Certificate(Buffer.from(leaf, 'base64'))
    assert.equal(publicKey.asymmetricKeyDetails?.modulusLength, 3072)

    const usual = await signed({})
    const { header, payload } = await signed({ turnedRound: true, ageSeconds: 20 })
    for (const [one, other] of [
      [header, usual.header],
      [payload, usual.payload],
    ])
      assert.deepEqual(Object.keys(one as JsonObject), Object.keys(other as JsonObject).reverse())
    const age = Date.now() / 1000 - Number(memberOf(payload, 'iat'))
    assert.ok(age >= 20 && Number(memberOf(payload, 'exp')) - Number(memberOf(payload, 'iat')) === 30, String(age))
  })
})

const granted = async (): Promise<JsonObject> => {
  const { response } = await askToken(running, {
    client_id: 'did:example:target',
    client_assertion: assertionOf(running),
  })
  assert.equal(response?.status, 200)
  return JSON.parse(response.body) as JsonObject
}

describe('the token endpoint of the registry', () => {
  it('answers in turn in each form, the usual one last, and takes every token', async () => {
    await running.lab.tokenAnswers([
      ...accessTokenForms.map((form) => ({ accessToken: form })),
      { beside: 'bearer in small letters' },
      { beside: 'no expires_in' },
      { beside: 'further members' },
    ])
    const [long, jwt, small, endless, more, usual] = [
      await granted(),
      await granted(),
      await granted(),
      await granted(),
      await granted(),
      await granted(),
    ]
    await running.lab.tokenAnswers([])
    assert.match(String(long?.access_token), /^(?=.*\+)(?=.*\/)(?=.*=)(?=.*~).{500,}$/)
    assert.equal(String(jwt?.access_token).split('.').length, 3)
    assert.equal(small?.token_type, 'bearer')
    assert.ok(!Object.hasOwn(endless ?? {}, 'expires_in'))
    assert.ok(Object.keys(more ?? {}).length > 3)
    assert.deepEqual(Object.keys(usual ?? {}).sort(), ['access_token', 'expires_in', 'token_type'])
    for (const each of [long, jwt, small, endless, more]) {
      const url = `${running.world.registry.baseUrl}/parties?party_id=did:example:nobody`
      await get(url, { authorization: `Bearer ${each?.access_token}` })
      assert.equal((await running.lab.ledger({ kinds: ['party-lookup'] })).at(-1)?.bearer, 'valid')
    }
    const calls = await running.lab.ledger({ kinds: ['registry-token'] })
    assert.deepEqual(
      calls.slice(-6).map(({ guise }) => guise),
      [...accessTokenForms, 'bearer in small letters', 'no expires_in', 'further members', undefined],
    )
  })

  it('shows no token of another form in an address, whatever its spelling', async () => {
    for (const accessToken of accessTokenForms) {
      await running.lab.tokenAnswers([{ accessToken }])
      const token = String((await granted()).access_token)
      for (const spelling of [token, encodeURIComponent(token)]) {
        await get(`${running.world.registry.baseUrl}/elsewhere-of-all?x=${spelling}`, {})
        const { target = '' } = (await running.lab.ledger({ kinds: ['other'] })).at(-1) ?? {}
        assert.match(target, /^[^?]*\?x=/)
        assert.ok(!target.includes(token.slice(-40)) && !target.includes(encodeURIComponent(token).slice(-40)), target)
      }
    }
    await running.lab.tokenAnswers([])
  })
})

describe('a ServiceProvider of the lab in another form', () => {
  it('tells a token of punctuation that stands in an address as it is', async () => {
    await running.lab.providers([
      { scope: 'guised', partyId: 'did:example:provider', guise: { accessToken: 'long with punctuation' } },
    ])
    const baseUrl = `${running.world.https}/service-provider/guised`
    const { response } = await running.http.exchange({
      method: 'POST',
      url: `${baseUrl}/oauth2.0/token`,
      headers: [['content-type', 'application/x-www-form-urlencoded']],
      body: new URLSearchParams({
        client_id: 'did:example:target',
        client_assertion: assertionOf(running, { aud: 'did:example:provider' }),
      }).toString(),
    })
    const token = (JSON.parse(response?.body ?? '') as { access_token: string }).access_token
    for (const [target, headers] of [
      [`/service?token=${token}`, {}],
      [`/service?token=${encodeURIComponent(token)}`, {}],
      ['/service?token=none', { authorization: `Bearer ${token}` }],
    ] as const)
      await get(`${baseUrl}${target}`, headers)
    const calls = await running.lab.ledger({ kinds: ['service'], subjects: ['guised'] })
    assert.deepEqual(
      calls.map(({ inUrl, bearer: had }) => [inUrl !== undefined, had]),
      [
        [true, 'none'],
        [true, 'none'],
        [false, 'valid'],
      ],
    )
  })
})
