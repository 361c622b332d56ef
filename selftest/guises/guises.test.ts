import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { playInGuises } from '../../harness/check/guises.js'
import { changesOf } from '../../harness/check/message/message.js'
import { identifiers } from '../../harness/check/parties/identifiers.js'
import { createRecorder, type Recorder } from '../../harness/check/recorder.js'
import type { CheckDescription, Outcome } from '../../harness/contracts/evidence.js'
import { usualPartyForm } from '../../harness/contracts/party-form.js'
import { bundlesOf } from '../../harness/guises/bundles.js'
import { chosenForGuises, firstSpeaksForAll } from '../../harness/guises/choose.js'
import { readGuises } from '../../harness/guises/read.js'
import { type Guise, guiseOf } from '../../harness/guises/types.js'
import { guiseValue, guiseValues } from '../../harness/guises/values.js'
import { judgeCheck } from '../../harness/judge/verdict.js'
import { claims } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'
import { readFaultPlan } from '../../harness/reference/engine/fault-plan.js'
import { concernsCheck, guisesOf, withGuises } from '../../harness/run/guises.js'
import { reaches } from '../../harness/run/preflight/guises.js'
import type { Role } from '../../requirements/types.js'
import { faultVariable } from './pairs.js'

const dimensionsIn = (names: readonly string[]): readonly string[] => names.map((name) => guiseValue(name).dimension)

describe('the bundles of a run', () => {
  it('hold each value but the dear ones once in the standard profile, and one of a dimension at most', () => {
    const bundles = bundlesOf('standard')
    const usual = guiseValues.filter(({ deep }) => !deep)
    assert.ok(usual.length < guiseValues.length)
    assert.deepEqual(bundles.flat().sort(), usual.map(({ name }) => name).sort())
    for (const names of bundles) assert.equal(new Set(dimensionsIn(names)).size, names.length)
  })

  it('hold the other digests alone in the quick profile', () => {
    assert.deepEqual(bundlesOf('quick'), [
      ['alg=RS384', 'answer=RS384'],
      ['alg=RS512', 'answer=RS512'],
    ])
  })

  it('hold every pair of values of two dimensions in the deep profile', () => {
    const bundles = bundlesOf('deep').map((names) => new Set(names))
    for (const one of guiseValues)
      for (const other of guiseValues)
        if (one.dimension !== other.dimension)
          assert.ok(
            bundles.some((names) => names.has(one.name) && names.has(other.name)),
            `${one.name} with ${other.name}`,
          )
  })
})

const check = (id: string, more: Partial<CheckDescription> = {}): CheckDescription => ({
  id,
  title: 'refuses something',
  requirements: ['JWT-SIGNED'],
  cases: [],
  level: 'must',
  profile: 'standard',
  detects: ['skips-signature'],
  ...more,
})

