import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../../harness/contracts/json.js'
import { evidenceIn, permits, readEvidence } from '../../harness/judge/evidence.js'
import { presets } from '../../harness/target/presets.js'
import type { Exchange } from '../../harness/wire/types.js'

const { delegation: settings } = presets.default.settings
const provider = 'did:example:provider'
const question = {
  policyIssuer: 'did:example:issuer',
  accessSubject: 'did:example:subject',
  resource: { type: 'measurements', identifiers: ['one', 'two'] },
  actions: ['read', 'list'],
  context: { serviceProvider: provider },
}

type Members = Readonly<Record<string, Json>>

const target: Members = { resource: { type: 'measurements', identifiers: ['one', 'two'] }, actions: ['read', 'list'] }
const rule = (effect: Json, more: Members = {}): Json => ({ effect, ...more })
const policy = (rules: Json, of: Json = target): Json => ({ target: of, rules })
const evidence = (policies: Json, more: Members = {}): Json => ({
  policyIssuer: question.policyIssuer,
  target: { accessSubject: question.accessSubject },
  policySets: [{ policies }],
  ...more,
})
const permit = policy([rule('Permit')])
const aboutTarget = (of: Json): Json => evidence([policy([rule('Permit')], of)])
const aboutResource = (resource: Json): Json => aboutTarget({ ...target, resource })
const inRule = (more: Members): Json => evidence([policy([rule('Permit', more)])])
const is = (rightOperand: string): Json => ({ leftOperand: 'serviceProvider', operator: 'equal', rightOperand })

const permitted: Readonly<Record<string, Json>> = {
  'what was asked': evidence([permit]),
  'the effect in small letters': evidence([policy([rule('permit')])]),
  'no issuer, no subject': { policySets: [{ policies: [permit] }] },
  'issuer and subject written as null': evidence([permit], { policyIssuer: null, target: { accessSubject: null } }),
  'a target that restricts nothing': aboutTarget({}),
  'no target': evidence([{ rules: [rule('Permit')] }]),
  'members of the target written as null': aboutTarget({ resource: { type: null, identifiers: null }, actions: null }),
  'more than was asked': aboutTarget({
    resource: { type: 'measurements', identifiers: ['three', 'two', 'one'] },
    actions: ['list', 'write', 'read'],
  }),
  'every identifier and action': aboutTarget({
    resource: { type: 'measurements', identifiers: ['*'] },
    actions: ['*'],
  }),
  'a second policy set': evidence([], { policySets: [{ policies: [] }, { policies: [permit] }] }),
  'a second rule': evidence([policy([rule('Permit', { target: { actions: ['write'] } }), rule('Permit')])]),
  'a rule with the target asked for': inRule({ target }),
  'conditions that hold': inRule({ conditions: is(provider) }),
  'conditions written as null': inRule({ conditions: null }),
  'a Deny of another resource': evidence([
    permit,
    policy([rule('Deny')], { resource: { type: 'measurements', identifiers: ['three'] } }),
  ]),
  'a Deny of another type': evidence([permit, policy([rule('Deny')], { resource: { type: 'contracts' } })]),
  'a Deny of another action, in a rule': evidence([
    policy([rule('Permit'), rule('Deny', { target: { actions: ['write'] } })]),
  ]),
  'a Deny whose conditions do not hold': evidence([
    policy([rule('Permit'), rule('Deny', { conditions: is('did:example:other') })]),
  ]),
}

const notPermitted: Readonly<Record<string, Json>> = {
  'a Deny': evidence([policy([rule('Deny')])]),
  'a Deny in small letters after a Permit': evidence([policy([rule('Permit'), rule('deny')])]),
  'a Deny in another policy set': evidence([], {
    policySets: [{ policies: [permit] }, { policies: [policy([rule('Deny')])] }],
  }),
  'no policies': evidence([]),
  'no policy sets': evidence([permit], { policySets: null }),
  'policy sets that are no list': evidence([permit], { policySets: { policies: [permit] } }),
  'no rules': evidence([policy([])]),
  'no effect': evidence([policy([{}])]),
  'another issuer': evidence([permit], { policyIssuer: 'did:example:other' }),
  'another subject': evidence([permit], { target: { accessSubject: 'did:example:other' } }),
  'another type': aboutResource({ type: 'contracts', identifiers: ['one', 'two'] }),
  'one of two identifiers': aboutResource({ type: 'measurements', identifiers: ['one'] }),
  'no identifier': aboutResource({ type: 'measurements', identifiers: [] }),
  'identifiers that are no list': aboutResource({ type: 'measurements', identifiers: 'one two' }),
  'one of two actions': aboutTarget({ ...target, actions: ['read'] }),
  'a rule for another action': inRule({ target: { actions: ['write'] } }),
  'conditions that do not hold': inRule({ conditions: is('did:example:other') }),
}

