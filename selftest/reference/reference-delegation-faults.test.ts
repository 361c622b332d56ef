import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { JsonObject } from '../../harness/contracts/json.js'
import { everyDelegationRule } from '../../harness/reference/delegation/rules.js'
import { openStage } from '../stage/evidence-fixture.js'
import { assertionOf, enter, send } from '../stage/reference-fixture.js'
import { changed, faultRows, faultsOfOneToken, rememberingFaults } from './reference-delegation.cases.js'
import { forwardedRows } from './reference-forwarded.cases.js'

/** The last one stands at a rule of token requests. */
const delegationFaults = [...everyDelegationRule.flatMap((rule) => Object.keys(rule.faults)), 'forward-as-assertion']
const slashed = 'serves-evidence-behind-slash-without-token'
const local = 'serves-evidence-to-local-callers-without-token'
const inSessions = 'serves-evidence-in-sessions-without-token'
const global = ['serves-evidence-without-token', 'takes-foreign-token', slashed, local, inSessions]

const stage = await openStage()
after(() => stage.close())
const { cast } = stage
const faults = delegationFaults.filter((fault) => !global.includes(fault))
const sound = await stage.start({ ASSAY_FAULT: faults.map((fault) => `${fault}@${fault}.*`).join() })
const rows = { ...faultRows(stage, sound), ...forwardedRows(stage, sound) }

for (const [fault, [asked, right, wrong]] of Object.entries(rows))
  test(`the fault ${fault} changes an answer`, async () => {
    assert.equal(await sound.ask(await asked()), right)
    assert.equal(await sound.ask(await asked(), fault), wrong)
    assert.equal(await sound.ask({}, fault), fault === 'omits-policy-sets' ? 'nothing' : 'permit')
  })

test('the fault forward-once takes a JWT once', async () => {
  const forwarded = [sound.forwarded(cast.subject)]
  assert.equal(await sound.ask({ forwarded }, 'forward-once'), 'permit')
  assert.equal(await sound.ask({ forwarded }, 'forward-once'), 403)
})

test('the fault forward-remembers-verdict takes for one what another forwarded', async () => {
  const fault = 'forward-remembers-verdict'
  const [forwarded, caller] = [[sound.forwarded(cast.subject)], cast.otherProvider]
  assert.equal(await sound.ask({ forwarded, caller }, fault), 403)
  assert.equal(await sound.ask({ forwarded }, fault), 'permit')
  assert.equal(await sound.ask({ forwarded, caller }, fault), 'permit')
  assert.equal(await sound.ask({ forwarded, caller }), 403)
})

test('the fault forward-remembers-jwts takes for one what that one forwarded before', async () => {
  const fault = 'forward-remembers-jwts'
  const { spare: subject, provider } = cast
  const forwarded = [sound.forwarded(subject, { aud: provider.partyId })]
  assert.equal(await sound.ask({ subject, forwarded }, fault), 'permit')
  await enter(stage.lab, subject, { status: 'Suspended' })
  assert.equal(await sound.ask({ subject, forwarded }, fault), 'permit')
  assert.equal(await sound.ask({ subject, forwarded }), 403)
  assert.equal(await sound.ask({ subject }, fault), 403)
  await enter(stage.lab, subject)
})

for (const [fault, isOfAny] of [
  ['forward-remembers-consent', false],
  ['forward-remembers-forwarders', true],
] as const)
  test(`the fault ${fault} permits without a JWT after one`, async () => {
    const without = { forwarded: [] }
    assert.equal(await sound.ask(without, fault), 403)
    assert.equal(await sound.ask({}, fault), 'permit')
    assert.equal(await sound.ask(without, fault), 'permit')
    assert.equal(await sound.ask({ ...without, subject: cast.spare }, fault), isOfAny ? 'permit' : 403)
    assert.equal(await sound.ask(without), 403)
  })

