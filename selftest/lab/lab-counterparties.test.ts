import assert from 'node:assert/strict'
import { verify } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { JsonObject } from '../../harness/contracts/json.js'
import type {
  CounterpartyAddress,
  EvidenceProgram,
  LedgerEntry,
  WorldAddresses,
} from '../../harness/contracts/lab-protocol.js'
import { connectLab, type LabClient } from '../../harness/lab/channel/client.js'
import { type ProviderBehaviourName, providerBehaviours } from '../../harness/lab/provider/provider-behaviour.js'
import { delegationTokens } from '../../harness/mutations/delegation-token.js'
import { decodeJwt, memberOf, readChain, sha256 } from '../../harness/wire/decode.js'
import { spelled } from '../../harness/wire/member-case.js'
import type { Exchange } from '../../harness/wire/types.js'
import { accessToken, assertionOf, lookUp, type RunningLab, startLab, worldSettings } from '../stage/lab-fixture.js'

let running: RunningLab
before(async () => {
  running = await startLab([
    worldSettings('w'),
    worldSettings('signing', {
      tls: false,
      interface: { delegation: { answer: 'token', memberCase: 'snake', forwardedIn: 'request', path: '/evidence' } },
    }),
  ])
})
after(() => running.close())

const post = (url: string, body: string, headers: Exchange['request']['headers']): Promise<Exchange> =>
  running.http.exchange({ method: 'POST', url, headers, body })

const authenticate = (at: CounterpartyAddress): Promise<Exchange> =>
  post(
    `${at.baseUrl}/oauth2.0/token`,
    new URLSearchParams({
      client_id: 'did:example:target',
      client_assertion: assertionOf(running, { aud: at.partyId }),
    }).toString(),
    [['content-type', 'application/x-www-form-urlencoded']],
  )

const bodyOf = ({ response }: Exchange): JsonObject => JSON.parse(response?.body ?? '') as JsonObject
const tokenOf = async (at: CounterpartyAddress): Promise<string> => String(bodyOf(await authenticate(at)).access_token)

const ask = (
  at: CounterpartyAddress,
  token: string | undefined,
  body: JsonObject,
  path = '/delegation',
): Promise<Exchange> =>
  post(`${at.baseUrl}${path}`, JSON.stringify(body), [
    ['content-type', 'application/json'],
    ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as const]),
  ])

const about = (subject: string): JsonObject => ({ delegationRequest: { target: { accessSubject: subject } } })
const unique = (): string => `did:example:c${Math.random().toString(36).slice(2)}`
const last = async (lab: LabClient, kind: LedgerEntry['kind'], subject?: string): Promise<LedgerEntry> => {
  const entries = await lab.ledger({ kinds: [kind], ...(subject !== undefined && { subjects: [subject] }) })
  return entries.at(-1) as LedgerEntry
}

it('the lab says something wherever it serves nothing, since no browser arrives at an error without a page', async () => {
  const url = `${new URL(running.world.authorisationRegistry.baseUrl).origin}/x-assay/second?code=1`
  const { response } = await running.http.exchange({ method: 'GET', url, headers: [] })
  assert.equal(response?.status, 404)
  assert.notEqual(response?.body, '')
})

