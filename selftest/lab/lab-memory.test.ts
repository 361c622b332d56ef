import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { createAuthority, createKeyPool } from '../../ca/index.js'
import { readInterface } from '../../harness/lab/interface.js'
import { openAccessTokens } from '../../harness/lab/storage/access-tokens.js'
import { forget, newState, type WorldIdentity, type WorldState } from '../../harness/lab/storage/state.js'
import { ownFolder } from '../stage/own-folder.js'

const counterparty = () => ({
  partyId: 'did:example:other',
  baseUrl: 'https://lab',
  tokens: openAccessTokens('did:example:issuer', 60),
})

const folder = ownFolder()

const identity = async (): Promise<WorldIdentity> => {
  const keys = await createKeyPool(join(folder, 'keys'), { size: 2, largeKeys: false })
  const authority = await createAuthority(join(folder, 'pki'), {
    keys,
    httpUrl: 'http://127.0.0.1:1',
    largeRoot: false,
  })
  const partyId = 'did:example:registry'
  const certified = await authority.issue({ partyId, revocation: { base: 'http://127.0.0.1:1', scope: 'registry' } })
  return { ...withoutRegistry, registry: { partyId, certified } } as unknown as WorldIdentity
}

const withoutRegistry = {
  name: 'w',
  names: readInterface({}),
  tokenSeconds: 60,
  counterparties: {
    authorisationRegistry: counterparty(),
    entitledParty: counterparty(),
    serviceProvider: counterparty(),
  },
}

const sizes = (state: WorldState): unknown => {
  const { parties, revocations, canaries, evidence, providers, turns, logins, ledger, outage, breaker } = state
  return {
    maps: [parties, revocations, canaries, evidence, providers, turns, logins.humans].map(({ size }) => size),
    calls: ledger.find({}).length,
    state: Object.keys(state).length,
    outage,
    breaker,
  }
}

test('a world that begins anew again and again keeps what it kept when it was new', async () => {
  const state = newState(await identity())
  const before = sizes(state)
  for (let round = 0; round < 500; round += 1) {
    for (let each = 0; each < 20; each += 1) {
      const id = `did:example:${round}-${each}`
      state.parties.set(id, { program: { partyId: id, record: null }, lookups: 0 })
      state.evidence.set(id, { program: { subject: id, evidence: null }, asked: 0 })
      state.revocations.set(id, { scope: id, revoked: [] })
      state.tokens.issue(id)
      state.counterparties.entitledParty.tokens.issue(id)
      state.ledger.add({ at: round, kind: 'other', method: 'GET', target: `/${id}`, subject: id, status: 200 })
    }
    state.failure = 'a mistake'
    const token = state.tokens.issue('did:example:asked')
    assert.equal(state.tokens.read(`Bearer ${token}`).bearer, 'valid')
    forget(state)
    assert.equal(state.tokens.read(`Bearer ${token}`).bearer, 'unknown')
  }
  assert.deepEqual(sizes(state), before)
})