for (const [what, json] of Object.entries(permitted))
  test(`evidence permits: ${what}`, () => assert.equal(permits(json, question), true))

for (const [what, json] of Object.entries(notPermitted))
  test(`evidence does not permit: ${what}`, () => assert.equal(permits(json, question), false))

test('evidence is read in the spelling of the preset', () => {
  const snake = {
    policy_issuer: question.policyIssuer,
    target: { access_subject: question.accessSubject },
    policy_sets: [{ policies: [policy([rule('Permit', { conditions: { all_of: [{ any_of: [] }] } })])] }],
  }
  assert.equal(permits(snake, question, 'snake'), false)
  assert.equal(permits(snake, question, 'camel'), false)
  const held = { left_operand: 'serviceProvider', operator: 'equal', right_operand: provider }
  const holds = [policy([rule('Permit', { conditions: { all_of: [{ any_of: [held] }] } })])]
  assert.equal(permits({ ...snake, policy_sets: [{ policies: holds }] }, question, 'snake'), true)
})

/** A token as evidence is signed in; nobody checks its signature here. */
const tokenOf = (payload: Json): string =>
  `${[{ alg: 'RS256' }, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.c2ln`

test('evidence is found plain and in a signed token, and nowhere else', () => {
  const found = evidence([permit])
  const token = tokenOf({ delegationEvidence: found })
  assert.deepEqual(evidenceIn({ delegationEvidence: found }, settings), found)
  assert.deepEqual(evidenceIn({ delegation_token: token }, settings), found)
  assert.deepEqual(evidenceIn({ delegationEvidence: found, delegation_token: tokenOf({}) }, settings), found)
  for (const json of [{}, { delegation_token: 1 }, { delegation_token: 'x' }, { evidence: found }, undefined])
    assert.equal(evidenceIn(json, settings), undefined)
})

test('evidence in an answer that is no 2xx permits nothing', () => {
  const outcomeOf = (status: number, json: Json): string => {
    const exchange = { response: { status, headers: {}, body: JSON.stringify(json), truncated: false } }
    return readEvidence(exchange as unknown as Exchange, settings, question).outcome.kind
  }
  const answered = { delegationEvidence: evidence([permit]) }
  for (const status of [200, 201, 299]) assert.equal(outcomeOf(status, answered), 'granted')
  for (const status of [199, 300, 403, 500]) assert.equal(outcomeOf(status, answered), 'refused')
  assert.equal(outcomeOf(200, {}), 'refused')
  assert.equal(outcomeOf(200, { delegationEvidence: evidence([policy([rule('Deny')])]) }), 'refused')
})

test('a 200 that permits nothing says what it held', () => {
  const jwtOf = (payload: Json): string =>
    `${[{ alg: 'RS256' }, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.x`
  const heldIn = (json: Json): string | undefined => {
    const exchange = { response: { status: 200, headers: {}, body: JSON.stringify(json), truncated: false } }
    const { outcome } = readEvidence(exchange as unknown as Exchange, settings, question)
    return outcome.kind === 'refused' ? outcome.why : outcome.kind
  }
  const about = (policies: Json, more?: Members) => heldIn({ delegationEvidence: evidence(policies, more) })
  const other = { ...target, actions: ['write'] }
  const unheld = rule('Permit', {
    conditions: { leftOperand: 'serviceProvider', operator: 'equal', rightOperand: 'x' },
  })
  for (const [held, said] of [
    [about([permit]), 'granted'],
    [about([policy([rule('Deny')])]), 'its evidence has the effect Deny'],
    [about([policy([rule('Allowed')])]), 'its evidence has the effect Allowed'],
    [about([permit, policy([rule('Deny')])]), 'its evidence has the effect Deny'],
    [about([]), 'its evidence has no policies in policySets'],
    [about([policy([])]), 'its evidence has no rule about what was asked'],
    [about([policy([unheld])]), 'the conditions in its evidence do not hold'],
    [about([permit], { policyIssuer: 'did:example:eve' }), 'its evidence is issued by did:example:eve'],
    [about([permit], { target: { accessSubject: 7 } }), 'its evidence is about 7'],
    [heldIn({}), 'no delegationEvidence and no JWT in delegation_token, but the members of an empty object'],
    [
      heldIn({ evidence: 1, at: 2 }),
      'no delegationEvidence and no JWT in delegation_token, but the members evidence, at',
    ],
    [
      heldIn({ delegation_token: jwtOf({ iss: 'a' }) }),
      'the JWT in delegation_token has no delegationEvidence, but the members iss',
    ],
    [
      heldIn({ delegation_token: jwtOf({ delegationEvidence: evidence([policy([rule('Deny')])]) }) }),
      'its evidence has the effect Deny',
    ],
  ])
    assert.equal(held, said)
  const elsewhere = about([policy([rule('Permit')], other)])
  assert.match(String(elsewhere), /^its evidence is about something else than was asked: \{"resource".{60,90}…$/)
})