describe("the lab's AuthorisationRegistry and EntitledParty", () => {
  it('hand out tokens of their own, and the ledger says whose', async () => {
    const { authorisationRegistry, entitledParty } = running.world
    for (const at of [authorisationRegistry, entitledParty]) {
      assert.equal((await authenticate(at)).response?.status, 200)
      const entry = await last(running.lab, 'evidence-token')
      assert.equal(entry.counterparty, at.partyId)
      assert.equal(entry.subject, 'did:example:target')
      assert.equal(entry.assertion?.verified, true)
    }
    const foreign = await accessToken(running)
    assert.equal((await ask(authorisationRegistry, foreign, about('x'))).response?.status, 401)
    assert.equal((await last(running.lab, 'delegation', 'x')).issuer, running.world.registry.partyId)
  })

  it('take down what a body is by its own account, and which parameters stand twice', async () => {
    const { authorisationRegistry: at } = running.world
    const parameters = { client_id: 'did:example:target', client_assertion: assertionOf(running, { aud: at.partyId }) }
    const form = new URLSearchParams(parameters).toString()
    const posted = async (body: string, type?: string, query = ''): Promise<LedgerEntry> => {
      const headers = type === undefined ? [] : [['content-type', type] as const]
      await post(`${at.baseUrl}/oauth2.0/token${query}`, body, headers)
      return last(running.lab, 'evidence-token')
    }
    const twice = await posted(
      `${form}&client_id=b&scope=c`,
      'Application/X-WWW-Form-Urlencoded; charset=UTF-8',
      '?scope=d',
    )
    assert.equal(twice.contentType, 'application/x-www-form-urlencoded')
    assert.deepEqual(twice.repeated, ['client_id', 'scope'])
    const json = await posted(JSON.stringify(parameters), 'application/json')
    assert.equal(json.contentType, 'application/json')
    assert.equal(json.subject, 'did:example:target')
    assert.equal(json.repeated, undefined)
    assert.equal((await posted(form)).contentType, undefined)
  })

  it('answer as programmed about each consumer, 404 about others, and keep what was asked', async () => {
    const { authorisationRegistry, entitledParty } = running.world
    const token = await tokenOf(authorisationRegistry)
    const [subject, denied] = [unique(), unique()]
    const evidence = { policyIssuer: 'i', target: { accessSubject: subject }, policySets: [] }
    await running.lab.evidence([
      { subject, evidence },
      { subject: denied, evidence: null },
    ])
    const forwarded = assertionOf(running, { aud: 'did:example:sp' })
    const answer = await ask(authorisationRegistry, token, {
      ...about(subject),
      previous_steps: [forwarded, 'mangled'],
    })
    assert.deepEqual(bodyOf(answer), { delegationEvidence: evidence })
    const entry = await last(running.lab, 'delegation', subject)
    assert.equal(entry.caller, 'did:example:target')
    assert.equal(entry.bearer, 'valid')
    assert.deepEqual(memberOf(entry.body, 'previous_steps'), [`sha256:${sha256(forwarded)}`, 'mangled'])
    assert.equal(entry.forwarded?.length, 2)
    assert.equal(entry.forwarded?.[0]?.whole, sha256(forwarded))
    assert.equal(memberOf(entry.forwarded?.[0]?.payload, 'aud'), 'did:example:sp')
    const named = { delegationRequest: { policyIssuer: 'i', target: {}, policySets: [] } }
    const ofSubject = assertionOf(running, { iss: subject, sub: subject, aud: 'did:example:sp' })
    const byJwt = await ask(authorisationRegistry, token, { ...named, previous_steps: ['mangled', ofSubject] })
    assert.deepEqual(bodyOf(byJwt), { delegationEvidence: evidence })
    assert.equal((await ask(authorisationRegistry, token, named)).response?.status, 404)
    for (const unknown of [denied, unique()])
      assert.equal((await ask(authorisationRegistry, token, about(unknown))).response?.status, 404)
    assert.equal((await ask(entitledParty, await tokenOf(entitledParty), about(subject))).response?.status, 200)
    assert.equal((await ask(authorisationRegistry, undefined, about(subject))).response?.status, 200)
    assert.equal((await last(running.lab, 'delegation', subject)).bearer, 'none')
  })

  it('send a body verbatim, and misbehave in transport', async () => {
    const { authorisationRegistry } = running.world
    const token = await tokenOf(authorisationRegistry)
    const [verbatim, failing] = [unique(), unique()]
    await running.lab.evidence([
      { subject: verbatim, evidence: null, body: '{"a":1,"a":2}' },
      { subject: failing, evidence: {}, transport: 'status 500' },
    ])
    assert.equal((await ask(authorisationRegistry, token, about(verbatim))).response?.body, '{"a":1,"a":2}')
    assert.equal((await ask(authorisationRegistry, token, about(failing))).response?.status, 500)
    await assert.rejects(running.lab.evidence([{ subject: 'x', evidence: {}, transport: 'nonsense' }]), /nonsense/)
    await assert.rejects(running.lab.evidence([{ subject: 'x', evidence: {}, token: 'nonsense' }]), /nonsense/)
  })

  it('stand in the registry as active parties with the certificate that they sign with', async () => {
    const bearer = await accessToken(running)
    for (const at of [
      running.world.authorisationRegistry,
      running.world.entitledParty,
      running.world.serviceProvider,
    ]) {
      const { payload } = decodeJwt(String(bodyOf(await lookUp(running, at.partyId, { bearer })).parties_token))
      assert.equal(memberOf(payload, 'status'), 'Active')
      assert.equal(memberOf(payload, 'party_id'), at.partyId)
    }
  })

  it('fail for everybody while an outage concerns them, and the registry does not', async () => {
    const lease = await running.lab.lease('exclusive', 10_000)
    await running.lab.outage({ at: 'evidence', tokenStatus: 503 })
    assert.equal((await authenticate(running.world.authorisationRegistry)).response?.status, 503)
    assert.ok(await accessToken(running))
    await running.lab.restore()
    const token = await tokenOf(running.world.entitledParty)
    await running.lab.outage({ at: 'evidence', forgetTokens: true })
    assert.equal((await ask(running.world.entitledParty, token, about('x'))).response?.status, 401)
    await running.lab.restore()
    assert.equal((await ask(running.world.entitledParty, token, about('x'))).response?.status, 404)
    await lease.release()
  })
})

