import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { decodeJwt } from 'jose'
import type { LoginBehaviourName } from '../../harness/lab/identity-provider/login-behaviour.js'
import type { RunningLab } from '../stage/lab-fixture.js'
import {
  answerOf,
  asking,
  atTheLab,
  authorize,
  Browser,
  extendKit,
  labProviders,
  newHuman,
  redeem,
  redirectUri,
  type Seen,
} from '../stage/login-fixture.js'
import {
  type Client,
  failure,
  newClient,
  openLab,
  type RunningReference,
  startReference,
  target,
  writeReferenceKit,
} from '../stage/reference-fixture.js'

let lab: RunningLab
let broker: RunningReference

const newParty = (fault?: string): Promise<Client> =>
  newClient(lab, { record: { redirect_uris: [redirectUri] }, ...(fault && { name: `${fault}.` }) })

/** Chooses an IdentityProvider of the lab on the page of the broker, and logs in there. */
async function logIn(browser: Browser, page: { readonly url: string }, username: string, index = 0): Promise<Seen> {
  const provider = lab.world.identityProviders[index]?.partyId ?? ''
  const { location } = await browser.open(page.url, { provider })
  return browser.follow(await atTheLab(lab, location, username))
}

before(async () => {
  lab = await openLab()
  const kit = join(lab.folder, 'kit')
  await writeReferenceKit(lab, kit)
  assert.match(
    (await failure('IdentityBroker', { ASSAY_KIT: kit, ASSAY_BASE_URL: 'http://127.0.0.1:1' }))[1],
    /identityProviders/,
  )
  extendKit(kit, { identityProviders: labProviders(lab) })
  const names = [
    'ignores-nonce',
    'accepts-id-token-of-another-provider',
    'passes-on-unasked-claims',
    'keeps-human-of-browser',
  ]
  const plan = names.map((name) => `${name}@did:example:${name}.*`).join()
  broker = await startReference(kit, 'IdentityBroker', { ASSAY_FAULT: plan })
})
after(async () => {
  await broker?.stop()
  await lab?.close()
})

test('a human chooses where to log in, and the client learns no more than it asked for', async () => {
  const [client, browser] = [await newParty(), new Browser(broker.baseUrl)]
  const request = asking(client)
  const page = await authorize(browser, request)
  assert.match(page.text, /<h1>Choose where to log in<\/h1>/)
  for (const { partyId } of lab.world.identityProviders) assert.ok(page.text.includes(`Log in at ${partyId}<`))
  const username = await newHuman(lab, 'sound')
  const { code = '', ...answer } = answerOf(await logIn(browser, page, username, 1))
  assert.deepEqual(answer, { state: 'the state', iss: target })
  const { json } = await redeem(broker.baseUrl, client, code, request)
  const { sub, name, iss, aud } = decodeJwt(String(json.id_token))
  assert.deepEqual([iss, aud, name], [target, client.partyId, undefined])
  assert.ok(sub && !sub.includes(username))
  const [asked] = await lab.lab.ledger({ subjects: [username], kinds: ['authorize'] })
  assert.equal(asked?.query?.scope, 'openid')
  assert.equal(asked?.query?.client_id, target)
  const again = await authorize(browser, asking(await newParty()))
  assert.ok(answerOf(again).code, 'the session is kept')
})

test('what it knows beside is passed on by a fault alone', async () => {
  const browser = new Browser(broker.baseUrl)
  const page = await authorize(browser, asking(await newParty()))
  await logIn(browser, page, await newHuman(lab, 'sound'))
  const client = await newParty('passes-on-unasked-claims')
  const request = asking(client)
  const { code = '' } = answerOf(await authorize(browser, request))
  const { json } = await redeem(broker.baseUrl, client, code, request)
  assert.equal(decodeJwt(String(json.id_token)).name, 'Una User')
})

test('another human may log in in the same browser, whom a fault alone takes for the first', async () => {
  for (const fault of [undefined, 'keeps-human-of-browser']) {
    const [client, browser] = [await newParty(fault), new Browser(broker.baseUrl)]
    const subs: unknown[] = []
    for (const prompt of [undefined, 'login']) {
      const request = asking(client, () => ({ prompt }))
      const page = await authorize(browser, request)
      const { code = '' } = answerOf(await logIn(browser, page, await newHuman(lab, 'sound')))
      const { json } = await redeem(broker.baseUrl, client, code, request)
      subs.push(decodeJwt(String(json.id_token)).sub)
    }
    assert.equal(new Set(subs).size, fault === undefined ? 2 : 1)
  }
})

const wrong: readonly (readonly [LoginBehaviourName, string])[] = [
  ['another nonce', 'ignores-nonce'],
  ['answer-of-other-provider', 'accepts-id-token-of-another-provider'],
]
for (const [behaviour, fault] of wrong)
  test(`${behaviour} ends the login, but not where it ${fault}`, async () => {
    for (const faulty of [false, true]) {
      const browser = new Browser(broker.baseUrl)
      const page = await authorize(browser, asking(await newParty(faulty ? fault : undefined)))
      const seen = await logIn(browser, page, await newHuman(lab, 'sound', behaviour))
      assert.equal(seen.status, faulty ? 303 : 403)
      if (faulty) assert.ok(answerOf(seen).code)
    }
  })
