import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { playInGuises } from '../../harness/check/guises.js'
import { changesOf } from '../../harness/check/message/message.js'
import { identifiers } from '../../harness/check/parties/identifiers.js'
import { createRecorder, type Recorder } from '../../harness/check/recorder.js'
import type { Outcome } from '../../harness/contracts/evidence.js'
import { usualPartyForm } from '../../harness/contracts/party-form.js'
import { type Guise, guiseOf } from '../../harness/guises/types.js'
import { guiseValue } from '../../harness/guises/values.js'
import { judgeCheck } from '../../harness/judge/verdict.js'
import { claims } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'
import { readFaultPlan } from '../../harness/reference/engine/fault-plan.js'
import { faultVariable } from './pairs.js'

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
    ['history=beside another client', { label: 'beside another client', party: 'did:another' }, true],
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
  const namesUnder = (guise: string, turn = 0): readonly string[] => {
    const ids = identifiers(naming, named, id, ` under ${guise}`, new Set(), turn)
    const { partyId, unique } = ids.party()
    return [partyId, ids.jti(), `human-${unique}`]
  }
  for (const name of namesUnder('answer=RS512')) assert.ok(plan.for(new Set([name])).has(pair.fault), name)
  // A check that came to nothing is carried out once more, and meets the fault again.
  for (const name of namesUnder('answer=RS512', 1)) assert.ok(plan.for(new Set([name])).has(pair.fault), name)
  for (const name of namesUnder('answer=RS384')) assert.ok(!plan.for(new Set([name])).has(pair.fault), name)
})