describe('signed evidence', () => {
  let lab: LabClient
  let world: WorldAddresses
  let token: string
  before(async () => {
    lab = connectLab(running.ready.control, 'signing')
    world = running.ready.worlds.signing as WorldAddresses
    token = await tokenOf(world.authorisationRegistry)
  })
  after(() => lab.close())

  const answered = async (program: Omit<EvidenceProgram, 'subject'>): Promise<JsonObject> => {
    const subject = unique()
    await lab.evidence([{ subject, ...program }])
    const request = { delegationRequest: { target: { access_subject: subject } } }
    return bodyOf(await ask(world.authorisationRegistry, token, request, '/evidence'))
  }

  it("names the registry, the caller and 30 seconds, in the preset's spelling", async () => {
    const evidence = { policySets: [{ target: { context: { serviceProvider: 's' } } }] }
    const { header, payload } = decodeJwt(String((await answered({ evidence })).delegation_token))
    assert.equal(memberOf(header, 'alg'), 'RS256')
    assert.deepEqual(
      ['iss', 'sub', 'aud'].map((name) => memberOf(payload, name)),
      [world.authorisationRegistry.partyId, world.authorisationRegistry.partyId, 'did:example:target'],
    )
    assert.equal(Number(memberOf(payload, 'exp')) - Number(memberOf(payload, 'iat')), 30)
    assert.deepEqual(memberOf(payload, 'delegationEvidence'), {
      policy_sets: [{ target: { context: { serviceProvider: 's' } } }],
    })
  })

  it('is signed with a further certificate in a guise', async () => {
    const guise = { otherCertificate: { under: 'intermediate-a2' } } as const
    const { header } = decodeJwt(String((await answered({ evidence: {}, guise })).delegation_token))
    assert.equal((memberOf(header, 'x5c') as readonly unknown[]).length, 4)
  })

  for (const name of Object.keys(delegationTokens))
    it(`has the mutation "${name}"`, async () => {
      const [sound, defective] = [await answered({ evidence: {} }), await answered({ evidence: {}, token: name })]
      assert.notDeepEqual(shape(defective), shape(sound))
    })

  /** What does not change from one sound answer to the next; whether the signature holds. */
  const shape = (body: JsonObject) => {
    const text = String(body.delegation_token ?? '')
    const { header, payload, parts } = decodeJwt(text)
    return {
      members: Object.keys(body),
      parts: parts.length,
      alg: memberOf(header, 'alg') ?? null,
      chain: JSON.stringify(memberOf(header, 'x5c') ?? null),
      claims: ['iss', 'aud'].map((name) => memberOf(payload, name) ?? null),
      fresh: Number(memberOf(payload, 'exp')) > Date.now() / 1000,
      signed: signatureHolds(text),
    }
  }
})

const signatureHolds = (text: string): boolean => {
  const { header, parts } = decodeJwt(text)
  const [leaf] = readChain(memberOf(header, 'x5c'))
  if (!leaf || parts.length !== 3) return false
  const signed = Buffer.from(`${parts[0]}.${parts[1]}`)
  return verify('sha256', signed, leaf.certificate.publicKey, Buffer.from(parts[2] ?? '', 'base64url'))
}

describe('member spelling', () => {
  it('goes there and back, and leaves keys of a context alone', () => {
    const camel = { policySets: [{ policies: [{ target: { accessSubject: 'a', context: { myKey: 1 } } }] }] }
    const snake = { policy_sets: [{ policies: [{ target: { access_subject: 'a', context: { myKey: 1 } } }] }] }
    assert.deepEqual(spelled(camel, 'snake'), snake)
    assert.deepEqual(spelled(snake, 'camel'), camel)
  })
})

