import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkName, identifiers } from '../../harness/check/parties/identifiers.js'
import { ConfigError } from '../../harness/contracts/errors.js'
import { usualPartyForm } from '../../harness/contracts/party-form.js'
import { readFaultPlan } from '../../harness/reference/engine/fault-plan.js'
import { roles } from '../../requirements/types.js'
import { readAsked } from './asked.js'
import { cellsOf } from './cells.js'
import { changesIn } from './changed.js'
import { digestOf } from './kept.js'
import { checks, planned, played, two } from './matrix-fixture.js'
import { namesOf } from './names.js'
import { faultless, namedPairings } from './pairing.js'
import { table } from './table.js'

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
