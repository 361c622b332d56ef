import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { conditionsHold } from '../../harness/judge/conditions.js'
import {
  type Asking,
  bodyOf,
  type Cast,
  type EvidenceStage,
  type Outcome,
  openStage,
} from '../stage/evidence-fixture.js'
import { type Client, send } from '../stage/reference-fixture.js'

let stage: EvidenceStage
let cast: Cast
let sound: Asking
before(async () => {
  stage = await openStage()
  cast = stage.cast
  sound = await stage.start()
})
after(() => stage?.close())

const at = (client: Client): { readonly serviceProvider: string } => ({ serviceProvider: client.partyId })

test('hands out evidence to a party that forwards a JWT of the subject, to the subject and to the policy issuer', async () => {
  assert.equal(await sound.ask(), 'permit')
  assert.equal(await sound.ask({ context: null }), 'permit')
  assert.equal(await sound.ask({ caller: cast.subject, forwarded: [] }), 'permit')
  assert.equal(await sound.ask({ caller: cast.issuer, forwarded: [] }), 'permit')
  assert.equal(await sound.ask({ forwarded: [] }), 403)
  assert.equal(await sound.ask({ caller: cast.subject, forwarded: [], policy: 'conditional' }), 'permit')
})

test('decides by every fixture policy as a second evaluator does', async () => {
  const outcomes: Record<string, number> = {}
  const contexts = [...Object.values(cast).map(at), {}, null, { purpose: 'research', level: 1 }]
  const { partyId } = cast.subject
  const aboutOf = (policy: (typeof stage.policies)[number]): string =>
    JSON.stringify([policy.accessSubject, policy.resource.identifiers, policy.actions])
  const free = new Set(stage.policies.filter(({ conditions }) => !conditions).map(aboutOf))
  for (const policy of stage.policies.filter((one) => !free.has(aboutOf(one))))
    for (const context of contexts) {
      const { id, accessSubject, resource, actions, conditions, evaluatedBy, effect } = policy
      if (!conditions || evaluatedBy || effect === 'Deny' || accessSubject !== partyId) continue
      const expected = conditionsHold(conditions, context ?? undefined)
      const { identifiers } = resource
      const outcome = await sound.ask({ caller: cast.subject, forwarded: [], identifiers, actions, context })
      assert.equal(outcome, expected && id !== 'empty-all-of' ? 'permit' : 403, `${id} in ${JSON.stringify(context)}`)
      outcomes[String(outcome)] = (outcomes[String(outcome)] ?? 0) + 1
    }
  assert.ok((outcomes.permit ?? 0) > 25 && (outcomes[403] ?? 0) > 200, JSON.stringify(outcomes))
})

test('hands out the conditions that a ServiceProvider is to evaluate, whether they hold or not', async () => {
  assert.equal(await sound.ask({ policy: 'handed-out-true' }), 'permit with conditions')
  assert.equal(await sound.ask({ policy: 'handed-out-false' }), 'permit with conditions')
})

test('lets a Deny win', async () => {
  for (const policy of ['deny', 'permit-then-deny', 'deny-then-permit'])
    assert.equal(await sound.ask({ policy }), 'deny')
})

test('takes a forwarded JWT as often as it comes, and never as a client assertion', async () => {
  const forwarded = [sound.forwarded(cast.subject)]
  for (let time = 0; time < 3; time++) assert.equal(await sound.ask({ forwarded }), 'permit')
  for (const presenter of [cast.subject, cast.provider])
    assert.equal((await send(stage.lab, sound.reference, presenter.partyId, forwarded[0] as string)).granted, false)
  assert.equal(await sound.ask({ forwarded }), 'permit')
})

test('refuses what is no request, in a moment and with a status of the client', async () => {
  const wrap = (part: string): string => `{"delegationRequest":${part}}`
  const bodies: readonly string[] = [
    '',
    'null',
    '[]',
    '{}',
    '{',
    wrap('{}'),
    wrap('[]'),
    bodyOf(cast, {}, 'text'),
    bodyOf(cast, {}, [null]),
    bodyOf(cast, { context: 'text' }, []),
    bodyOf(cast, {}, []).replace('"policies":[', '"policies":{"0":').replace(']}]}', '}}]}'),
    bodyOf(cast, { contextText: '['.repeat(100_000) + ']'.repeat(100_000) }, []),
    bodyOf(cast, { contextText: '{"a":'.repeat(100_000) }, []),
    bodyOf(cast, { contextText: '{"a":1}{"b":2}' }, []),
    `${bodyOf(cast, {}, [])} x`,
    bodyOf(cast, { context: { text: 'x'.repeat(900_000) } }, []).replace('}', '\\'),
    bodyOf(
      cast,
      {},
      Array.from({ length: 10_000 }, () => 'a.b.c'),
    ),
    'x'.repeat(10 * 1024 * 1024),
  ]
  for (const body of bodies) {
    const begin = Date.now()
    const outcome = await sound.ask({ body })
    assert.ok(outcome === 400 || outcome === 413, `${outcome} for ${body.slice(0, 60)}`)
    assert.ok(Date.now() - begin < 60_000, `slow: ${body.slice(0, 60)}`)
  }
  const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`key ${index}`, index]))
  assert.equal(await sound.ask({ context: { ...wide, ...at(cast.provider) }, policy: 'conditional' }), 'permit')
})

const variants: Readonly<Record<string, readonly [denied: Outcome, conditional: Outcome, unforwarded: Outcome]>> = {
  'answers-deny': ['deny', 'permit', 403],
  'answers-empty': ['nothing', 'permit', 403],
  'hands-out-conditions': [403, 'permit with conditions', 403],
  'hands-out-all': [403, 'permit', 403],
  'signs-evidence': [403, 'permit', 403],
  'needs-no-forwarded-jwt': [403, 'permit', 'permit'],
  'asks-for-no-forwarded-jwt': [403, 'permit', 'permit'],
}
for (const [variant, expected] of Object.entries(variants))
  test(`the variant ${variant} answers otherwise`, async () => {
    const other = await stage.start({ ASSAY_REFERENCE_VARIANT: variant, ASSAY_STATE: stage.lab.folder })
    assert.deepEqual(
      [
        await other.ask({ policy: 'unknown' }),
        await other.ask({ policy: 'conditional' }),
        await other.ask({ forwarded: [] }),
      ],
      expected,
    )
  })

test('the variant permits-in-part permits of what is asked together what a policy names', async () => {
  const other = await stage.start({ ASSAY_REFERENCE_VARIANT: 'permits-in-part', ASSAY_STATE: stage.lab.folder })
  assert.equal(await other.ask({ identifiers: ['unnamed', 'unconditional'] }), 'permit')
  assert.equal(await other.ask({ actions: ['*'] }), 'permit')
  assert.equal(await other.ask({ identifiers: ['unnamed'] }), 403)
  assert.equal(await other.ask({ actions: ['delete'] }), 403)
})
