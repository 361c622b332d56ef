import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkName, identifiers } from '../../harness/check/parties/identifiers.js'
import { listChecks } from '../../harness/cli/list-checks.js'
import { ConfigError } from '../../harness/contracts/errors.js'
import { usualPartyForm } from '../../harness/contracts/party-form.js'
import { type FaultName, faults } from '../../harness/faults/faults.js'
import { readFaultPlan } from '../../harness/reference/engine/fault-plan.js'
import { rulesByFault } from '../../harness/reference/every-rule.js'
import { roles } from '../../requirements/types.js'
import { readAsked } from './asked.js'
import { cellsOf, missing, type Said, surprise } from './cells.js'
import { changesIn } from './changed.js'
import { grouped } from './grouping.js'
import { digestOf } from './kept.js'
import { kindOf } from './kinds.js'
import { namesOf } from './names.js'
import {
  checksOf,
  companyPairings,
  faultless,
  foreignPairings,
  keyOf,
  type MatrixCheck,
  namedPairings,
  type Pairing,
  topicOf,
} from './pairing.js'
import { outcomeOf, proofPairings, stepsOf } from './proof.js'
import { mostOfARun, packed } from './schedule.js'
import { table } from './table.js'
import { playedAt } from './undecidable.js'

const planned = await listChecks()
const checks = checksOf(planned)
const two = checks.find(({ role, id }) => role === 'ServiceProvider' && id === 'audience.two') as MatrixCheck

/** What each pairing said: what `says` gives, or a pass. */
const played = (pairings: readonly Pairing[], says: (pairing: Pairing) => Said['verdict'] | undefined) =>
  new Map(
    pairings.flatMap((pairing) => {
      const verdict = says(pairing)
      return verdict === undefined ? [] : [[keyOf(pairing), { verdict, reason: '' }] as const]
    }),
  )

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
    for (const { role, pairings } of runs) {
      assert.ok(pairings.length <= mostOfARun)
      assert.equal(new Set(pairings.map(({ check }) => check)).size, pairings.length)
      assert.ok(pairings.every((one) => one.role === role))
    }
    assert.deepEqual(runs.flatMap(({ pairings }) => pairings.map(keyOf)).sort(), wanted.map(keyOf).sort())
  })
})

describe('what is kept of the matrix', () => {
  const blob = (path: string, id: string): string => `100644 blob ${id}\t${path}`
  const tree = ['harness/a.ts', 'suites/a.ts', 'selftest/kill-matrix/play.ts', 'tools/package.json'].map((path) =>
    blob(path, '1'),
  )
  const lock = { packages: { '': { version: '1.0.0' }, 'node_modules/zod': { version: '4.0.0' } } }
  const digest = digestOf(tree, { version: '1.0.0', type: 'module' }, lock)

  it('holds for a commit that differs in texts, side effects, other self-tests and the version alone', () => {
    const others = ['README.md', 'docs/adr/1.md', 'changelog/a.yaml', 'bench/a.ts', 'package.json', 'package-lock.json']
    const tests = [
      'selftest/run/a.test.ts',
      'selftest/kill-matrix/collateral/type.ts',
      'selftest/kill-matrix/a.test.ts',
    ]
    const later = [...tree, ...[...others, ...tests].map((path) => blob(path, '2'))]
    const packages = { ...lock.packages, '': { version: '1.1.0' } }
    assert.equal(digestOf(later, { version: '1.1.0', type: 'module' }, { packages }), digest)
  })

  it('holds no longer where a file differs that a play reads, or a package', () => {
    for (const line of tree) {
      const later = tree.map((each) => (each === line ? each.replace('blob 1', 'blob 2') : each))
      assert.notEqual(digestOf(later, { version: '1.0.0', type: 'module' }, lock), digest, line)
    }
    const packages = { ...lock.packages, 'node_modules/zod': { version: '4.0.1' } }
    assert.notEqual(digestOf(tree, { version: '1.0.0', type: 'module' }, { packages }), digest)
    assert.notEqual(digestOf(tree, { version: '1.0.0', type: 'commonjs' }, lock), digest)
  })
})

describe('a cell of the kill matrix', () => {
  const [named] = namedPairings([two]) as [Pairing]
  const foreign: Pairing = { ...named, faults: ['accepts-replay'], named: false }

  it('is a surprise where a fault that is named goes unnoticed', () => {
    const [cell] = cellsOf(
      [named],
      played([named, faultless(named)], () => 'pass'),
    )
    assert.match((cell && surprise(cell)) ?? '', /goes unnoticed/)
  })

  it('is none where the check turns red, and a surprise where one does that does not name the fault', () => {
    const red = (one: Pairing) => (one.faults.length > 0 ? ('fail' as const) : ('pass' as const))
    const [noticed] = cellsOf([named], played([named, faultless(named)], red))
    const [stranger] = cellsOf([foreign], played([foreign, faultless(foreign)], red))
    assert.equal(noticed && surprise(noticed), undefined)
    assert.match((stranger && surprise(stranger)) ?? '', /is noticed/)
  })

  it('is a surprise where the check could not be judged under the fault that it names', () => {
    const [cell] = cellsOf(
      [named],
      played([named, faultless(named)], (one) => (one.faults.length > 0 ? 'inconclusive' : 'pass')),
    )
    assert.match((cell && surprise(cell)) ?? '', /goes unnoticed/)
  })

  it('is none in company where anything is seen, and a surprise where nothing is', () => {
    const company: Pairing = { ...named, faults: ['accepts-two-audiences', 'accepts-replay'] }
    const of = (verdict: Said['verdict']) => {
      const so = played([company, faultless(company)], (one) => (one.faults.length > 0 ? verdict : 'pass'))
      assert.deepEqual(missing([company], so), [])
      const [cell] = cellsOf([company], so)
      return cell && surprise(cell)
    }
    assert.equal(of('fail'), undefined)
    assert.equal(of('inconclusive'), undefined)
    assert.match(of('pass') ?? '', /goes unnoticed/)
  })

  it('asks for each fault alone where several together changed a check', () => {
    const several: Pairing = { ...foreign, faults: ['accepts-replay', 'accepts-two-audiences'] }
    const so = played([several, faultless(several)], (one) => (one.faults.length > 0 ? 'fail' : 'pass'))
    assert.deepEqual(
      missing([several], so).map(({ faults: names }) => names),
      [['accepts-replay'], ['accepts-two-audiences']],
    )
  })
})

