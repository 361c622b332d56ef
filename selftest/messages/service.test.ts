import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serviceRequest } from '../../harness/check/service/call.js'
import type { Misjudged, Service } from '../../harness/check/service/types.js'
import type { Judge, Message, Sent } from '../../harness/check/types.js'
import type { Json } from '../../harness/contracts/json.js'
import { conditionsHold } from '../../harness/judge/conditions.js'
import type { Tree } from '../../harness/mutations/conditions.js'
import { bareCallAs, byMethod, type EvidenceContext, soundEvidence } from '../../harness/mutations/evidence.js'
import { randomTrees, shrunk } from '../../suites/service/random-trees.js'
import { isServed } from '../../suites/service/served.js'
import { table } from '../../suites/service/trees.cases.js'
import { judgeTrees } from '../../suites/service/trees.js'
import { otherCase } from '../../suites/support/values/letter-case.js'

const context: EvidenceContext = {
  known: 'did:example:known',
  subject: 'did:example:consumer',
  provider: 'did:example:provider',
  otherProvider: 'did:example:other',
  policyIssuer: 'did:example:issuer',
  consumedAt: (serviceProvider) => ({ context: { serviceProvider } }),
  members: { policySet: {}, target: {} },
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

test('a served answer differs from one that is merely complete', () => {
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

/** Judges the table at a service that decides the tree of an index wrongly as often as said, and grants what the judge shows it. */
async function ruledAt(index: number, times: number) {
  const ruled: boolean[] = []
  let left = times
  const message = async () => ({}) as Message
  const misjudged = async (trees: readonly Tree[]): Promise<readonly Misjudged[]> => {
    const found = trees.indexOf(table[index] as Tree)
    return found < 0 || left-- <= 0 ? [] : [{ index: found, granted: false }]
  }
  const granted = async () => ({ outcome: { kind: 'granted', status: 200 } })
  const judge = {
    grants: granted,
    accepts: granted,
    observes: () => undefined,
    rule: (_: string, isKept: boolean) => void ruled.push(isKept),
  } as unknown as Judge
  await judgeTrees(
    { service: { holds, message, misjudged } as unknown as Service, judge },
    table,
    async () => undefined,
  )
  return ruled
}

test('a tree that holds is tried again where the judge saw it granted after a while, and no more than once', async () => {
  const index = table.findIndex((tree, at) => at > 0 && holds(tree))
  assert.deepEqual(await ruledAt(index, 1), [true])
  assert.deepEqual(await ruledAt(index, 2), [false])
})
