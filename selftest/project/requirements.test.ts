import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { authentication } from '../../requirements/authentication/index.js'
import { endpoints } from '../../requirements/endpoints/index.js'
import { errors } from '../../requirements/errors.js'
import { events } from '../../requirements/events.js'
import { cases, catalogueCase, requirement, requirements, requirementsDigest } from '../../requirements/index.js'
import { limits } from '../../requirements/limits.js'
import { purpose } from '../../requirements/purpose.js'
import { resources } from '../../requirements/resources/index.js'
import { states } from '../../requirements/states.js'
import { levels, type Requirement } from '../../requirements/types.js'
import { versioning } from '../../requirements/versioning.js'
import { normativeLines, tableHeads } from './requirements-lines.js'

const parts: readonly (readonly [first: number, last: number, requirements: readonly Requirement[]])[] = [
  [5, 17, purpose],
  [19, 188, resources],
  [190, 192, states],
  [194, 230, endpoints],
  [232, 287, authentication],
  [289, 291, events],
  [293, 295, errors],
  [297, 308, limits],
  [310, 312, versioning],
]

/** The groups whose must and strict rows are all checked in part 1 of 4. */
const checkedGroups = new Set('HTTP JWS ALG SIG HDR JSN TIM AUD IDN RPL X5C CRT REG PTK RGT TOK CLI'.split(' '))

const linesOf = (clause: string): readonly number[] => {
  const match = /^L(\d+)(?:–(\d+))?$/.exec(clause)
  if (!match) return []
  const first = Number(match[1])
  const last = Number(match[2] ?? first)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

const groupOf = (id: string): string => id.slice(0, id.indexOf('-'))

const casesOf = (id: string) => cases.filter((each) => each.requirement === id)

describe('the requirement catalogue', () => {
  it('has no duplicate id and only ids of the agreed form', () => {
    const ids = requirements.map(({ id }) => id)
    assert.deepEqual(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
    )
    assert.deepEqual(
      ids.filter((id) => !/^[A-Z][A-Z0-9]*(-[A-Z0-9]+){1,3}$/.test(id)),
      [],
    )
  })

  it('says of each requirement what it asks, of whom, where it stands and what to do', () => {
    for (const { id, text, remedy, clauses, binds } of requirements) {
      assert.match(text, /^\S.{20,}\.$/, id)
      assert.match(remedy, /^[A-Z].{8,}\.$/, id)
      assert.ok(clauses.length > 0, `${id} names no clause`)
      assert.ok(binds.length > 0, `${id} binds nobody`)
      assert.equal(new Set(binds.map(({ role, as }) => `${role} ${as}`)).size, binds.length, `${id} binds a role twice`)
    }
  })

  it('states no rule in the same words twice', () => {
    const texts = requirements.map(({ text }) => text)
    assert.equal(new Set(texts).size, texts.length)
  })

  it('keeps each requirement in the file of the part that its first clause belongs to', () => {
    for (const [first, last, part] of parts) {
      for (const { id, clauses } of part) {
        const lines = linesOf(clauses[0] ?? '')
        assert.ok(lines.length > 0 && lines.every((line) => line >= first && line <= last), `${id}: ${clauses[0]}`)
      }
    }
    assert.equal(parts.flatMap(([, , part]) => part).length, requirements.length)
  })

  it('cites lines of the interface text and clauses of known documents only', () => {
    for (const { id, clauses } of requirements) {
      for (const clause of clauses) {
        const lines = linesOf(clause)
        if (lines.length > 0)
          assert.ok(
            lines.every((line) => line >= 1 && line <= 312),
            `${id}: ${clause}`,
          )
        else assert.match(clause, /^(RFC \d{4}|OpenID Connect Core|VCDM 2\.0)( |$)/, id)
      }
    }
  })

  it('cites every line of the interface text that holds a normative word', () => {
    const cited = new Set(requirements.flatMap(({ clauses }) => clauses.flatMap(linesOf)))
    const unexplained = normativeLines.filter((line) => !cited.has(line) && !tableHeads.includes(line))
    assert.deepEqual(unexplained, [])
    assert.deepEqual(
      tableHeads.filter((line) => cited.has(line)),
      [],
    )
  })
})

describe('the case catalogue', () => {
  it('has no duplicate id', () => {
    assert.ok(cases.length >= 462)
    assert.equal(new Set(cases.map(({ id }) => id)).size, cases.length)
  })

  it('gives each case one existing requirement', () => {
    for (const each of cases) assert.equal(requirement(each.requirement).id, each.requirement)
  })

  it('gives each requirement the highest level of its cases', () => {
    for (const { id, level } of requirements) {
      const own = casesOf(id).map((each) => levels.indexOf(each.level))
      if (own.length > 0) assert.equal(level, levels[Math.min(...own)], id)
    }
  })

  it('leaves no requirement untested of which a case gets a check', () => {
    for (const { id, untested } of requirements) {
      const checked = casesOf(id).filter((each) => each.untested === undefined)
      if (checked.length > 0) assert.equal(untested, undefined, id)
    }
  })

  it('says in a sentence why a case has no check', () => {
    for (const { id, untested } of cases) if (untested) assert.match(untested.reason, /^[A-Z].{20,}\.$/, id)
  })

  it('excuses no must or strict case of machine-to-machine authentication but login discovery', () => {
    const excused = cases.filter(
      ({ id, level, untested }) => level !== 'should' && checkedGroups.has(groupOf(id)) && untested !== undefined,
    )
    assert.deepEqual(
      excused.map(({ id }) => id),
      ['AUD-09'],
    )
  })
})

describe('looking up', () => {
  it('names an unknown id', () => {
    assert.throws(() => requirement('NO-SUCH'), /NO-SUCH/)
    assert.throws(() => catalogueCase('ZZZ-01'), /ZZZ-01/)
  })

  it('has a digest of 64 hexadecimal digits that stays the same', () => {
    assert.match(requirementsDigest(), /^[0-9a-f]{64}$/)
    assert.equal(requirementsDigest(), requirementsDigest())
  })

  it('loads without a warning', async () => {
    const module = new URL('../../requirements/index.js', import.meta.url).href
    const { stderr } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', `await import(${JSON.stringify(module)})`],
      { env: { PATH: process.env.PATH } },
    )
    assert.equal(stderr, '')
  })
})
