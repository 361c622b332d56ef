import assert from 'node:assert/strict'
import { appendFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { listening } from '../../harness/check/answers/listen.js'
import { answerNotes } from '../../harness/check/answers/notes.js'
import type { JsonObject } from '../../harness/contracts/json.js'
import { presets } from '../../harness/target/presets.js'
import type { HttpClient } from '../../harness/wire/http.js'
import type { Exchange, HttpRequest } from '../../harness/wire/types.js'
import { ownFolder } from '../stage/own-folder.js'
import { assertionOf, newClient, openLab, target } from '../stage/reference-fixture.js'

const lab = await openLab()
after(() => lab.close())
const folder = ownFolder()
const [own, alice, bob] = [
  await newClient(lab, { partyId: target }),
  await newClient(lab, { partyId: 'did:example:alice' }),
  await newClient(lab, { partyId: 'did:example:bob' }),
]
const roots = async () => (await lab.authority.trustedRoots()).map(({ der }) => der)

const fresh = new Set([alice.partyId])

/** A worker at a target that answers what the request says. */
function workerAt(name: string, worker: number, clockOffsetMs = 0) {
  const exchange = async (request: HttpRequest): Promise<Exchange> => {
    const [, status = '200', body = ''] = /answer=(\d+) (.*)$/.exec(String(request.body)) ?? []
    const response = { status: Number(status), headers: {}, body, truncated: false }
    return { request, response, startedAt: new Date().toISOString(), durationMs: 1 }
  }
  const bare: HttpClient = {
    exchange,
    exchangeRaw: () => Promise.reject(new Error('not used')),
    race: (requests) => Promise.all(requests.map(exchange)),
    close: () => Promise.resolve(),
  }
  const notes = answerNotes(folder, { name, role: 'IdentityProvider' }, worker)
  const { settings } = presets.default
  const itself = { partyId: target, clockOffsetMs }
  const { http, answers } = listening(bare, { settings, target: itself, roots, fresh, notes })
  const request = (answer: JsonObject, { by = alice, status = 200 } = {}): HttpRequest => {
    const body = `client_assertion=${assertionOf(by)}&answer=${status} ${JSON.stringify(answer)}`
    return { method: 'POST', url: 'http://127.0.0.1/token', headers: [], body }
  }
  return { http, answers, request }
}

test('a refresh token at any depth is noted with the check that got it, and no refusal is', async () => {
  const { http, answers, request } = workerAt('refreshed', 1)
  await http.exchange(request({ access_token: 'one' }))
  answers.begin('time.skew')
  await http.exchange(request({ access_token: 'two', more: [{ refreshToken: 'r' }] }))
  await http.exchange(request({ access_token: 'three', refresh_token: '' }))
  await http.exchange(request({ error: 'no token', refresh_token: 'r' }, { status: 400 }))
  const heard = answers.of('token')
  assert.equal(heard?.total, 3)
  assert.deepEqual(
    [...(heard?.broken ?? [])],
    [['TOKEN-NO-REFRESH', [{ check: 'time.skew', says: 'a refresh token' }]]],
  )
  assert.equal(answers.of('id_token'), undefined)
  await http.exchange(request({ access_token: 'known before' }, { by: bob }))
  assert.deepEqual([...(answers.of('token')?.parties ?? [])], [[alice.partyId, 'preflight']])
})

test('an access token for two parties is noted, whichever worker heard of either', async () => {
  const [first, second] = [workerAt('shared', 1), workerAt('shared', 2)]
  await first.http.exchange(first.request({ access_token: 'same' }))
  await first.http.exchange(first.request({ access_token: 'same' }))
  first.answers.keep()
  assert.deepEqual(second.answers.of('token')?.broken.size, 0)
  second.answers.begin('identity.race')
  await second.http.race([second.request({ access_token: 'same' }, { by: bob })])
  const [[requirement, [seen]] = ['', []]] = [...(second.answers.of('token')?.broken ?? [])]
  assert.equal(requirement, 'TOKEN-BOUND-PARTY')
  assert.equal(seen?.check, 'identity.race')
  assert.ok(seen.says.includes(bob.partyId), seen.says)
  assert.equal(workerAt('another target', 3).answers.of('token'), undefined)
})

test('what a target answers is not taken for answers of another one with nearly its name', async () => {
  const [one, another] = ['1', '2'].map((number) => workerAt(`Поставщик услуг участника схемы обмена ${number}`, 1))
  await one?.http.exchange(one.request({ access_token: 'one' }))
  assert.equal(one?.answers.of('token')?.total, 1)
  assert.equal(another?.answers.of('token'), undefined)
})

test('a JWT of the target is held against the rules of signed ones, and its jti against all others', async () => {
  const { http, answers, request } = workerAt('signed', 1)
  const aud = alice.partyId
  const sound = assertionOf(own, { aud })
  const jti = 'the same'
  const [one, another] = [assertionOf(own, { aud, jti }), assertionOf(own, { aud, jti, nonce: 'another' })]
  const long = assertionOf(own, { aud, exp: Math.floor(Date.now() / 1000) + 3600 })
  for (const id_token of [sound, sound, one, another, long, `${sound.slice(0, -8)}AAAAAAAA`])
    await http.exchange(request({ access_token: id_token.slice(-20), id_token }))
  const heard = answers.of('id_token')
  assert.equal(heard?.total, 6)
  const counts = Object.fromEntries([...(heard?.broken ?? [])].map(([id, seen]) => [id, seen.length]))
  // The one whose signature was changed has the jti of the sound one, too.
  assert.deepEqual(counts, { 'JWT-JTI-NEW': 2, 'JWT-LIFETIME': 1, 'JWT-SIGNED': 1 })
})

test('a JWT that had expired when it was asked for is noted, by the clock of the target', async () => {
  const lateOf = async (secondsAgo: number, behindSeconds = 0) => {
    const { http, answers, request } = workerAt(`late ${secondsAgo} ${behindSeconds}`, 1, -behindSeconds * 1000)
    const iat = Math.floor(Date.now() / 1000) - secondsAgo
    await http.exchange(request({ id_token: assertionOf(own, { aud: alice.partyId, iat, exp: iat + 30 }) }))
    return answers.of('id_token')?.broken.get('JWT-LIFETIME')?.length ?? 0
  }
  assert.deepEqual([await lateOf(2), await lateOf(33), await lateOf(45), await lateOf(45, 20)], [0, 0, 1, 0])
})

test('an id_token is for the client that redeemed, with the nonce that its code is of', async () => {
  const { http, answers, request } = workerAt('logins', 1)
  const redeem = (code: string, claims: JsonObject) => {
    const id_token = assertionOf(own, { aud: alice.partyId, ...claims })
    const asked = request({ access_token: code, id_token })
    return http.exchange({ ...asked, body: `code=${code}&${String(asked.body)}` })
  }
  answers.expect('one', 'first nonce')
  answers.expect('two', 'second nonce')
  await redeem('one', { nonce: 'first nonce' })
  await redeem('two', { nonce: 'first nonce' })
  await redeem('unknown', { nonce: 'any' })
  await redeem('unknown', { aud: bob.partyId })
  const broken = [...(answers.of('id_token')?.broken ?? [])].map(([id, [seen]]) => [id, seen?.says])
  assert.deepEqual(broken, [
    ['LOGIN-NONCE', 'nonce is "first nonce", not that of the request'],
    ['ASSERTION-AUD', `aud is "${bob.partyId}", not the caller`],
  ])
})

test('an answer about a party is for whom its access token was given to', async () => {
  const { http, answers, request } = workerAt('look-ups', 1)
  await http.exchange(request({ access_token: 'of-alice' }))
  for (const aud of [alice.partyId, bob.partyId]) {
    const asked = request({ parties_token: assertionOf(own, { aud }) }, { by: bob })
    await http.exchange({ ...asked, headers: [['Authorization', 'Bearer of-alice']] })
  }
  const broken = [...(answers.of('parties_token')?.broken ?? [])].map(([id, seen]) => [id, seen.length])
  assert.deepEqual(broken, [['ASSERTION-AUD', 1]])
})

test('half a line of a process that was ended is left out', async () => {
  const { http, answers, request } = workerAt('half', 1)
  await http.exchange(request({ access_token: 'one' }))
  answers.keep()
  const [file = ''] = readdirSync(folder).filter((name) => name.includes('half'))
  appendFileSync(join(folder, file), '{"kind":"tok')
  assert.equal(answers.of('token')?.total, 1)
})