describe('the choice', () => {
  const choosable = [
    { check: check('narrow', { detects: ['accepts-alg-none'] }), weight: 1 },
    { check: check('heavy'), weight: 9 },
    { check: check('light'), weight: 2 },
    { check: check('accepting', { title: 'accepts something' }), weight: 1 },
    { check: check('recorded', { level: 'should' }), weight: 1 },
  ]
  it('is the lightest check that notices what most checks of a requirement notice', () => {
    assert.deepEqual([...chosenForGuises(choosable, { profile: 'standard', seed: 7 })], ['light'])
  })

  it('takes the first message of a row for all where that shows what is wrong', () => {
    const speaks = (...detects: readonly string[]) => firstSpeaksForAll({ detects })
    assert.ok(speaks('coerces-iss'))
    assert.ok(speaks('honours-jwk', 'ignores-signature'))
    assert.ok(!speaks('keeps-record-by-key', 'keeps-record-by-serial'))
    assert.ok(!speaks('ignores-evidence-action', 'ignores-evidence-resource'))
  })

  it('is every must check that refuses in the deep profile', () => {
    const chosen = chosenForGuises(choosable, { profile: 'deep', seed: 7 })
    assert.deepEqual([...chosen].sort(), ['heavy', 'light', 'narrow'])
  })

  it('takes all bundles for checks that are named, and none where none are wanted', () => {
    const plan = [
      { target: 't', role: 'ServiceProvider', check: check('light'), selected: { run: true } },
      { target: 't', role: 'ServiceProvider', check: check('other'), selected: { run: true } },
    ] as const
    const order = { profile: 'quick', seed: 1, only: ['light'] } as const
    const named = withGuises(plan, order, () => 1)
    assert.deepEqual(named[0]?.guises, bundlesOf('quick'))
    const none = withGuises(plan, { ...order, guises: [] }, () => 1)
    assert.deepEqual(none[0]?.guises, [])
    const one = withGuises(plan, { ...order, guises: [['alg=RS512']] }, () => 1)
    assert.deepEqual(
      one.map(({ guises }) => guises),
      [[['alg=RS512']], [['alg=RS512']]],
    )
  })

  it('of a look at revocation leaves the sources of a certificate as they are', () => {
    const looking = { ...check('looking'), title: 'reads the CRL that a certificate names' }
    const plan = [{ target: 't', role: 'ServiceProvider', check: looking, selected: { run: true } }] as const
    const [planned] = withGuises(plan, { profile: 'standard', seed: 1, only: [] }, () => 1)
    const names = planned?.guises?.flat() ?? []
    assert.ok(names.includes('chain=2'))
    assert.ok(!names.includes('revocation=ocsp'))
  })

  it('makes pairs in the deep profile of what concerns a check alone', () => {
    const refusing = check('signature.odd-values')
    const plan = [{ target: 't', role: 'ServiceProvider', check: refusing, selected: { run: true } }] as const
    const [planned] = withGuises(plan, { profile: 'deep', seed: 1, only: [] }, () => 1)
    const guises = planned?.guises ?? []
    const concerned = guiseValues.filter((value) => concernsCheck(value, refusing, 'ServiceProvider'))
    assert.ok(guises.length < bundlesOf('deep').length)
    for (const one of concerned)
      for (const other of concerned)
        if (one.dimension !== other.dimension)
          assert.ok(guises.some((names) => names.includes(one.name) && names.includes(other.name)))
  })

  it('certifies parties of a kit as some of them are', () => {
    const refusing = check('signature.odd-values')
    const granted = guiseValues.map(({ name }) => name)
    const certified = ['key=3072', 'chain=2', 'revocation=crl']
    const played = (...guises: readonly (readonly string[])[]) =>
      guisesOf({ target: 't', role: 'ParticipantRegistry', check: refusing, selected: { run: true }, guises }, {
        targets: [{ name: 't', guises: { ParticipantRegistry: granted } }],
      } as unknown as Parameters<typeof guisesOf>[1]).map(({ name }) => name)
    assert.deepEqual(played(certified), [certified.join(', ')])
    const two = ['alg=RS512', 'key=3072', 'chain=4']
    assert.deepEqual(played(two, ['age=10', ...two]), ['alg=RS512, key=3072', 'age=10, alg=RS512, chain=4'])
  })

  it('concerns none that refuses nothing, whether guises are named or not', () => {
    const granting = { ...check('granting'), title: 'grants in another order' }
    const plan = [{ target: 't', role: 'ServiceProvider', check: granting, selected: { run: true } }] as const
    for (const guises of [undefined, [['alg=RS512']]]) {
      const order = { profile: 'deep', seed: 1, only: ['granting'], ...(guises && { guises }) } as const
      assert.equal(withGuises(plan, order, () => 1)[0]?.guises, undefined)
    }
  })

  it('leaves a dimension as it is where a check is about that itself', () => {
    const concerns = (name: string, id: string) =>
      concernsCheck(guiseValue(name), { id, title: 'refuses something' }, 'ServiceProvider')
    for (const id of ['replay.some-seconds-later', 'replay.before-expiry', 'replay.after-many']) {
      assert.ok(!concerns('age=10', id))
      assert.ok(concerns('alg=RS512', id))
    }
    assert.ok(!concerns('connection=new', 'state.connection'))
    assert.ok(concerns('age=10', 'state.connection'))
    assert.ok(concerns('age=10', 'replay.same-jti'))
  })

  it('gives forms of access tokens to logins and consumers alone, which get one that is theirs', () => {
    const concerns = (name: string, id: string, role: Role = 'ServiceProvider') =>
      concernsCheck(guiseValue(name), { id, title: 'refuses something' }, role)
    for (const name of ['access-token=JWT', 'token-answer=no expires_in']) {
      assert.ok(concerns(name, 'relying-party.signature'))
      assert.ok(concerns(name, 'consumer.bearer', 'ServiceConsumer'))
      assert.ok(!concerns(name, 'signature.odd-values'))
    }
    assert.ok(!concerns('answer-certificate=another each time', 'relying-party.signature'))
    assert.ok(concerns('answer-certificate=of 3072 bits', 'relying-party.signature'))
    assert.ok(concerns('answer-certificate=another each time', 'signature.odd-values'))
    for (const name of ['transfer=chunked', 'header-names=in upper case'])
      for (const id of ['relying-party.signature', 'signature.odd-values']) assert.ok(concerns(name, id))
  })

  it('of a ServiceConsumer is what it does after an answer, in forms of that alone', () => {
    const bearer = { ...check('consumer.bearer'), title: 'calls the service with its access token as Bearer' }
    const chosen = chosenForGuises([{ check: bearer, weight: 5 }], { profile: 'standard', seed: 7 })
    assert.deepEqual([...chosen.keys()], ['consumer.bearer'])
    const reached = guiseValues.filter((value) => reaches(value, 'ServiceConsumer')).map(({ dimension }) => dimension)
    assert.deepEqual(new Set(reached), new Set(['transfer', 'header-names', 'access-token', 'token-answer']))
  })

  it('is played as far as the target grants the values', () => {
    const planned = { target: 't', role: 'ServiceProvider', check: check('light'), selected: { run: true } } as const
    const targets = [{ name: 't', guises: { ServiceProvider: ['alg=RS512'] } }] as never
    const guises = guisesOf({ ...planned, guises: [['alg=RS384'], ['alg=RS512', 'key=4096']] }, { targets })
    assert.deepEqual(
      guises.map(({ name }) => name),
      ['alg=RS512'],
    )
  })
})