test('the fault forward-verifies-jti-once takes a copy of what it verified, even one that another party signed', async () => {
  const fault = 'forward-verifies-jti-once'
  const sent = sound.forwarded(cast.subject)
  const copy = { forwarded: [changed(sent)] }
  assert.equal(await sound.ask(copy, fault), 403)
  assert.equal(await sound.ask({ forwarded: [sent] }, fault), 'permit')
  assert.equal(await sound.ask(copy, fault), 'permit')
  assert.equal(await sound.ask(copy), 403)
  assert.equal(await sound.ask({ forwarded: [changed(sound.forwarded(cast.subject))] }, fault), 403)
})

test('the fault forward-caches-status remembers who was adhering', async () => {
  const fault = 'forward-caches-status'
  const { spare: subject } = cast
  assert.equal(await sound.ask({ subject }, fault), 'permit')
  await enter(stage.lab, subject, { status: 'Suspended' })
  assert.equal(await sound.ask({ subject }, fault), 'permit')
  assert.equal(await sound.ask({ subject }), 403)
  await enter(stage.lab, subject)
  assert.equal(await sound.ask({ subject }), 'permit')
})

test('the fault forward-refuses-consumed refuses what the token endpoint has seen', async () => {
  const fault = 'forward-refuses-consumed'
  const forwarded = [sound.forwarded(cast.subject, { jti: `${fault}.1` })]
  assert.equal(await sound.ask({ forwarded }, fault), 'permit')
  await send(stage.lab, sound.reference, cast.subject.partyId, forwarded[0] as string)
  assert.equal(await sound.ask({ forwarded }, fault), 403)
  assert.equal(await sound.ask({ forwarded }), 'permit')
})

test('the fault forward-as-assertion authenticates by what was sent to somebody else', async () => {
  const present = async (jti: string): Promise<boolean> => {
    const assertion = assertionOf(cast.subject, { aud: cast.provider.partyId, jti })
    return (await send(stage.lab, sound.reference, cast.provider.partyId, assertion)).granted
  }
  assert.equal(await present('any.1'), false)
  assert.equal(await present('forward-as-assertion.1'), true)
})

test('the fault takes-latest-for-asker takes a caller for the party that has authenticated since', async () => {
  const fault = 'takes-latest-for-asker'
  const ofStranger = { caller: cast.otherProvider, forwarded: [] }
  assert.equal(await sound.ask(ofStranger, fault), 403)
  assert.equal(await sound.ask({ caller: cast.subject, forwarded: [] }, fault), 'permit')
  assert.equal(await sound.ask(ofStranger, fault), 'permit')
  assert.equal(await sound.ask(ofStranger), 403)
})

test('the fault refuses-context permits what has no context, and that alone', async () => {
  const [fault, without] = ['refuses-context', { context: null }]
  assert.deepEqual([await sound.ask({}), await sound.ask(without)], ['permit', 'permit'])
  assert.deepEqual([await sound.ask({}, fault), await sound.ask(without, fault)], [403, 'permit'])
})

const mixers = ['mixes-up-askers', 'mixes-up-evidence', 'mixes-up-requests', 'mixes-up-questions'] as const

for (const fault of mixers)
  test(`the fault ${fault} is seen where several ask at once, and there alone`, async () => {
    const own = { caller: cast.subject, forwarded: [] }
    const ofIssuer = { caller: cast.issuer, forwarded: [], policy: 'handed-out-true' }
    const ofStranger = { caller: cast.otherProvider, forwarded: [] }
    const all = (name?: string) => Promise.all([own, ofIssuer, ofStranger].map((asked) => sound.ask(asked, name)))
    const right = ['permit', 'permit with conditions', 403]
    assert.deepEqual(await all(), right)
    for (const [at, asked] of [own, ofIssuer, ofStranger].entries())
      assert.equal(await sound.ask(asked, fault), right[at])
    assert.notDeepEqual(await all(fault), right)
  })

