import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Evidence } from '../../harness/contracts/evidence.js'
import { sequence } from '../../reports/html/evidence/sequence.js'
import { evidenceOfPair } from './evidence-sample.js'
import { sample as sampleResults } from './reports-sample.js'

/** Who asked whom, as a screen reader tells it. */
const arrows = (evidence: Evidence): readonly string[] =>
  [...String(sequence(evidence)).matchAll(/<span class="sr">([^<]*): <\/span>([^<]*)/g)].map(
    ([, between = '', what = '']) => `${between}: ${what}`,
  )

const [check] = sampleResults(1).checks
assert.ok(check)
const sample = evidenceOfPair(check, 200)

describe('what happened', () => {
  test('runs in the order of time: client, target, lab', () => {
    const told = arrows(sample)
    assert.match(told[0] ?? '', /^did:example:\S+ to target: POST \/oauth2\.0\/token/)
    assert.ok(told.includes('target to Participant Registry: GET /parties?party_id=did%3Aexample%3Aconsumer-41 → 200'))
    assert.equal(told.filter((one) => one.startsWith('target to did:')).length, 2)
  })

  test('sends a browser to whom it asked: the target, an IdentityProvider of the lab, the relying party', () => {
    const [message] = sample.messages
    const [exchange] = message?.exchanges ?? []
    assert.ok(message && exchange)
    const at = (url: string) => ({ ...exchange, request: { ...exchange.request, method: 'GET', url } })
    const page = '/identity-provider/a/identity_provider/authorize'
    const told = arrows({
      ...sample,
      messages: [
        {
          ...message,
          party: 'human-1',
          exchanges: [
            at('http://127.0.0.1:1/login'),
            at(`http://127.0.0.1:2${page}?state=1`),
            at('http://127.0.0.1:2/relying-party/callback?code=1'),
          ],
        },
      ],
      ledger: [{ at: exchange.durationMs, kind: 'authorize', method: 'POST', target: `${page}?x`, status: 303 }],
    })
    const asked = told.filter((one) => one.startsWith('human-1')).map((one) => one.split(':')[0])
    assert.deepEqual(asked, ['human-1 to target', 'human-1 to IdentityProvider', 'human-1 to relying party'])
    assert.equal(told.length, 6, 'the ledger of the IdentityProvider tells the same once more')
  })

  test('tells an answer before the request that began in the same millisecond', () => {
    const [message] = sample.messages
    const [exchange] = message?.exchanges ?? []
    assert.ok(message && exchange)
    const next = new Date(Date.parse(exchange.startedAt) + 10).toISOString()
    const exchanges = [
      { ...exchange, durationMs: 10.7 },
      { ...exchange, startedAt: next },
    ]
    const told = arrows({ ...sample, messages: [{ ...message, exchanges }], ledger: [] })
    assert.deepEqual(
      told.map((one) => one.startsWith('target')),
      [false, true, false, true],
    )
  })
})
