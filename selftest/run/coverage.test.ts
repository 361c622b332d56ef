import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Coverage } from '../../harness/check/coverage.js'
import { listChecks } from '../../harness/cli/list-checks.js'
import type { CheckDescription } from '../../harness/contracts/evidence.js'
import { described } from '../../harness/runner/kept-list.js'
import { cases, catalogueCase, requirement, requirements } from '../../requirements/index.js'
import { type Level, levels } from '../../requirements/types.js'

let checks: readonly CheckDescription[]

before(async () => {
  checks = (await listChecks()).filter(({ selected }) => selected.run).map(({ check }) => check)
})

const weight = (level: Level): number => levels.indexOf(level)

test('the suite was read', () => {
  assert.ok(checks.length > 1_000, `${checks.length} checks`)
})

test('every catalogued case has a check or a reason, never both', () => {
  const checked = new Set(checks.flatMap((check) => check.cases))
  const wrong = cases.filter(({ id, untested }) => checked.has(id) === (untested !== undefined)).map(({ id }) => id)
  assert.deepEqual(wrong, [])
})

test('every requirement has a check or a reason, never both', () => {
  const checked = new Set(checks.flatMap((check) => check.requirements))
  const wrong = requirements
    .filter(({ id, untested }) => checked.has(id) === (untested !== undefined))
    .map(({ id }) => id)
  assert.deepEqual(wrong, [])
})

test('every check names requirements and cases that exist', () => {
  for (const { id, requirements: ids, cases: rows } of checks) {
    assert.ok(ids.length > 0, id)
    for (const one of ids) requirement(one)
    for (const one of rows) catalogueCase(one)
  }
})

test('no check weighs more than the requirement it is about, or than the gravest of its cases', () => {
  const heavy = checks.filter(({ level, requirements: [first], cases: rows }) => {
    // A check that no case asks for is welcome; it weighs what its requirement weighs at most.
    const gravest = rows.length === 0 ? 0 : Math.min(...rows.map((row) => weight(catalogueCase(row).level)))
    return weight(level) < weight(requirement(first as string).level) || weight(level) < gravest
  })
  assert.deepEqual([...new Set(heavy.map(({ id }) => id))], [])
})

test('an id means the same check for every role', () => {
  const titles = new Map<string, string>()
  for (const { id, title } of checks) {
    assert.equal(titles.get(id) ?? title, title, id)
    titles.set(id, title)
  }
})

test('a check that names a case or a requirement that there is not is reported by its id, with what to do', () => {
  const filed = { title: 'an assertion', file: 'audience/audience.spec.js' }
  const coverage: Coverage = { id: 'audience.two', requirements: ['ASSERTION-SINGLE-AUD'], cases: ['AUD-03'] }
  const read = (change: object) => described({ ...filed, coverage: { ...coverage, ...change } }, 'ServiceProvider')
  assert.equal(read({}).level, 'must')
  const told = (what: string) =>
    new RegExp(
      `^The check audience\\.two \\(suites/audience/audience\\.spec\\.ts\\) cannot be read: ${what}; correct it`,
    )
  assert.throws(() => read({ cases: ['AUD-99'] }), {
    code: 'CONFIG_ERROR',
    message: told('no catalogue case.*"AUD-99"'),
  })
  assert.throws(() => read({ requirements: ['NONE'] }), {
    code: 'CONFIG_ERROR',
    message: told('no requirement.*"NONE"'),
  })
})
