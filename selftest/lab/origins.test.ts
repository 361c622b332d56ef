import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { discoveryPath } from '../../harness/contracts/interface.js'
import type { CounterpartyAddress } from '../../harness/contracts/lab-protocol.js'
import { originHosts } from '../../harness/lab/origins.js'
import { resolveTarget } from '../../harness/target/config.js'
import type { Role } from '../../requirements/types.js'
import { type RunningLab, startLab, worldSettings } from '../stage/lab-fixture.js'

let running: RunningLab
before(async () => {
  running = await startLab([worldSettings('w', { ownOrigins: 'must' })])
})
after(() => running.close())

/** The status that a form without anything in it, or a look, gets. */
const status = async (method: 'GET' | 'POST', url: string): Promise<number | undefined> =>
  (await running.http.exchange({ method, url, headers: [] })).response?.status

/** Base URLs of everybody who has an origin of their own. */
const bases = (): readonly CounterpartyAddress[] => {
  const { registry, authorisationRegistry, entitledParty, serviceProvider, identityProviders } = running.world
  return [registry, authorisationRegistry, entitledParty, serviceProvider, ...identityProviders]
}

describe('counterparties with origins of their own', () => {
  it('live at the root of a loopback address each, by a certificate that names it', async () => {
    const origins = bases().map(({ baseUrl }) => new URL(baseUrl))
    assert.equal(new Set(origins.map(({ host }) => host)).size, 6)
    for (const { pathname, hostname, protocol } of origins) {
      assert.deepEqual([pathname, protocol], ['/', 'https:'])
      assert.ok(originHosts.includes(hostname), hostname)
    }
  })

  it('answer clients that append absolute paths, and those of the first address still', async () => {
    const { registry, authorisationRegistry, serviceProvider, identityProviders, https } = running.world
    for (const { baseUrl } of [registry, authorisationRegistry, serviceProvider])
      assert.equal(await status('POST', `${baseUrl}/oauth2.0/token`), 401, baseUrl)
    assert.equal(await status('GET', `${serviceProvider.baseUrl}/service`), 401)
    await status('GET', `${registry.baseUrl}/parties?party_id=x`)
    assert.equal((await running.lab.ledger({ kinds: ['party-lookup'] })).at(-1)?.subject, 'x')
    const found = await running.http.exchange({
      method: 'GET',
      url: `${identityProviders[0].baseUrl}${discoveryPath}`,
      headers: [],
    })
    assert.match(found.response?.body ?? '', new RegExp(`"${identityProviders[0].baseUrl}/`))
    assert.equal(await status('POST', `${https}/participant-registry/oauth2.0/token`), 401)
  })

  it('give each ServiceProvider of a check an origin, the same one each time, and know one from another', async () => {
    const made = async (scope: string): Promise<string> =>
      (await running.lab.providers([{ scope, partyId: scope }]))[0] ?? ''
    const [one, other] = [await made('one'), await made('other')]
    assert.notEqual(one, other)
    assert.equal(await made('one'), one)
    assert.equal(new URL(one).pathname, '/')
    assert.equal(await status('POST', `${other}/oauth2.0/token`), 401)
    const entries = await running.lab.ledger({ subjects: ['other'] })
    assert.deepEqual(
      entries.map(({ kind }) => kind),
      ['provider-token'],
    )
  })

  it('use the addresses of ServiceProviders again, each for the latest', async () => {
    const scopes = Array.from({ length: 201 }, (_, index) => `again-${index}`)
    const made = await running.lab.providers(scopes.map((scope) => ({ scope, partyId: scope })))
    assert.equal(new Set(made).size, 200)
    assert.equal(made[200], made[0])
    await status('POST', `${made[200]}/oauth2.0/token`)
    assert.equal((await running.lab.ledger({ kinds: ['provider-token'] })).at(-1)?.subject, 'again-200')
  })

  it('keep apart what comes where nothing lives', async () => {
    const { baseUrl } = running.world.registry
    assert.equal(await status('POST', `${baseUrl}/connect/token`), 404)
    const [lost] = (await running.lab.ledger({ kinds: ['other'] })).slice(-1)
    assert.deepEqual([lost?.method, lost?.target, lost?.status], ['POST', '/connect/token', 404])
  })
})

describe('origins', () => {
  const originsOf = (roles: readonly Role[], lab: object = {}) =>
    resolveTarget({ target: { name: 'x', roles }, lab } as never, { folder: '/', digest: '' }).lab.ownOrigins
  it('are the default of a ServiceConsumer alone, where this machine can be reached at them', () => {
    assert.equal(originsOf(['ServiceConsumer']), 'may')
    assert.equal(originsOf(['ServiceProvider']), undefined)
    assert.equal(originsOf(['ServiceConsumer', 'ServiceProvider']), undefined)
    assert.equal(originsOf(['ServiceConsumer'], { host: '192.0.2.1' }), undefined)
    assert.equal(originsOf(['ServiceConsumer'], { publicUrls: { https: 'https://lab.example' } }), undefined)
    assert.equal(originsOf(['ServiceConsumer'], { origins: 'paths' }), undefined)
    assert.equal(originsOf(['ServiceProvider'], { origins: 'own' }), 'must')
  })
})
