import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Lab } from '../../harness/check/types.js'
import { type LedgerEntry, labTokenSeconds, type RegistryOutage } from '../../harness/contracts/lab-protocol.js'
import { type Giver, refusesWithoutToken } from '../../suites/support/flows/without-token.js'
import { granted, judgingIn, message, refused } from './judge-fixture.js'

const registry: Giver = { at: 'registry', tokens: 'registry-token', calls: 'party-lookup', name: 'the registry' }

/** What a target does for one stranger. */
interface Conduct {
  readonly isGranted: boolean
  /** Whether it asks for an access token. */
  readonly asks?: boolean
  /** What it calls the registry with, where it does. */
  readonly bearer?: NonNullable<LedgerEntry['bearer']>
}

const control: Conduct = { isGranted: true, bearer: 'valid' }
const refusal: Conduct = { isGranted: false, asks: true }
/** Its access token is unknown, and it goes on with it. */
const keeping: Conduct = { isGranted: false, bearer: 'unknown' }

/** What becomes of the check at a target that does so, one stranger after the other. */
async function judged(...conducts: readonly Conduct[]) {
  const ledger: LedgerEntry[] = []
  let outage: RegistryOutage = {}
  let made = 0
  const paused: number[] = []
  const lab = {
    ledger: async ({ kinds, since = 0 }: { kinds: readonly string[]; since?: number }) =>
      ledger.filter(({ kind, at }) => kinds.includes(kind) && at >= since),
    outage: async (what: RegistryOutage) => {
      outage = what
      ledger.length = 0
    },
  } as unknown as Lab
  const outcomes = conducts.map(({ isGranted }) => (isGranted ? granted : refused))
  const { judge, verdict, sent } = judgingIn({ outage: true }, ...outcomes)
  const make = async () => {
    const { asks, bearer } = conducts[made++] ?? {}
    const at = Date.now() + 1
    ledger.splice(0, ledger.length, ...ledger.filter(({ kind }) => kind === 'registry-token'))
    if (asks) ledger.push({ at, kind: 'registry-token' } as LedgerEntry)
    if (bearer) ledger.push({ at, kind: 'party-lookup', bearer } as LedgerEntry)
    return message({ lab: outage.tokenStatus === undefined ? 'as usual' : 'outage' })
  }
  const pause = async (ms: number) => void paused.push(ms)
  await refusesWithoutToken({ judge, lab }, registry, make, [401, 500], pause).catch((error: Error) => {
    assert.match(error.message, /^skipped: /)
  })
  return { verdict: verdict(), sent: sent.length, paused: paused.map((ms) => Math.round(ms / 1000)) }
}

test('a target that asks for another access token is judged by what it does without', async () => {
  assert.deepEqual(await judged(control, refusal, refusal), { verdict: 'pass', sent: 3, paused: [] })
  assert.deepEqual(await judged(control, keeping, refusal, refusal), { verdict: 'pass', sent: 4, paused: [] })
  assert.equal((await judged(control, refusal, { ...refusal, isGranted: true })).verdict, 'fail')
})

test('a target that keeps its access token is judged once that has ended, and has to be itself again then', async () => {
  const kept = [control, keeping, keeping, keeping, keeping]
  const paused = [labTokenSeconds + 2]
  assert.deepEqual(await judged(...kept, refusal, control), { verdict: 'pass', sent: 7, paused })
  assert.equal((await judged(...kept, { ...refusal, isGranted: true }, control)).verdict, 'fail')
  assert.deepEqual(await judged(...kept, keeping), { verdict: 'not-applicable', sent: 6, paused })
})

test('a stranger who is let in though nobody was asked for an access token is no exception', async () => {
  const letIn = { ...keeping, isGranted: true }
  const kept = [control, letIn, keeping, keeping, keeping, keeping]
  assert.equal((await judged(...kept)).verdict, 'fail')
})

test('a target that calls without an access token, or does not call, is judged by other checks', async () => {
  const without: Conduct = { isGranted: true, bearer: 'none' }
  assert.equal((await judged(control, without)).verdict, 'not-applicable')
  assert.equal((await judged({ isGranted: true })).verdict, 'not-applicable')
})
