import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../../harness/contracts/json.js'
import { misplacedIn } from '../../suites/asking/question.js'

const asStated = {
  names: { requestField: 'delegationRequest', memberCase: 'camel' },
  contextPlace: 'context.serviceProvider',
} as const
const inList = {
  names: { requestField: 'request', memberCase: 'snake' },
  contextPlace: 'environment.serviceProviders',
} as const

const own = { context: { serviceProvider: 'did:a' } }
const asking = (...policySets: Json[]): Json => ({ delegationRequest: { policySets } })

test('a request for evidence has the form of the text in the names of the settings', () => {
  assert.equal(misplacedIn(asking({ policies: [{ target: own }] }), asStated), undefined)
  assert.equal(misplacedIn(asking({ policies: [{ target: {} }, { target: own }] }), asStated), undefined)
  // Whether it names a ServiceProvider at all is judged elsewhere.
  assert.equal(misplacedIn(asking({ policies: [{ target: {} }] }), asStated), undefined)
  const listed = { policies: [{ target: { environment: { serviceProviders: ['did:a'] } } }] }
  assert.equal(misplacedIn({ request: { policy_sets: [listed] } }, inList), undefined)
  const { contextPlace: _, ...placeless } = asStated
  assert.equal(misplacedIn(asking({ policies: [{ target: {} }], ...own }), placeless), undefined)
})

test('what stands elsewhere in it is named', () => {
  const wrong: readonly (readonly [body: Json, says: RegExp])[] = [
    [{}, /no object delegationRequest/],
    [{ delegationRequest: [] }, /no object/],
    [{ delegationRequest: { policies: [{ target: own }] } }, /no list policySets/],
    [asking(), /no list policySets/],
    [asking({ policies: [{ target: own }] }, {}), /without policies/],
    [asking({ policies: [{ target: own }, {}] }), /without a target/],
    [asking({ policies: [{ target: {}, ...own }] }), /context\.serviceProvider elsewhere/],
  ]
  for (const [body, says] of wrong) assert.match(misplacedIn(body, asStated) ?? 'right', says)
  assert.match(misplacedIn({ request: { policySets: [] } }, inList) ?? 'right', /no list policy_sets in request/)
})
