import assert from 'node:assert/strict'
import { createPublicKey, createSecretKey } from 'node:crypto'
import { after, before, test } from 'node:test'
import { delegationFaults } from '../harness/faults/delegation.js'
import { conditionsHold } from '../harness/judge/conditions.js'
import { jwks, type KeyDocument, pemChain } from '../harness/mutations/key-documents.js'
import { signers } from '../harness/wire/jws.js'
import {
  type Asking,
  bodyOf,
  type Cast,
  type Differences,
  type EvidenceStage,
  type Outcome,
  openStage,
} from './evidence-fixture.js'
import { assertionOf, type Client, enter, newClient, send, target } from './reference-fixture.js'

const global = ['serves-evidence-without-token', 'takes-foreign-token']

let stage: EvidenceStage
let cast: Cast
let sound: Asking
before(async () => {
  stage = await openStage()
  cast = stage.cast
  const faults = Object.keys(delegationFaults).filter((fault) => !global.includes(fault))
  sound = await stage.start({ ASSAY_FAULT: faults.map((fault) => `${fault}@${fault}.*`).join() })
})
after(() => stage?.close())

const now = (): number => Math.floor(Date.now() / 1000)
const at = (client: Client): { readonly serviceProvider: string } => ({ serviceProvider: client.partyId })

test('hands out evidence to whoever forwards a JWT of the subject, to the subject and to the policy issuer', async () => {
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
  for (const { id, conditions, evaluatedBy, effect } of stage.policies)
    for (const context of contexts) {
      if (!conditions || evaluatedBy || effect === 'Deny') continue
      const expected = conditionsHold(conditions, context ?? undefined)
      const outcome = await sound.ask({ caller: cast.subject, forwarded: [], policy: id, context })
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
    assert.ok(Date.now() - begin < 10_000, `slow: ${body.slice(0, 60)}`)
  }
  const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`key ${index}`, index]))
  assert.equal(await sound.ask({ context: { ...wide, ...at(cast.provider) }, policy: 'conditional' }), 'permit')
})

/** What is asked, what comes of it, and what comes of it with the fault. */
type Row = readonly [asked: () => Differences | Promise<Differences>, sound: Outcome, faulty: Outcome]

const conditional =
  (policy: string, context: () => unknown, more: () => Differences = () => ({})) =>
  (): Differences => ({
    policy,
    context: context(),
    ...more(),
  })
const atProvider = () => at(cast.provider)
const atOther = () => at(cast.otherProvider)
const spelled = (change: (id: string) => string) => ({ serviceProvider: change(cast.provider.partyId) })
const jwt =
  (claims: () => object, header: object = {}, maker: () => Client = () => cast.subject) =>
  (): Differences => ({ forwarded: [sound.forwarded(maker(), claims(), header)] })
const of =
  (client: () => Promise<Client>): (() => Promise<Differences>) =>
  async () => ({ forwarded: [sound.forwarded({ ...(await client()), partyId: cast.subject.partyId })] })
/** A JWT with another first character of its signature. */
const changed = (jwt: string): string =>
  jwt.replace(/\.(.)([^.]*)$/, (_, first, rest) => `.${first === 'A' ? 'B' : 'A'}${rest}`)
const tampered = (): Differences => ({ forwarded: [changed(sound.forwarded(cast.subject))] })
const signedAs =
  (alg: string, signature: (input: Buffer) => Buffer): (() => Differences) =>
  () => {
    const [header, payload] = sound.forwarded(cast.subject, {}, { alg }).split('.')
    const input = `${header}.${payload}`
    return { forwarded: [`${input}.${signature(Buffer.from(input)).toString('base64url')}`] }
  }
/** With the key of the provider under the chain of the subject, and more behind that. */
const underChain =
  (behind: () => readonly Buffer[], header: () => object = () => ({})): (() => Differences) =>
  () => {
    const { partyId, certified } = cast.subject
    const chain = [...certified.chain, ...behind()]
    return { forwarded: [sound.forwarded({ partyId, certified: { ...cast.provider.certified, chain } }, {}, header())] }
  }
