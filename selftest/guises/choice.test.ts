import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listChecks } from '../../harness/cli/list-checks.js'
import type { CheckDescription } from '../../harness/contracts/evidence.js'
import { bundlesOf } from '../../harness/guises/bundles.js'
import { broughtByLogin, chosenForGuises, firstSpeaksForAll, ofAnswers } from '../../harness/guises/choose.js'
import { guiseOf } from '../../harness/guises/types.js'
import { calledIn, guiseValue, guiseValues } from '../../harness/guises/values.js'
import { concernsCheck, guisesOf, withGuises } from '../../harness/run/guises.js'
import { reaches } from '../../harness/run/preflight/guises.js'
import type { Role } from '../../requirements/types.js'

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

  it('leaves out what has its target restarted, at every profile', async () => {
    const restarting = { check: check('login.late', { title: 'refuses a code after it was restarted' }), weight: 100 }
    for (const profile of ['quick', 'standard', 'deep'] as const)
      assert.ok(!chosenForGuises([...choosable, restarting], { profile, seed: 7 }).has('login.late'), profile)
    const named = ['login.code-after-restart', 'replay.after-restart']
    const titles = (await listChecks()).flatMap(({ check: { id, title } }) => (named.includes(id) ? [title] : []))
    assert.ok(titles.length > 1 && titles.every((title) => title.endsWith(' restarted')), titles.join('; '))
  })

  it('takes the first message of a row for all where that shows what is wrong', () => {
    const speaks = (...detects: readonly string[]) => firstSpeaksForAll({ detects })
    assert.ok(speaks('coerces-iss'))
    assert.ok(speaks('honours-jwk', 'ignores-signature'))
    assert.ok(!speaks('keeps-record-by-key', 'keeps-record-by-serial'))
    assert.ok(!speaks('ignores-evidence-action', 'ignores-evidence-resource'))
  })

  it('names looks at answers that there are', async () => {
    const ids = new Set((await listChecks()).map(({ check: { id } }) => id))
    assert.deepEqual(
      [...ofAnswers, ...broughtByLogin].filter((id) => !ids.has(id)),
      [],
    )
  })

  it('has forms of a call where an access token is carried alone', () => {
    const [proxy, refused] = [guiseValue('call=through a proxy'), check('audience.two')]
    const reached = (id: string, role: Role) => concernsCheck(proxy, check(id), role)
    assert.ok(reached('lookup.signature', 'ParticipantRegistry'))
    assert.ok(reached('service.without-permit', 'ServiceProvider'))
    assert.ok(reached('delegation.caller-of-token', 'EntitledParty'))
    assert.ok(!concernsCheck(proxy, refused, 'ServiceProvider'))
    const request = { method: 'GET', url: 'http://a/b', headers: [['via', 'x'] as const] }
    assert.deepEqual(
      calledIn(guiseOf([proxy]), request).headers.filter(([name]) => name === 'via'),
      [['via', '1.1 proxy']],
    )
    const asked = calledIn(guiseOf([guiseValue('call=with an unknown parameter')]), request).url
    assert.equal(asked, 'http://a/b?x-note=unknown')
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