describe('the proof of a check', () => {
  const wanted = proofPairings(two, checks)
  const judge = (says: (pairing: Pairing) => Said['verdict'] | undefined) =>
    outcomeOf(stepsOf(two, wanted, played([...wanted, ...wanted.map(faultless)], says)))
  const named = (one: Pairing): boolean => one.check === two.id && one.faults.length > 0

  it('holds where the check passes, notices its faults, and no other changes', () => {
    assert.equal(
      judge((one) => (named(one) ? 'fail' : 'pass')),
      'proved',
    )
    assert.equal(
      judge((one) => (named(one) ? 'finding' : 'pass')),
      'proved',
    )
  })

  it('fails where a fault goes unnoticed, where the check fails the reference, and where another check changes', () => {
    assert.equal(
      judge(() => 'pass'),
      'not proved',
    )
    assert.equal(
      judge((one) => (one.check === two.id ? 'fail' : 'pass')),
      'not proved',
    )
    assert.equal(
      judge((one) => (named(one) || (one.check !== two.id && one.faults.length > 0) ? 'fail' : 'pass')),
      'not proved',
    )
  })

  it('is open where something was not played or could not be judged', () => {
    assert.equal(
      judge((one) => (named(one) ? 'inconclusive' : 'pass')),
      'unjudged',
    )
    assert.equal(
      judge(() => undefined),
      'unjudged',
    )
    assert.equal(
      judge((one) => (one.check !== two.id ? undefined : named(one) ? 'fail' : 'pass')),
      'unjudged',
    )
  })
})

describe('what has changed', () => {
  it('is the check whose row holds the line, and the faults of the rule', () => {
    const row = ['  {', "    id: 'audience.two',", "    title: 'x',"]
    const ids = checks.map(({ id }) => id)
    const { checks: found } = changesIn([{ path: 'suites/audience/audience.cases.ts', lines: row, changed: [2] }], ids)
    assert.deepEqual([...found], ['audience.two'])
    const rule = ["      'accepts-two-audiences': party('x', removed),", '        return false', '      }),']
    const path = 'harness/reference/token-endpoint/rules/audience.ts'
    assert.ok(changesIn([{ path, lines: rule, changed: [0] }], ids).faults.has('accepts-two-audiences'))
  })
})

describe('the page of the kill matrix', () => {
  it('says of which commit it is, what was noticed, and what was not', () => {
    const pairs = namedPairings([two])
    const red = played([...pairs, ...pairs.map(faultless)], (one) => (one.faults.length > 0 ? 'fail' : 'pass'))
    const whole = table({ cells: cellsOf(pairs, red), planned, at: '`abc`', left: 0 })
    assert.match(whole, /Made at commit `abc` by `npm run kill-matrix`, which played every pair\./)
    assert.match(whole, /\| `accepts-two-audiences` \|.*audience\.two/)
    const blind = played([...pairs, ...pairs.map(faultless)], () => 'pass')
    assert.match(
      table({ cells: cellsOf(pairs, blind), planned, at: '`abc`', left: 3 }),
      /Not noticed:\n\n- .*audience\.two/,
    )
  })
})

describe('what the command of the kill matrix is asked for', () => {
  it('is everything by default, and a bounded part where it is drawn', () => {
    assert.deepEqual(readAsked([]), { roles, checks: [], deep: false, company: false, page: false })
    assert.deepEqual(readAsked(['ServiceProvider', 'login.', '--sample', '5']), {
      roles: ['ServiceProvider'],
      checks: ['login.'],
      deep: false,
      company: false,
      page: false,
      sample: 5,
      minutes: 2,
    })
  })

  it('is refused in one sentence where it is not known', () => {
    for (const args of [['ServiceProvidr'], ['--sample', 'many'], ['--what']])
      assert.throws(() => readAsked(args), ConfigError)
  })
})

it('has a fault on for the parties, the humans and the assertions of a check', () => {
  const naming = { seed: 7, checks: [checkName('ServiceProvider', 'relying-party.state')] }
  const named = {
    target: { name: 'reference ServiceProvider', role: 'ServiceProvider', partyId: '' },
    settings: { partyId: { form: usualPartyForm, subject: {} } },
  } as const
  const own = identifiers(naming, named, 'relying-party.state', '', new Set())
  const plan = readFaultPlan(`ignores-state@${namesOf(naming, 'ServiceProvider', 'relying-party.state').join('|')}`)
  const { partyId, unique } = own.party()
  for (const name of [partyId, `code-of-human-${unique}`, own.jti()])
    assert.deepEqual([...plan.for(new Set([name]))], ['ignores-state'], name)
  assert.deepEqual([...plan.for(new Set(['did:example:another']))], [])
})
