import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { describe, it } from 'node:test'
import { mostSafeBytes, safely, unsafeKinds } from '../../harness/check/safe.js'
import { listChecks } from '../../harness/cli/list-checks.js'
import type { TargetConfig } from '../../harness/contracts/target.js'
import { evidencePath, readEvidence, writeEvidence } from '../../harness/evidence/store.js'
import { type Figures, figuresOf } from '../../harness/run/figures.js'
import { forecast } from '../../harness/run/forecast.js'
import { collectResults } from '../../harness/run/results.js'
import { asked } from '../../harness/run/selection.js'
import { planOf } from '../../harness/runner/planning.js'
import { referenceTarget } from '../../harness/target/reference-target.js'
import type { HttpClient } from '../../harness/wire/http.js'
import type { Exchange, HttpRequest } from '../../harness/wire/types.js'
import { endedRun } from '../stage/report-folder.js'

const list = await listChecks()
const whole = referenceTarget('ServiceProvider')
const planned = (config: TargetConfig, more: { readonly safe?: boolean; readonly only?: readonly string[] } = {}) =>
  planOf(list, { targets: [config], profile: 'standard', only: [], seed: 1, guises: [], ...more })
const known = { waits: 0, weight: 4 }

describe('a forecast', () => {
  it('counts what would run by topic, and takes messages, size and time from recorded figures', () => {
    const figures: Figures = {
      version: '0.1.0',
      recorded: '2026-11-26',
      atOnce: 3,
      checks: {
        ServiceProvider: {
          'audience.two': { requests: 9, largest: 4000, ms: 250 },
          'audience.missing': { requests: 2, largest: 9000, ms: 150 },
        },
      },
    }
    const plan = planned(whole, { only: ['audience.two', 'audience.missing', 'audience.urls'] })
    const told = forecast(whole, plan, () => known, figures)
    assert.deepEqual(told.topics, [{ topic: 'audience', checks: 3, messages: 9 + 2 + 5 }])
    assert.deepEqual(told.largest, { bytes: 9000, check: 'audience.missing' })
    assert.equal(told.seconds, 0.4)
    assert.equal(told.unknown, 1)
    assert.deepEqual(told.closed, [])
    assert.ok((told.leftOut.get('Left out by --only.') ?? 0) > 400)
    assert.equal(forecast(whole, plan, () => known, undefined).seconds, undefined)
  })

  it('names the settings without which checks are not testable, and counts those apart', () => {
    const { service: _service, login: _login, launch: _launch, ...bare } = whole
    const told = forecast(bare, planned(bare), () => known, undefined)
    const all = forecast(whole, planned(whole), () => known, undefined)
    assert.deepEqual(told.closed.map(({ setting }) => setting).sort(), ['launch or restart', 'login.start', 'service'])
    const closed = told.closed.reduce((sum, { checks }) => sum + checks, 0)
    assert.equal(told.checks + closed, all.checks)
    assert.ok(closed > 50)
  })

  it('leaves out of a safe run what may harm, each for a reason', () => {
    const told = forecast(whole, planned(whole, { safe: true }), () => known, undefined)
    const all = forecast(whole, planned(whole), () => known, undefined)
    const reasons = [...told.leftOut].filter(([reason]) => reason.startsWith('Left out by --safe: '))
    const left = reasons.reduce((sum, [, number]) => sum + number, 0)
    assert.equal(told.checks + left, all.checks)
    assert.ok(reasons.length >= 4 && left > 10, `${left}`)
  })

  it('has figures of what checks left in their evidence', () => {
    const { run, plan } = endedRun(2)
    for (const [index, { check }] of plan.entries()) {
      const evidence = readEvidence(run.out, evidencePath('Acme', 'ServiceProvider', check.id))
      if (evidence && index === 0) writeEvidence(run.out, { ...evidence, traffic: { requests: 7, largest: 900 } })
    }
    const { results } = collectResults(run, plan, { complete: true, interrupted: false })
    const { checks, version } = figuresOf([{ folder: run.out, file: '', results }], '1.2.3', '2026-11-26')
    rmSync(run.out, { recursive: true })
    const own = { 'audience.variation-0': { requests: 7, largest: 900, ms: 12 } }
    assert.deepEqual([checks, version], [{ ServiceProvider: own }, '1.2.3'])
  })
})

describe('a check that is not safe', () => {
  it('is left out whatever it is asked for by', () => {
    const check = list.find(({ check: { id }, role }) => id === 'replay.race-of-20' && role === 'ServiceProvider')
    assert.ok(check)
    const selection = { profile: 'quick', only: ['replay.race-of-20'], safe: true } as const
    assert.deepEqual(asked(check.check, selection, check.unsafe), {
      run: false,
      verdict: 'disabled',
      reason: `Left out by --safe: ${unsafeKinds.race}`,
    })
    assert.deepEqual(asked(check.check, { ...selection, safe: false }, check.unsafe), { run: true })
  })
})

describe('the client of a safe run', () => {
  const request = (body: string): HttpRequest => ({ method: 'POST', url: 'http://target/', headers: [], body })
  const slow: HttpClient = {
    exchange: async (sent) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return { request: sent, startedAt: '', durationMs: 1 } as Exchange
    },
    exchangeRaw: async () => ({}) as Exchange,
    race: async () => [],
    close: async () => undefined,
  }
  it('sends nothing beside another message of the same target, nothing large, nothing by drips, and no race', async () => {
    const use = { underWay: 0 }
    const [one, other] = [safely(slow, use), safely(slow, use)]
    const first = one.exchange(request('a'))
    await assert.rejects(other.exchange(request('b')), /Left out by --safe: It sends several messages/)
    assert.equal((await first).request.body, 'a')
    assert.equal((await other.exchange(request('b'))).request.body, 'b')
    await assert.rejects(one.exchange(request('x'.repeat(mostSafeBytes))), /more than 64 KB/)
    await assert.rejects(one.exchangeRaw('http://target/', 'x'.repeat(mostSafeBytes + 1)), /more than 64 KB/)
    const drip = { everyMs: 1 } as never
    await assert.rejects(one.exchangeRaw('http://target/', 'x', { drip }), /keeps the target waiting/)
    await assert.rejects(one.race([request('a')]), /several messages/)
    assert.equal(use.underWay, 0)
  })
})
