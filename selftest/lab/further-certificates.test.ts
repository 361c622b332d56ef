import assert from 'node:assert/strict'
import { randomUUID, X509Certificate } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { JsonObject } from '../../harness/contracts/json.js'
import type { AnswerGuise } from '../../harness/contracts/lab-protocol.js'
import { decodeJwt, memberOf } from '../../harness/wire/decode.js'
import { accessToken, lookUp, startLab, worldSettings } from '../stage/lab-fixture.js'
import { bodyOf, codeOf, loginsAt } from './lab-login-fixture.js'

const running = await startLab([worldSettings('w')])
after(() => running.close())
const [a] = running.world.identityProviders
const { get, logIn, redeem } = loginsAt(running)
let bearer: string
before(async () => {
  bearer = await accessToken(running)
})

/** Header of the id_token of a human who logs in in that form. */
async function headerOf(guise?: AnswerGuise): Promise<JsonObject> {
  const username = `u-${randomUUID()}`
  await running.lab.humans([{ username, subject: 's', ...(guise && { guise }) }])
  const { answer } = await logIn(a, username)
  return decodeJwt(String(bodyOf(await redeem(a, codeOf(answer))).id_token)).header as JsonObject
}

const chainOf = async (guise?: AnswerGuise) => (await headerOf(guise)).x5c as readonly string[]

/** Leaves that the registry, and the provider itself, have of the provider now. */
async function known(): Promise<{ readonly listed: readonly unknown[]; readonly published: readonly unknown[] }> {
  const { payload } = decodeJwt(String(bodyOf(await lookUp(running, a.partyId, { bearer })).parties_token))
  const { keys } = bodyOf(await get(`${a.baseUrl}/jwks`))
  return {
    listed: (memberOf(payload, 'certificates') as readonly JsonObject[]).map(({ x5c }) => x5c),
    published: (keys as readonly JsonObject[]).map(({ x5c }) => (x5c as readonly string[])[0]),
  }
}

describe('a party of the lab with further certificates', () => {
  it('has none before an answer in such a form is programmed', async () => {
    const [leaf] = await chainOf()
    assert.deepEqual(await known(), { listed: [leaf], published: [leaf] })
  })

  it('signs with one that the registry lists behind its own, and whose key is its own', async () => {
    const [usual] = await chainOf()
    const long = await chainOf({ otherCertificate: { under: 'intermediate-a2' } })
    const [strong = ''] = await chainOf({ otherCertificate: { bits: 3072 } })
    assert.equal(long.length, 4)
    const { publicKey } = new X509Certificate(Buffer.from(strong, 'base64'))
    assert.equal(publicKey.asymmetricKeyDetails?.modulusLength, 3072)
    const leaves = [usual, long[0], strong]
    assert.deepEqual(await known(), { listed: leaves, published: leaves })
    assert.equal((await chainOf({ otherCertificate: { bits: 3072 } }))[0], strong)
    assert.equal((await chainOf({ otherCertificate: {} }))[0], usual)
    assert.equal((await chainOf())[0], usual)
  })
})