describe('the changes of a message', () => {
  const named = (value: string, mutation: Mutation) =>
    changesOf({ guise: guiseOf([guiseValue('alg=RS512'), guiseValue(value)]), mutation }).map(({ name }) => name)

  it('have what is wrong last, so that no guise takes it away', () => {
    assert.deepEqual(
      named(
        'claims=nbf',
        claims('another aud', () => undefined),
      ),
      ['RS512', 'claims=nbf', 'another aud'],
    )
  })

  it('dress a wrong aud as a right one', () => {
    const list = 'aud=in a list'
    assert.deepEqual(
      named(
        list,
        claims('another aud', () => undefined),
      ),
      ['RS512', 'another aud', list],
    )
    const own = { aud: 'did:example:another' }
    const { mutation } = guiseValue(list)
    assert.ok(mutation?.entry === 'claims')
    mutation.change(own as never, {} as never)
    assert.deepEqual(own, { aud: ['did:example:another'] })
  })
})

describe('--guises', () => {
  it('takes names of values, one of a dimension, or none', () => {
    assert.deepEqual(readGuises('alg=RS512, key=4096'), [['alg=RS512', 'key=4096']])
    assert.deepEqual(readGuises('none'), [])
    assert.equal(readGuises('usual'), undefined)
    assert.throws(
      () => readGuises('alg=HS256'),
      /"alg=HS256", which there is not; take `usual`, `none` or some of these: alg=/,
    )
    assert.throws(() => readGuises('alg=RS384,alg=RS512'), /only one alg/)
  })
})

const granted: Outcome = { kind: 'granted' }
const refused: Outcome = { kind: 'refused', status: 401 }
const both = guiseOf([guiseValue('alg=RS512'), guiseValue('form=in another order')])

/** Plays a check whose bad message comes to that in each guise. */
async function played(outcome: (guise: Guise) => Outcome | 'no control', guises: readonly Guise[] = [both]) {
  const recorder = createRecorder()
  recorder.message({ label: 'mutated', recipe: {}, party: 'did:a', exchanges: [] })
  recorder.fact({ kind: 'refusal', message: 0, outcome: refused, noAnswerIsRefusal: false })
  const names: string[] = []
  await playInGuises({ guises, hasTime: () => true }, recorder, async (guise, own: Recorder) => {
    names.push(guise.name)
    const came = outcome(guise)
    const message = own.message({ label: 'sent', recipe: { guise: guise.name }, party: 'did:a', exchanges: [] })
    if (came === 'no control') own.fact({ kind: 'control', message, outcome: refused })
    else own.fact({ kind: 'refusal', message, outcome: came, noAnswerIsRefusal: false })
  })
  return { names, recorder, ...judgeCheck(recorder.facts, 'must', false) }
}

