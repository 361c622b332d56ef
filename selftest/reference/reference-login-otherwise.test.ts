import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { FaultName } from '../../harness/faults/faults.js'
import type { RunningLab } from '../stage/lab-fixture.js'
import {
  answerOf,
  asking,
  authorize,
  Browser,
  extendKit,
  human,
  logIn,
  redeem,
  redirectUri,
} from '../stage/login-fixture.js'
import { type Client, newClient, openLab, startReference, writeReferenceKit } from '../stage/reference-fixture.js'

let lab: RunningLab
let kit: string

const newParty = (): Promise<Client> => newClient(lab, { record: { redirect_uris: [redirectUri] } })
const withoutChallenge = () => ({ code_challenge: undefined, code_challenge_method: undefined })

/** What is tried at a provider of its own. */
async function at(environment: Readonly<Record<string, string>>, use: (baseUrl: string) => Promise<void>) {
  const { baseUrl, stop } = await startReference(kit, 'IdentityProvider', { ASSAY_STATE: lab.folder, ...environment })
  await use(baseUrl).finally(stop)
}

before(async () => {
  lab = await openLab()
  kit = join(lab.folder, 'kit')
  await writeReferenceKit(lab, kit)
  extendKit(kit, { humans: [human] })
})
after(() => lab?.close())

/** Logs a human in with a browser. */
const loggedIn = async (browser: Browser): Promise<void> => {
  assert.ok(answerOf(await logIn(browser, (await authorize(browser, asking(await newParty()))).url)).code)
}

/** A human logs in, and the browser of a stranger gets what lets that one in by a fault. */
const strangers: Readonly<Partial<Record<FaultName, (origin: string) => Promise<Browser>>>> = {
  'keeps-session-in-cookie': async (origin) => {
    await loggedIn(new Browser(origin))
    return new Browser(origin, `human=${Buffer.from('{"sub":"ada-1"}').toString('base64url')}`)
  },
  'signs-session-without-name': async (origin) => {
    const browser = new Browser(origin)
    await loggedIn(browser)
    const [, mac = ''] = Buffer.from(browser.cookie('human'), 'base64url').toString().split('|')
    return new Browser(origin, `human=${Buffer.from(`ada-1|${mac}`).toString('base64url')}`)
  },
  'takes-part-of-session-signature': async (origin) => {
    await loggedIn(new Browser(origin))
    return new Browser(origin, `human=${Buffer.from('ada-1|').toString('base64url')}`)
  },
  'takes-name-of-session': async (origin) => {
    await loggedIn(new Browser(origin, 'human=chosen'))
    return new Browser(origin, 'human=chosen')
  },
  'keeps-name-of-session': async (origin) => {
    const browser = new Browser(origin)
    await authorize(browser, asking(await newParty()))
    const stranger = browser.twin()
    await loggedIn(browser)
    return stranger
  },
}

for (const [fault, strangerAt] of Object.entries(strangers))
  test(`a stranger is nobody, but by the fault ${fault}`, async () => {
    for (const on of ['', fault])
      await at({ ASSAY_FAULT: on }, async (baseUrl) => {
        const seen = await authorize(await strangerAt(baseUrl), asking(await newParty()))
        assert.equal(seen.location !== '' && answerOf(seen).code !== undefined, on !== '')
      })
  })

/** A test at a provider that logs in otherwise. */
const atVariant = (title: string, variants: string, use: (baseUrl: string) => Promise<void>) =>
  test(title, () => at({ ASSAY_REFERENCE_VARIANT: variants }, use))

atVariant(
  'other ways to log in work too',
  'asks-for-consent,logs-in-in-two-steps,redirects-around',
  async (baseUrl) => {
    const browser = new Browser(baseUrl)
    const request = asking(await newParty())
    const { location } = await browser.open(`/identity_provider/authorize?${new URLSearchParams(request.query)}`)
    assert.match(location, /^\/identity_provider\/way\//)
    const first = await authorize(browser, request)
    assert.match(first.text, /User name[\s\S]*>Next</)
    assert.doesNotMatch(first.text, /Password/)
    const second = await browser.follow(first.url, { username: human.username })
    assert.match(second.text, /Password[\s\S]*>Log in</)
    const third = await logIn(browser, second.url)
    assert.match(third.text, />Allow</)
    assert.ok(answerOf(await browser.follow(third.url, {})).code)
    assert.match((await authorize(browser, request)).text, />Allow</, 'each login asks')
  },
)

atVariant(
  'a provider may keep no session, build its page by script and leave PKCE to its clients',
  'keeps-no-session,renders-login-by-script,labels-login-otherwise,needs-no-challenge',
  async (baseUrl) => {
    const browser = new Browser(baseUrl)
    const client = await newParty()
    for (const verifier of [undefined, 'x'.repeat(43)]) {
      const request = asking(client, withoutChallenge)
      const page = await authorize(browser, request)
      assert.match(page.text, /<form[^>]* hidden><\/form>[\s\S]*<script nonce[\s\S]*Secret word/)
      const { code = '' } = answerOf(await logIn(browser, page.url))
      const { status } = await redeem(baseUrl, client, code, request, { code_verifier: verifier })
      assert.equal(status, verifier === undefined ? 200 : 400)
    }
  },
)

atVariant(
  'a provider may let the port of a loopback address be any, and that of no other',
  'takes-any-loopback-port',
  async (baseUrl) => {
    const hosts = ['127.0.0.1', 'rp.example']
    const client = await newClient(lab, { record: { redirect_uris: hosts.map((host) => `http://${host}:4000/`) } })
    const statuses = hosts.map(async (host) => {
      const request = asking(client, () => ({ redirect_uri: `http://${host}:4001/` }))
      return (await authorize(new Browser(baseUrl), request)).status
    })
    assert.deepEqual(await Promise.all(statuses), [200, 400])
  },
)
