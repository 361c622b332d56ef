import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { decodeCanonical } from '../../harness/reference/encoding/base64url.js'
import { readFaultPlan } from '../../harness/reference/engine/fault-plan.js'
import { ruleAbout } from '../../harness/reference/engine/rule.js'
import { varied } from '../../harness/reference/engine/variants.js'
import { rulesByFault } from '../../harness/reference/every-rule.js'
import { ReplayStore, type Used } from '../../harness/reference/participant/replay-store.js'
import { readMembers } from '../../harness/reference/token-endpoint/members.js'
import { ownFolder } from '../stage/own-folder.js'

const folder = ownFolder()

test('each fault changes exactly one rule', () => {
  const wrong = [...rulesByFault()].filter(([, rules]) => rules.length !== 1)
  assert.deepEqual(wrong, [])
  assert.ok(rulesByFault().size >= 177)
})

test('a variant changes the rule that it names, and does not compile where there is none', () => {
  const rule = ruleAbout<null, 'topic'>()
  const rules = [rule('topic', 'one', () => true, {}), rule('topic', 'two', () => true, {})]
  const changed = varied(rules, [{ two: () => () => false }])
  assert.deepEqual(
    changed.map(({ check }) => check(null)),
    [true, false],
  )
  // @ts-expect-error No rule has this name.
  assert.equal(varied(rules, [{ three: () => () => false }]).length, 2)
})

test('a fault is on for everybody, for one party, or for those whose id fits', () => {
  const plan = readFaultPlan('accepts-replay, accepts-alg-none@did:a, ignores-sub@did:b*, skips-signature@*mid*|jti*')
  const on = (...ids: string[]) => [...plan.for(new Set(ids))].sort()
  assert.deepEqual(on('did:x'), ['accepts-replay'])
  assert.deepEqual(on('did:a'), ['accepts-alg-none', 'accepts-replay'])
  assert.deepEqual(on('did:ab', 'did:b7'), ['accepts-replay', 'ignores-sub'])
  assert.deepEqual(on('EU.mid.1'), ['accepts-replay', 'skips-signature'])
  assert.deepEqual(on('jti-1'), ['accepts-replay', 'skips-signature'])
  const several = readFaultPlan('ignores-sub+skips-signature@did:c')
  assert.deepEqual([...several.for(new Set(['did:c']))], ['ignores-sub', 'skips-signature'])
  assert.deepEqual([...readFaultPlan(undefined).everywhere], [])
  assert.throws(() => readFaultPlan('accepts-everything'), /accepts-everything/)
  const confined = readFaultPlan('ignores-sub@[alg=RS512],skips-signature@[alg=RS512][chain=4]did:a*')
  assert.deepEqual([...confined.for(new Set(['[alg=RS512]', 'did:b']))], ['ignores-sub'])
  assert.deepEqual([...confined.for(new Set(['[chain=4]', 'did:ab']))], [])
  const all = confined.for(new Set(['[alg=RS512]', '[chain=4]', 'did:ab']))
  assert.deepEqual([...all], ['ignores-sub', 'skips-signature'])
  assert.throws(() => readFaultPlan('ignores-sub@[alg=HS256]'), /\[alg=HS256\], which no request shows; .*alg=RS384/)
  assert.throws(() => readFaultPlan('toString'), /toString/)
  assert.throws(() => readFaultPlan('signs-ps256@did:a'), /as a whole/)
  assert.throws(() => readFaultPlan('accepts-replay@*'), /Party Identifier/)
})

test('JSON members keep their order and their repetitions', () => {
  const members = readMembers(' {"a":"x,}\\"]", "b" : [1,{"a":2}], "\\u0061":3 ,"__proto__":{"c":4}} ')
  assert.deepEqual([...members.names], ['a', 'b', '__proto__'])
  assert.deepEqual(members.repeated, ['a'])
  assert.equal(members.first('a'), 'x,}"]')
  assert.equal(members.get('a'), 3)
  assert.equal(members.get('c'), undefined)
  assert.deepEqual([...readMembers('{ }').names], [])
  for (const text of ['{}x', '{}{}', '[]', 'null', '{"a":1,}', '\ufeff{}']) assert.throws(() => readMembers(text), text)
})

test('base64url has one spelling', () => {
  assert.deepEqual(decodeCanonical('AQI'), Buffer.of(1, 2))
  for (const text of ['AQI=', 'AQJ', 'AQ I', 'AQ/I', 'AQ+I', 'A', 'AQI\n'])
    assert.equal(decodeCanonical(text), undefined)
})

const used = (exp: number): Used => ({ exp, until: exp + 10, content: 'c', jti: 'j', connection: 1 })

test('the replay store survives a restart and forgets what cannot be used any more', () => {
  const path = join(folder, 'replays')
  const now = Date.now() / 1000
  const first = new ReplayStore(path, (all) => all)
  for (let index = 0; index < 30_000; index++) first.add('did:a', `old ${index}`, used(now - 100), now)
  assert.ok(first.size < 10, 'entries past their time are dropped')
  assert.ok(readFileSync(path).length < 3_000_000, 'the file does not grow for ever')
  assert.equal(first.add('did:a', 'one', used(now + 30), now), true)
  assert.equal(first.find('did:b', 'one'), undefined)
  first.close()
  const second = new ReplayStore(path, (all) => all)
  assert.equal(second.find('did:a', 'one')?.content, 'c')
  assert.equal(second.size, 1)
  second.close()
  const third = new ReplayStore(path, () => [])
  assert.equal(third.find('did:a', 'one'), undefined)
  third.close()
  assert.throws(() => new ReplayStore(join(folder, 'absent', 'replays'), (all) => all), /ASSAY_STATE/)
})