describe('a check that is played in other guises', () => {
  it('passes where what it sends is refused there too', async () => {
    const { verdict, recorder } = await played(() => refused)
    assert.equal(verdict, 'pass')
    assert.equal(recorder.facts.filter(({ kind }) => kind === 'refusal').length, 2)
  })

  it('fails where it is granted, and names the single value that does it', async () => {
    const { verdict, reason, names } = await played((guise) => (guise.name.includes('RS512') ? granted : refused))
    assert.equal(verdict, 'fail')
    assert.equal(reason, 'Expected a refusal, got an access token, only under alg=RS512.')
    assert.deepEqual(names, [both.name, 'alg=RS512', 'form=in another order'])
  })

  it('names the whole guise where it takes several values', async () => {
    const { reason } = await played((guise) => (guise.name === both.name ? granted : refused))
    assert.match(reason, /only under alg=RS512, form=in another order\.$/)
  })

  it('says nothing where the control is refused, and keeps its verdict', async () => {
    const { verdict, recorder } = await played(() => 'no control')
    assert.equal(verdict, 'pass')
    assert.deepEqual(recorder.facts.at(-1), {
      kind: 'guise',
      name: both.name,
      values: [],
      why: 'Its control is not granted in this guise.',
    })
  })

  it('refers to the messages of its guise', async () => {
    const { recorder } = await played(() => refused)
    const facts = recorder.facts.flatMap((fact) => (fact.kind === 'refusal' ? [fact] : []))
    assert.deepEqual(
      facts.map(({ message }) => recorder.messages[message]?.recipe.guise),
      [undefined, both.name],
    )
  })

  it('fails where a rule is broken, and names the value', async () => {
    const recorder = createRecorder()
    recorder.fact({ kind: 'rule', says: 'It asks', holds: true, expected: 'a request', got: '1' })
    await playInGuises({ guises: [both], hasTime: () => true }, recorder, async (guise, own: Recorder) => {
      own.message({ label: 'control', recipe: {}, party: 'did:a', exchanges: [] })
      const holds = !guise.name.includes('RS512')
      own.fact({ kind: 'rule', says: 'It asks', holds, expected: 'a request', got: holds ? '1' : 'none' })
    })
    const { verdict, reason } = judgeCheck(recorder.facts, 'strict', true)
    assert.equal(verdict, 'fail')
    assert.equal(reason, 'It asks: expected a request, got none, only under alg=RS512.')
  })

  for (const [name, before, has] of [
    ['history=never seen', { label: 'control', party: 'did:another' }, true],
    ['history=never seen', { label: 'control', party: 'did:a' }, false],
    ['history=refused before', { label: 'refused before', party: 'did:a' }, true],
    ['history=refused before', { label: 'control', party: 'did:a' }, false],
    ['history=after another client', { label: 'after another client', party: 'did:another' }, true],
  ] as const)
    it(`${has ? 'has' : 'does not have'} ${name} behind a message "${before.label}" of ${before.party}`, async () => {
      const recorder = createRecorder()
      const guises = [guiseOf([guiseValue(name)])]
      await playInGuises({ guises, hasTime: () => true }, recorder, async (_, own: Recorder) => {
        own.message({ ...before, recipe: {}, exchanges: [] })
        const message = own.message({ label: 'mutated', recipe: {}, party: 'did:a', exchanges: [] })
        own.fact({ kind: 'refusal', message, outcome: refused, noAnswerIsRefusal: false })
      })
      const [played] = recorder.facts.flatMap((fact) => (fact.kind === 'guise' ? [fact] : []))
      assert.deepEqual(played?.values, has ? [name] : [])
    })

  it('begins no guise without time', async () => {
    const recorder = createRecorder()
    await playInGuises({ guises: [both], hasTime: () => false }, recorder, () => assert.fail('It was played.'))
    assert.deepEqual(recorder.facts, [{ kind: 'guise', name: both.name, values: [], why: 'Time was short.' }])
  })
})

it('confines a fault to the parties, the JWTs and the humans of its check in that guise', () => {
  const [role, id] = ['ServiceProvider', 'relying-party.signature'] as const
  const naming = { seed: 7, checks: [`${role} ${id}`] }
  const pair = { role, check: id, title: '', fault: 'ignores-id-token-signature', value: 'answer=RS512' } as const
  const plan = readFaultPlan(faultVariable([pair], () => ['answer=RS512'], naming))
  const named = {
    target: { name: `reference ${role}`, role, partyId: '' },
    settings: { partyId: { form: usualPartyForm, subject: {} } },
  }
  const namesUnder = (guise: string): readonly string[] => {
    const ids = identifiers(naming, named, id, ` under ${guise}`, new Set())
    const { partyId, unique } = ids.party()
    return [partyId, ids.jti(), `human-${unique}`]
  }
  for (const name of namesUnder('answer=RS512')) assert.ok(plan.for(new Set([name])).has(pair.fault), name)
  for (const name of namesUnder('answer=RS384')) assert.ok(!plan.for(new Set([name])).has(pair.fault), name)
})