describe("the lab's ServiceProviders", () => {
  const programmed = async (behaviour?: ProviderBehaviourName): Promise<CounterpartyAddress> => {
    const scope = `s${Math.random().toString(36).slice(2)}`
    const partyId = unique()
    await running.lab.providers([{ scope, partyId, ...(behaviour !== undefined && { behaviour }) }])
    return { partyId, baseUrl: `${running.world.https}/service-provider/${scope}` }
  }
  const call = ({ baseUrl }: CounterpartyAddress, token?: string): Promise<Exchange> =>
    running.http.exchange({
      method: 'GET',
      url: `${baseUrl}/service`,
      headers: token === undefined ? [] : [['authorization', `Bearer ${token}`]],
    })
  const scopeOf = ({ baseUrl }: CounterpartyAddress): string => baseUrl.split('/').at(-1) ?? ''

  it('serve a client that authenticated at this very one', async () => {
    const at = await programmed()
    const token = await tokenOf(at)
    assert.equal((await call(at, token)).response?.status, 200)
    const entry = await last(running.lab, 'service', scopeOf(at))
    assert.equal(entry.caller, 'did:example:target')
    assert.equal(entry.counterparty, at.partyId)
    assert.equal((await last(running.lab, 'provider-token', scopeOf(at))).assertion?.verified, true)
    assert.equal((await call(at)).response?.status, 401)
    assert.equal((await call(await programmed(), token)).response?.status, 401)
    assert.equal((await call(running.world.serviceProvider, token)).response?.status, 401)
  })

  it('tell whose the access token is that another gave', async () => {
    const [at, other] = [await programmed(), await programmed()]
    const issuers: (string | undefined)[] = []
    for (const token of [
      await tokenOf(at),
      await tokenOf(other),
      await tokenOf(running.world.serviceProvider),
      'none',
    ]) {
      await call(at, token)
      issuers.push((await last(running.lab, 'service', scopeOf(at))).issuer)
    }
    assert.deepEqual(issuers, [undefined, other.partyId, running.world.serviceProvider.partyId, undefined])
  })

  it('are the one of the kit, and none that nobody programmed', async () => {
    assert.equal((await authenticate(running.world.serviceProvider)).response?.status, 200)
    assert.equal(
      (await authenticate({ partyId: 'x', baseUrl: `${running.world.https}/service-provider/nobody` })).response
        ?.status,
      404,
    )
    await assert.rejects(running.lab.providers([{ scope: 'x', partyId: 'x', behaviour: 'nonsense' }]), /nonsense/)
  })

  for (const name of Object.keys(providerBehaviours) as ProviderBehaviourName[])
    if (!/silent|endless/.test(name))
      it(`go wrong: ${name}`, async () => {
        const at = await programmed(name)
        const asked = await authenticate(at)
        if (name.endsWith('with an access token')) {
          assert.equal((await call(at, String(bodyOf(asked).access_token))).response?.status, 200)
          assert.notEqual(asked.response?.status, 200)
        } else if (name.startsWith('token:')) assert.equal(bodyOrNothing(asked).access_token, undefined)
        else assert.notEqual((await call(at, String(bodyOf(asked).access_token))).response?.status, 200)
        if (name.includes('at first')) {
          const token = await tokenOf(at)
          assert.equal((await call(at, token)).response?.status, 200)
        }
      })

  it('present a wrong TLS certificate once they gave an access token', async () => {
    const at = await programmed()
    assert.equal((await call(at, await tokenOf(at))).response?.status, 200)
    const lease = await running.lab.lease('exclusive', 10_000)
    await running.lab.outage({ at: 'providers', tlsCertificateAfterToken: 'expired' })
    assert.equal((await call(at)).response?.status, 401)
    assert.equal((await call(at, await tokenOf(at))).noAnswer?.kind, 'tls')
    await lease.release()
    assert.equal((await call(at, await tokenOf(at))).response?.status, 200)
  })

  it('tell of an assertion that went to a canary', async () => {
    const at = await programmed('token: redirect 307')
    const location = String((await authenticate(at)).response?.headers.location)
    await post(location, new URLSearchParams({ client_assertion: assertionOf(running) }).toString(), [
      ['content-type', 'application/x-www-form-urlencoded'],
    ])
    const entry = await last(running.lab, 'canary', `lure-${scopeOf(at)}`)
    assert.equal(entry.assertion?.verified, true)
  })
})

const bodyOrNothing = (exchange: Exchange): JsonObject => {
  try {
    return bodyOf(exchange)
  } catch {
    return {}
  }
}
