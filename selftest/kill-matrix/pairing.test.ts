import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type FaultName, faults } from '../../harness/faults/faults.js'
import { rulesByFault } from '../../harness/reference/every-rule.js'
import { roles } from '../../requirements/types.js'
import { grouped } from './grouping.js'
import { kindOf } from './kinds.js'
import { checks, planned } from './matrix-fixture.js'
import { companyPairings, foreignPairings, keyOf, namedPairings, topicOf } from './pairing.js'
import { mostOfARun, packed } from './schedule.js'
import { playedAt } from './undecidable.js'

it('every fault is named by a check, and every must or strict check names a fault', () => {
  const running = planned.filter(({ selected }) => selected.run).map(({ check }) => check)
  const named = new Set(running.flatMap(({ detects }) => detects))
  assert.deepEqual(
    Object.keys(faults).filter((name) => !named.has(name)),
    [],
  )
  const faultlessChecks = running.filter(({ level, detects }) => level !== 'should' && detects.length === 0)
  assert.deepEqual([...new Set(faultlessChecks.map(({ id }) => id))], [])
})

describe('the pairs of the kill matrix', () => {
  it('are each check with each fault that it names, at every role', () => {
    const named = namedPairings(checks.filter(({ deep }) => !deep))
    assert.ok(named.length > 3_000, `${named.length} pairs`)
    assert.deepEqual([...new Set(named.map(({ role }) => role))].sort(), [...roles].sort())
    assert.ok(named.every(({ faults: names }) => names.length === 1))
  })

  it('are each fault at one role with the checks of its topics that do not name it', () => {
    const foreign = foreignPairings(checks)
    const byId = new Map(checks.map((check) => [`${check.role} ${check.id}`, check]))
    const rolesOf = new Map<string, Set<string>>()
    for (const { role, check, faults: names } of foreign) {
      assert.ok(names.length <= 10)
      for (const name of names) {
        assert.ok(!byId.get(`${role} ${check}`)?.detects.includes(name), `${name} × ${check}`)
        rolesOf.set(name, (rolesOf.get(name) ?? new Set()).add(role))
        const topics = checks
          .filter((one) => one.role === role && one.detects.includes(name))
          .map(({ id }) => topicOf(id))
        assert.ok(topics.includes(topicOf(check)), `${name} × ${check}`)
      }
    }
    assert.deepEqual(
      [...rolesOf].filter(([, at]) => at.size > 1),
      [],
    )
  })

  it('come together only where they are of one kind or of none, of different rules, and on for the same requests', () => {
    const rules = rulesByFault()
    const together = foreignPairings(checks).filter(({ faults: names }) => names.length > 1)
    assert.deepEqual(
      new Set(together.map(({ faults: [name] }) => kindOf(name as FaultName))),
      new Set(['lets in', 'tells otherwise', 'refuses', undefined]),
    )
    for (const { role, faults: names, everywhere } of together) {
      assert.equal(new Set(names.map(kindOf)).size, 1, names.join())
      const changed = names.flatMap((name) => rules.get(name) ?? [])
      assert.equal(new Set(changed).size, changed.length, names.join())
      const alone = names.map((name) => faults[name].scope === 'global' || playedAt(role, name) === 'alone')
      assert.deepEqual(
        alone,
        names.map(() => everywhere),
        names.join(),
      )
    }
  })

  it('come once where they are of a kind, and twice where they are of none, with others each time', () => {
    const ofNone = (Object.keys(faults) as FaultName[]).filter((name) => kindOf(name) === undefined)
    const ofAKind = (Object.keys(faults) as FaultName[]).filter((name) => kindOf(name) !== undefined)
    for (const count of [1, 4, 5, 17, 60, 150]) {
      const names = [...ofNone.slice(0, count), ...ofAKind.slice(0, count)]
      const groups = grouped(names)
      const companions = new Map<string, string[]>()
      for (const group of groups)
        for (const name of group)
          companions.set(name, [...(companions.get(name) ?? []), ...group.filter((other) => other !== name)])
      for (const name of names) {
        const times = groups.filter((group) => group.includes(name)).length
        assert.ok(kindOf(name) === undefined ? times === 1 || times === 2 : times === 1, `${name}: ${times}`)
        const met = companions.get(name) ?? []
        assert.equal(new Set(met).size, met.length, `${name} met one twice`)
        assert.ok(times === 2 || kindOf(name) !== undefined || met.length === 0, `${name} came once, in company`)
      }
      assert.ok(groups.length <= names.length)
    }
  })

  it('come together for everybody only where checks share such a run', () => {
    const shared = new Map<string, number>()
    for (const { role, faults: names, everywhere } of foreignPairings(checks))
      if (everywhere && names.length > 1) {
        const run = `${role} ${names.join('+')}`
        shared.set(run, (shared.get(run) ?? 0) + 1)
      }
    assert.ok(shared.size > 0)
    assert.deepEqual(
      [...shared].filter(([, count]) => count === 1),
      [],
    )
  })

  it('are, in company, each with a fault that the check names before others that it does not', () => {
    const company = companyPairings(checks.filter(({ deep }) => !deep))
    assert.ok(company.length > 2_000, `${company.length} pairs`)
    const byId = new Map(checks.map((check) => [`${check.role} ${check.id}`, check]))
    for (const { role, check, faults: names, named } of company) {
      const { detects = [] } = byId.get(`${role} ${check}`) ?? {}
      assert.deepEqual(
        names.map((name) => detects.includes(name)),
        names.map((_, index) => index === 0),
      )
      assert.ok(named && names.length > 1)
    }
  })

  it('are packed into runs in which each check stands once, none lost', () => {
    const wanted = namedPairings(checks)
    const runs = packed(wanted)
    assert.ok(runs.some(({ waits }) => waits))
    for (const { role, pairings, waits } of runs) {
      assert.ok(pairings.length <= mostOfARun)
      assert.ok(pairings.every((one) => one.waits === waits))
      assert.equal(new Set(pairings.map(({ check }) => check)).size, pairings.length)
      assert.ok(pairings.every((one) => one.role === role))
    }
    assert.deepEqual(runs.flatMap(({ pairings }) => pairings.map(keyOf)).sort(), wanted.map(keyOf).sort())
  })
})
