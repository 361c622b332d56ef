import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { serviceRequest } from '../harness/check/service/call.js'
import type { Misjudged, Service } from '../harness/check/service/types.js'
import type { Sent } from '../harness/check/types.js'
import type { Results } from '../harness/evidence/results-types.js'
import type { Json } from '../harness/json.js'
import { conditionsHold } from '../harness/judge/conditions.js'
import type { Tree } from '../harness/mutations/conditions.js'
import { bareCallAs, byMethod, type EvidenceContext, soundEvidence } from '../harness/mutations/evidence.js'
import { randomTrees, shrunk } from '../suites/service/random-trees.js'
import { isServed } from '../suites/service/served.js'
import { table } from '../suites/service/trees.cases.js'
import { otherCase } from '../suites/support/letter-case.js'
import { compiled, resultsOf, sandbox, targetFile } from './assay-command.js'

const context: EvidenceContext = {
  subject: 'did:example:consumer',
  provider: 'did:example:provider',
  otherProvider: 'did:example:other',
  policyIssuer: 'did:example:issuer',
  resource: { type: 'dataset', identifiers: ['dataset-1'] },
  actions: ['read'],
  now: 1_800_000_000,
}
const holds = (tree: Tree): boolean => conditionsHold(tree.json(context), { serviceProvider: context.provider })

/** Reads the first node of each anyOf only. */
const readsFirst = (node: Json): boolean => {
  const { anyOf, allOf, rightOperand } = node as { anyOf?: Json[]; allOf?: Json[]; rightOperand?: Json }
  if (anyOf) return readsFirst(anyOf[0] as Json)
  return allOf ? allOf.every(readsFirst) : rightOperand === context.provider
}

test('the truth table has 64 different trees, of which some hold and some do not', () => {
  assert.equal(new Set(table.map(({ label }) => label)).size, 64)
  assert.equal(table.filter(holds).length, 32)
})