/** A JWT whose header says where the key is that made its signature. */
const keyAt = (member: string, document: () => KeyDocument) => async (): Promise<Differences> => {
  await stage.lab.lab.canary({ name: member, ...document() })
  const header = () => ({ [member]: `${stage.lab.world.http}/canary/${member}` })
  return underChain(() => [], header)()
}
const unregistered = (kind?: string) => () => newClient(stage.lab, kind ? { kind } : {})
const rows: Readonly<Partial<Record<keyof typeof delegationFaults, Row>>> = {
  'answers-get-delegation': [() => ({ method: 'GET' }), 405, 'permit'],
  'crashes-on-bad-delegation': [() => ({ body: '{}' }), 400, 500],
  'ignores-access-subject': [() => ({ subject: cast.spare, policy: 'any-of-one' }), 403, 'permit'],
  'ignores-actions': [() => ({ actions: ['delete'] }), 403, 'permit'],
  'permits-some-identifiers': [() => ({ identifiers: ['unnamed', 'unconditional'] }), 403, 'permit'],
  'permits-some-actions': [() => ({ actions: ['read', 'delete'] }), 403, 'permit'],
  'takes-asterisk-for-any': [() => ({ subject: cast.spare, identifiers: ['*'], actions: ['*'] }), 403, 'permit'],
  'permits-unnamed-resource': [() => ({ policy: 'unnamed' }), 403, 'permit'],
  'decides-first-policy-for-all': [() => ({ before: 'unconditional', policy: 'any-of-false' }), 403, 'permit'],
  'decides-first-set-for-all': [
    () => ({ before: 'unconditional', inSetBefore: true, policy: 'any-of-false' }),
    403,
    'permit',
  ],
  'takes-first-context-for-all': [
    conditional('conditional', atOther, () => ({ before: 'any-of-one', contextBefore: atProvider() })),
    403,
    'permit',
  ],
  'ignores-context-value': [conditional('conditional', atOther), 403, 'permit'],
  'assumes-context': [conditional('conditional', () => null), 403, 'permit'],
  'takes-any-context-key': [conditional('conditional', () => ({ place: cast.provider.partyId })), 403, 'permit'],
  'requires-context': [() => ({ context: null }), 'permit', 403],
  'ignores-consumer-context': [() => ({ policy: 'conditional', caller: cast.subject, forwarded: [] }), 'permit', 403],
  'refuses-extra-context': [conditional('conditional', () => ({ ...atProvider(), more: 1 })), 'permit', 403],
  'reads-first-context-value': [
    () => ({
      policy: 'conditional',
      contextText: `{"serviceProvider":"${cast.provider.partyId}","serviceProvider":"${cast.otherProvider.partyId}"}`,
    }),
    400,
    'permit',
  ],
  'folds-context': [
    conditional('conditional', () => ({ serviceProvider: ` ${cast.provider.partyId.toUpperCase()}` })),
    403,
    'permit',
  ],
  'ignores-letter-case-of-context': [
    conditional('conditional', () => spelled((id) => id.toUpperCase())),
    403,
    'permit',
  ],
  'takes-longer-context': [conditional('conditional', () => spelled((id) => `${id}2`)), 403, 'permit'],
  'takes-shorter-context': [conditional('conditional', () => spelled((id) => id.slice(0, -2))), 403, 'permit'],
  'compares-ends-of-context': [conditional('conditional', () => spelled((id) => `x${id}`)), 403, 'permit'],
  'finds-context-within': [conditional('conditional', () => spelled((id) => `x${id}2`)), 403, 'permit'],
  'loose-equality': [conditional('equals-number', () => ({ level: '1' })), 403, 'permit'],
  'finds-inherited-keys': [conditional('operand-constructor', () => ({})), 403, 'permit'],
  'any-of-needs-all': [conditional('any-of-middle-true', atProvider), 'permit', 403],
  'any-of-reads-first': [conditional('any-of-middle-true', atProvider), 'permit', 403],
  'all-of-needs-one': [conditional('all-of-first-false', atProvider), 403, 'permit'],
  'all-of-reads-first': [conditional('all-of-last-false', atProvider), 403, 'permit'],
  'all-of-reads-last': [conditional('all-of-first-false', atProvider), 403, 'permit'],
  'flattens-nesting': [conditional('any-of-all-TF-all-FT', atProvider), 403, 'permit'],
  'permits-deep-nodes': [conditional('eight-levels-F', atProvider), 403, 'permit'],
  'ignores-conditions': [conditional('conditional', atOther), 403, 'permit'],
  'strips-conditions': [() => ({ policy: 'handed-out-false' }), 'permit with conditions', 'permit'],
  'permits-unknown-operator': [conditional('unknown-operator', atProvider), 403, 'permit'],
  'permits-unknown-operand': [conditional('unknown-operand', atProvider), 403, 'permit'],
  'permits-malformed-node': [conditional('any-of-object', atProvider), 403, 'permit'],
  'permits-empty-any-of': [conditional('empty-any-of', atProvider), 403, 'permit'],
  'permit-overrides-deny': [() => ({ policy: 'permit-then-deny' }), 'deny', 'permit'],
  'omits-policy-sets': [() => ({}), 'permit', 'nothing'],
  'ignores-forwarded': [() => ({ forwarded: [] }), 403, 'permit'],
  'forward-ignores-aud': [jwt(() => ({ aud: cast.otherProvider.partyId })), 403, 'permit'],
  'forward-takes-longer-aud': [jwt(() => ({ aud: `${cast.provider.partyId}2` })), 403, 'permit'],
  'forward-folds-aud': [jwt(() => ({ aud: cast.provider.partyId.toUpperCase() })), 403, 'permit'],
  'forward-takes-own-aud': [jwt(() => ({ aud: target })), 403, 'permit'],
  'forward-takes-several-aud': [jwt(() => ({ aud: [cast.provider.partyId, target] })), 403, 'permit'],
  'forward-trusts-body': [
    () => ({ ...jwt(() => ({ aud: cast.otherProvider.partyId }))(), context: atOther() }),
    403,
    'permit',
  ],
  'forward-takes-own-jwt': [
    jwt(
      () => ({}),
      {},
      () => cast.provider,
    ),
    403,
    'permit',
  ],
  'forward-reads-sub': [
    jwt(
      () => ({ sub: cast.subject.partyId }),
      {},
      () => cast.provider,
    ),
    403,
    'permit',
  ],
  'forward-tries-every-key': [underChain(() => cast.provider.certified.chain.slice(0, 1)), 403, 'permit'],
  'forward-ignores-subject': [
    jwt(
      () => ({}),
      {},
      () => cast.spare,
    ),
    403,
    'permit',
  ],
  'forward-ignores-expiry': [jwt(() => ({ iat: now() - 700, exp: now() - 670 })), 403, 'permit'],
  'forward-ignores-signature': [tampered, 403, 'permit'],
  'forward-accepts-alg-none': [jwt(() => ({}), { alg: 'none' }), 403, 'permit'],
  'forward-accepts-hs256-public-key': [
    signedAs('HS256', (input) =>
      signers.HS256(input, createSecretKey(cast.subject.certified.chain[0] ?? Buffer.alloc(0))),
    ),
    403,
    'permit',
  ],
  'forward-accepts-ps256': [
    signedAs('PS256', (input) => signers.PS256(input, cast.subject.certified.key)),
    403,
    'permit',
  ],
  'forward-accepts-empty-signature': [signedAs('RS256', () => Buffer.alloc(0)), 403, 'permit'],
  'forward-honours-jwk': [
    underChain(
      () => [],
      () => ({ jwk: createPublicKey(cast.provider.certified.key).export({ format: 'jwk' }) }),
    ),
    403,
    'permit',
  ],
  'forward-honours-jku': [keyAt('jku', () => jwks(cast.provider.certified.key)), 403, 'permit'],
  'forward-honours-x5u': [keyAt('x5u', () => pemChain(cast.provider.certified)), 403, 'permit'],
  'forward-ignores-chain': [of(unregistered('same-name-twin')), 403, 'permit'],
  'forward-accepts-expired-leaf': [() => ({ subject: cast.expired }), 403, 'permit'],
  'forward-accepts-leaf-as-issuer': [() => ({ subject: cast.issuedByLeaf }), 403, 'permit'],
  'forward-trusts-last-certificate': [of(unregistered('twin-chain-with-real-root')), 403, 'permit'],
  'forward-ignores-key-usage': [() => ({ subject: cast.ofOtherUsage }), 403, 'permit'],
  'forward-grants-on-registry-error': [() => ({ subject: cast.unanswered }), 403, 'permit'],
  'forward-accepts-unsigned-parties-token': [() => ({ subject: cast.unsigned }), 403, 'permit'],
  'forward-ignores-parties-token-signature': [() => ({ subject: cast.forged }), 403, 'permit'],
  'forward-ignores-match': [of(unregistered()), 403, 'permit'],
  'forward-ignores-status': [() => ({ subject: cast.suspended }), 403, 'permit'],
  'forward-ignores-revocation': [() => ({ subject: cast.revoked }), 403, 'permit'],
  'forward-accepts-revoked': [() => ({ subject: cast.revoked }), 403, 'permit'],
  'forward-reads-first': [
    () => ({ forwarded: [sound.forwarded(cast.subject), sound.forwarded(cast.subject, { aud: target })] }),
    403,
    'permit',
  ],
  'forward-ignores-claims': [jwt(() => ({ jti: undefined })), 403, 'permit'],
  'forward-refuses-aged': [jwt(() => ({ iat: now() - 15, exp: now() + 15 })), 'permit', 403],
}

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