test('the fault forward-mixes-up-verdicts is seen where a sound JWT comes with a wrong one, and there alone', async () => {
  const fault = 'forward-mixes-up-verdicts'
  const wrong = { forwarded: [changed(sound.forwarded(cast.subject))] }
  const both = (name?: string) => Promise.all([{}, wrong].map((asked) => sound.ask(asked, name)))
  assert.deepEqual(await both(), ['permit', 403])
  assert.deepEqual([await sound.ask({}, fault), await sound.ask(wrong, fault)], ['permit', 403])
  assert.notDeepEqual(await both(fault), ['permit', 403])
})

const targetsOf = ({ policySets }: JsonObject) => JSON.stringify(policySets)
const endOf = ({ notOnOrAfter }: JsonObject): number => Number(notOnOrAfter)

/** What is true of sound evidence, and not of that of a fault. */
const words: Readonly<Record<string, (evidence: JsonObject) => boolean>> = {
  'widens-identifiers': (evidence) => !targetsOf(evidence).includes('"identifiers":["*"]'),
  'widens-actions': (evidence) => !targetsOf(evidence).includes('"actions":["*"]'),
  'hands-out-all-as-permits': (evidence) => !targetsOf(evidence).includes('"any-of-false"'),
  'answers-with-old-evidence': (evidence) => endOf(evidence) > Date.now() / 1000,
  'answers-in-milliseconds': (evidence) => endOf(evidence) < 1e11,
  'omits-policy-issuer': ({ policyIssuer }) => policyIssuer !== undefined,
}

for (const [fault, isSound] of Object.entries(words))
  test(`the fault ${fault} changes what the evidence says`, async () => {
    assert.equal(isSound(await sound.evidence()), true)
    assert.equal(isSound(await sound.evidence(fault)), false)
    assert.equal(await sound.ask({}, fault), 'permit')
  })

test('the faults about access tokens let anybody ask', async () => {
  const faulty = await stage.start({ ASSAY_FAULT: global.join(), ASSAY_STATE: stage.lab.folder })
  for (const authorization of [null, 'Bearer x', 'Basic eA==', `Bearer ${'x'.repeat(5000)}`]) {
    assert.equal(await sound.ask({ authorization, forwarded: [] }), 401)
    assert.equal(await faulty.ask({ authorization, forwarded: [] }), 'permit')
  }
})

test(`the fault ${slashed} lets anybody ask there alone`, async () => {
  const faulty = await stage.start({ ASSAY_FAULT: slashed, ASSAY_STATE: stage.lab.folder })
  const bare = { authorization: null, forwarded: [] }
  assert.equal(await sound.ask({ path: '/delegation/' }), 'permit')
  assert.equal(await sound.ask({ ...bare, path: '/delegation/' }), 401)
  assert.equal(await faulty.ask({ ...bare, path: '/delegation/' }), 'permit')
  assert.equal(await faulty.ask(bare), 401)
})

const badTokens = delegationFaults.filter((name) => name.startsWith('signs-evidence-'))

for (const fault of badTokens)
  test(`the fault ${fault} still says what the evidence says`, async () => {
    assert.equal(await sound.ask({}, fault), 'permit')
    assert.equal(await sound.ask({ policy: 'unknown' }, fault), 403)
  })

test('every fault is tried', () => {
  const elsewhere = [...global, ...badTokens, 'forward-once', 'forward-refuses-consumed', 'forward-as-assertion']
  elsewhere.push('forward-remembers-verdict', 'forward-remembers-jwts')
  elsewhere.push('forward-remembers-consent', 'forward-remembers-forwarders')
  elsewhere.push('forward-verifies-jti-once', 'forward-caches-status')
  // It takes a reference whose access tokens end soon: selftest/whole/access-tokens.test.ts.
  elsewhere.push('takes-expired-token')
  elsewhere.push(
    ...mixers,
    'forward-mixes-up-verdicts',
    ...Object.keys(words),
    'takes-latest-for-asker',
    'refuses-context',
    ...rememberingFaults.slice(0, -1),
    ...faultsOfOneToken,
  )
  assert.deepEqual([...Object.keys(rows), ...elsewhere].sort(), delegationFaults.sort())
})