test('random trees follow from their seed, nest, and hold about as often as not', () => {
  const trees = randomTrees(7, 1000)
  assert.deepEqual(
    trees.map(({ label }) => label),
    randomTrees(7, 1000).map(({ label }) => label),
  )
  const held = trees.filter(holds).length
  assert.ok(held > 200 && held < 800, `${held} of 1,000 hold`)
  assert.ok(trees.some(({ label }) => /\w+Of\[.*\w+Of\[.*\w+Of\[/.test(label)))
})

test('a random tree that is decided wrongly is shown as the simplest one of its kind', async () => {
  const seed = 11
  const misjudged = async (trees: readonly Tree[]): Promise<readonly Misjudged[]> =>
    trees.flatMap((tree, index) => {
      const granted = readsFirst(tree.json(context))
      return granted === holds(tree) ? [] : [{ index, granted }]
    })
  const [wrong] = await misjudged(randomTrees(seed, 1000))
  assert.ok(wrong)
  const simplest = await shrunk({ seed, misjudged } as Service, wrong.index)
  assert.match(String(simplest?.label), /^anyOf\[F'?, T\]$/)
})

const answered = (body: string, kind: 'granted' | 'refused' = 'granted'): Sent =>
  ({ outcome: { kind }, exchange: { response: { body } } }) as Sent

test('what is served is told from what is merely answered', () => {
  const same = [answered('{"measurements":[17]}'), answered('{"measurements":[17]}\n')]
  for (const marked of [true, false]) {
    assert.equal(isServed(answered('{"measurements":[17]}'), same, marked), true)
    assert.equal(isServed(answered('{"measurements":"thanks"}'), same, marked), false)
    assert.equal(isServed(answered('{"measurements":[17]}', 'refused'), same, marked), false)
  }
  const varying = [answered('{"measurements":[17],"at":1}'), answered('{"measurements":[17],"at":2}')]
  assert.equal(isServed(answered('{"measurements":[17],"at":3}'), varying, true), true)
  assert.equal(isServed(answered('{"measurements":[17],"at":3}'), varying, false), false)
  assert.equal(isServed(answered('{"ok":true}'), [answered('{"ok":true}')], false), false)
  assert.equal(isServed(answered(''), [answered('')], false), false)
})

test('sound evidence is about the consumer, and valid now', () => {
  const { target, notBefore, notOnOrAfter } = soundEvidence(context)
  assert.deepEqual(target, { accessSubject: context.subject })
  assert.ok(Number(notBefore) < context.now && context.now < Number(notOnOrAfter))
})

test('an id in other letter case is another one, even where it has no letters', () => {
  for (const id of ['did:example:Consumer', 'EU.EORI', 'eu.eori', '0088-123456']) assert.notEqual(otherCase(id), id)
})

test('a service that needs a body is called with it, and without one by other methods', () => {
  const service = {
    method: 'POST',
    path: '/graphql',
    body: { text: '{"query":"{ measurements }"}', contentType: 'application/graphql' },
    policyIssuer: 'did:example:entitled',
    resource: { type: 'dataset', identifiers: ['dataset-1'], attributes: ['*'] },
    actions: ['read'],
  }
  const request = serviceRequest('http://127.0.0.1', service, 'token')
  const typed = ['content-type', 'application/graphql'] as const
  assert.deepEqual(request.headers, [['authorization', 'Bearer token'], typed])
  assert.equal(request.body, service.body.text)
  const changed = (method: string) => {
    const mutation = bareCallAs(method, byMethod(method))
    assert.ok(mutation.entry === 'request')
    return mutation.change(request)
  }
  assert.deepEqual(changed('GET'), { method: 'GET', url: request.url, headers: [] })
  assert.deepEqual(changed('PUT').headers, [['content-type', 'application/json']])
})

const box = sandbox()
after(() => box.remove())

const reference = (name: string, env: Readonly<Record<string, string>>, more: object = {}) => ({
  target: { name, roles: ['ServiceProvider'] },
  launch: { command: `exec ${process.execPath} ${compiled('harness/reference/main.js')} ServiceProvider`, env },
  service: { path: '/service', granted: { bodyContains: 'measurements' } },
  ...more,
})
const certify = async (name: string, only: readonly string[], ...targets: readonly object[]): Promise<Results> => {
  const out = join(box.folder, name)
  const config = targetFile(box, `${name}.json`, ...targets)
  return resultsOf(await box.start(['certify', '--config', config, '--out', out, '--only', only.join()]).ended, out)
}
const wrong = ({ checks }: Results) =>
  checks.filter(({ verdict }) => !['pass', 'not-applicable', 'disabled'].includes(verdict))

const conduct = [
  'service.no-token',
  'service.wrong-token',
  'service.other-methods',
  'service.other-methods-without-permit',
  'SERVICE-EVIDENCE-CURRENT',
  'DELEGATION-CONTEXT-SELF',
  'FORWARD-UNCHANGED',
  'TOKEN-AFTER-SUSPENSION',
]

describe('a ServiceProvider', { concurrency: 2 }, () => {
  test('conforms, whatever its refusals, and whether it forwards or keeps tokens', async () => {
    const results = await certify(
      'variants',
      [
        ...conduct,
        'service.truth-table',
        'service.registry-error',
        'service.registry-no-token',
        'registry-transport.error',
        'registry-transport.no-token',
      ],
      reference('forwards nothing', {
        ASSAY_REFERENCE_VARIANT: 'forwards-nothing,refuses-service-with-404,takes-posts-of-anybody',
      }),
      reference('asks for patience', { ASSAY_REFERENCE_VARIANT: 'takes-tokens-once,pleads-for-patience' }),
    )
    assert.deepEqual(wrong(results), [])
    const forwards = results.checks.filter(({ id }) => id === 'service.forwards-unchanged')
    assert.deepEqual(
      forwards.map(({ target, verdict }) => [target, verdict]),
      [
        ['forwards nothing', 'not-applicable'],
        ['asks for patience', 'pass'],
      ],
    )
  })

  test('may go by its evidence for as long as its target file says, and no longer', async () => {
    const clock = { clock: { evidenceCacheSeconds: 2 } }
    const variant = { ASSAY_REFERENCE_VARIANT: 'goes-by-evidence-for-two-seconds' }
    const results = await certify(
      'remembers',
      ['service.current-evidence'],
      reference('says so', variant, clock),
      reference('does not say so', variant),
      reference('remembers for longer', { ASSAY_FAULT: 'caches-evidence' }, clock),
      reference('remembers for an hour', { ASSAY_FAULT: 'caches-evidence' }, { clock: { evidenceCacheSeconds: 3600 } }),
    )
    const verdicts = results.checks.filter(({ id }) => id === 'service.current-evidence')
    assert.deepEqual(
      verdicts.map(({ target, verdict }) => `${target}: ${verdict}`),
      [
        'says so: pass',
        'does not say so: finding',
        'remembers for longer: finding',
        'remembers for an hour: not-applicable',
      ],
    )
  })

  test('is caught when it does not verify the token around its evidence', async () => {
    const results = await certify(
      'unsigned',
      ['service.evidence-unsigned'],
      reference(
        'credulous',
        { ASSAY_REFERENCE_VARIANT: 'speaks-older-form', ASSAY_FAULT: 'accepts-unsigned-evidence' },
        { interface: { preset: 'connect' } },
      ),
      reference('careful', { ASSAY_REFERENCE_VARIANT: 'speaks-older-form' }, { interface: { preset: 'connect' } }),
    )
    const verdicts = results.checks.filter(({ id }) => id === 'service.evidence-unsigned')
    assert.deepEqual(
      verdicts.map(({ target, verdict }) => [target, verdict]),
      [
        ['credulous', 'finding'],
        ['careful', 'pass'],
      ],
    )
  })

  test('is not testable in this without `service` in the target file', async () => {
    const { service: _, ...silent } = reference('silent', {})
    const results = await certify('silent', ['service.deny'], silent)
    const [check] = results.checks.filter(({ id }) => id === 'service.deny')
    assert.equal(check?.verdict, 'not-testable')
    assert.match(String(check?.reason), /`service` in the target file/)
  })
})