test('the fault forward-verifies-jti-once takes a copy of what it verified, whoever signed it', async () => {
  const fault = 'forward-verifies-jti-once'
  const sent = sound.forwarded(cast.subject)
  const copy = { forwarded: [changed(sent)] }
  assert.equal(await sound.ask(copy, fault), 403)
  assert.equal(await sound.ask({ forwarded: [sent] }, fault), 'permit')
  assert.equal(await sound.ask(copy, fault), 'permit')
  assert.equal(await sound.ask(copy), 403)
  assert.equal(await sound.ask(tampered(), fault), 403)
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

test('the fault takes-latest-for-asker takes a caller for whoever has authenticated since', async () => {
  const fault = 'takes-latest-for-asker'
  const ofStranger = { caller: cast.otherProvider, forwarded: [] }
  assert.equal(await sound.ask(ofStranger, fault), 403)
  assert.equal(await sound.ask({ caller: cast.subject, forwarded: [] }, fault), 'permit')
  assert.equal(await sound.ask(ofStranger, fault), 'permit')
  assert.equal(await sound.ask(ofStranger), 403)
})

const mixers = ['mixes-up-askers', 'mixes-up-evidence'] as const

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

test('the faults about access tokens let anybody ask', async () => {
  const faulty = await stage.start({ ASSAY_FAULT: global.join(), ASSAY_STATE: stage.lab.folder })
  for (const authorization of [null, 'Bearer x', 'Basic eA==', `Bearer ${'x'.repeat(5000)}`]) {
    assert.equal(await sound.ask({ authorization, forwarded: [] }), 401)
    assert.equal(await faulty.ask({ authorization, forwarded: [] }), 'permit')
  }
})

const badTokens = Object.keys(delegationFaults).filter((name) => name.startsWith('signs-evidence-'))

for (const fault of badTokens)
  test(`the fault ${fault} still says what the evidence says`, async () => {
    assert.equal(await sound.ask({}, fault), 'permit')
    assert.equal(await sound.ask({ policy: 'unknown' }, fault), 403)
  })

test('every fault is tried', () => {
  const elsewhere = [...global, ...badTokens, 'forward-once', 'forward-refuses-consumed', 'forward-as-assertion']
  elsewhere.push('forward-remembers-verdict', 'forward-verifies-jti-once', 'forward-caches-status')
  // It takes a reference whose access tokens end soon: selftest/access-tokens.test.ts.
  elsewhere.push('takes-expired-token')
  elsewhere.push(...mixers, 'takes-latest-for-asker')
  assert.deepEqual([...Object.keys(rows), ...elsewhere].sort(), Object.keys(delegationFaults).sort())
})

const variants: Readonly<Record<string, readonly [denied: Outcome, conditional: Outcome, unforwarded: Outcome]>> = {
  'answers-deny': ['deny', 'permit', 403],
  'answers-empty': ['nothing', 'permit', 403],
  'hands-out-conditions': [403, 'permit with conditions', 403],
  'signs-evidence': [403, 'permit', 403],
  'needs-no-forwarded-jwt': [403, 'permit', 'permit'],
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
