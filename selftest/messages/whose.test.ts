import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Judge, Lab, Sent, TargetUnderTest } from '../../harness/check/types.js'
import type { LedgerEntry } from '../../harness/contracts/lab-protocol.js'
import { ruleAddressed, ruleBoundToClient } from '../../suites/support/whose/bound-party.js'

const jwt = (claims: object): string =>
  ['{"alg":"RS256"}', JSON.stringify(claims), 'x'].map((part) => Buffer.from(part).toString('base64url')).join('.')

/** What is said of a grant after these look-ups: each rule, or that nothing can be said. */
async function said(accessToken: string, lookedUp: readonly string[]): Promise<readonly (boolean | string)[]> {
  const facts: (boolean | string)[] = []
  const judge = {
    rule: (_: string, holds: boolean) => void facts.push(holds),
    observes: (_: string, value: string) => void facts.push(value),
  } as unknown as Judge
  const lab = {
    observed: true,
    ledger: async () => lookedUp.map((subject) => ({ subject }) as LedgerEntry),
  } as unknown as Lab
  const sent = {
    outcome: { kind: 'granted' },
    message: { party: { partyId: 'own' } },
    exchange: { startedAt: new Date().toISOString() },
    accessToken,
  } as unknown as Sent
  await ruleBoundToClient({ judge, lab, target: { role: 'ServiceProvider' } as TargetUnderTest }, sent, [
    'other',
    'own',
  ])
  return facts
}

test('a grant after a look-up of another party alone is for that party', async () => {
  assert.deepEqual(await said('opaque', ['other']), [false])
  assert.deepEqual(await said('opaque', ['own']), [true])
  assert.deepEqual(await said('opaque', ['own', 'other']), ['undecidable'])
  assert.deepEqual(await said('opaque', []), ['undecidable'])
})

test('a readable access token tells whose it is, whichever party was looked up', async () => {
  assert.deepEqual(await said(jwt({ sub: 'other' }), ['own']), [false])
  assert.deepEqual(await said(jwt({ sub: 'a human', client_id: 'other' }), ['own']), [false])
  assert.deepEqual(await said(jwt({ sub: 'other', client_id: 'own' }), ['own']), [true])
  assert.deepEqual(await said(jwt({ sub: 'a human' }), ['own']), [true])
})

test('what comes with a grant is addressed to nobody but the client', () => {
  const held = (aud: unknown): boolean[] => {
    const facts: boolean[] = []
    const judge = { rule: (_: string, holds: boolean) => void facts.push(holds) } as unknown as Judge
    ruleAddressed({ judge }, { message: { party: { partyId: 'own' } } } as Sent, ['It', jwt({ aud })])
    return facts
  }
  assert.deepEqual([held('own'), held(['own']), held('other'), held(['own', 'other']), held(undefined)].flat(), [
    true,
    true,
    false,
    false,
    false,
  ])
})
