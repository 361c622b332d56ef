import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Results } from '../../harness/contracts/results.js'
import { decision, incompleteness } from '../../reports/decision.js'
import { evidenceIn, summary, writeReports } from '../../reports/index.js'
import { visible } from '../../reports/text.js'
import { units } from '../../reports/units.js'
import { hostile, sample, writeSample } from './reports-sample.js'
import { readXml } from './reports-xml.js'

const unseen = /[\p{Cc}\p{Cf}\p{Cs}]/u
const results = sample(30)
let folder = ''
let xml = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-reports-'))
  await writeSample(folder, results)
  await writeReports(folder)
  xml = await readFile(join(folder, 'junit.xml'), 'utf8')
})
after(() => rm(folder, { recursive: true }))

describe('junit.xml', () => {
  it('is well-formed and holds a case per check with the right counts', () => {
    const [root] = readXml(xml)
    assert.equal(root?.name, 'testsuites')
    assert.deepEqual(
      root?.children.map(({ attributes: { tests, failures, errors, skipped } }) => [tests, failures, errors, skipped]),
      [
        ['38', '1', '2', '4'],
        ['30', '0', '0', '0'],
      ],
    )
    assert.deepEqual([root?.attributes.tests, root?.attributes.failures], ['68', '1'])
    for (const suite of root?.children ?? []) {
      const cases = suite.children.filter(({ name }) => name === 'testcase')
      const having = (kind: string) => cases.filter(({ children }) => children.some(({ name }) => name === kind)).length
      const { tests, failures, errors, skipped } = suite.attributes
      assert.deepEqual([cases.length, having('failure'), having('error'), having('skipped')].map(String), [
        tests,
        failures,
        errors,
        skipped,
      ])
    }
  })
  it('carries hostile text as text', () => {
    const [root] = readXml(xml)
    const finding = root?.children[0]?.children.find(({ attributes }) => attributes.name?.startsWith('jwt.header-kid'))
    assert.equal(finding?.attributes.name, `jwt.header-kid: refuses a header with ${visible(hostile)}`)
    assert.match(finding?.children[0]?.text ?? '', /^Finding: Reason: The target said <script>/)
    assert.doesNotMatch(xml.replaceAll('\n', ''), unseen)
  })
})

describe('summary', () => {
  const text = () => summary(results, evidenceIn(folder), { where: 'out/index.html' })
  it('tells of a failing check what was sent, expected and got, the remedy and the evidence', () => {
    for (const line of [
      /✕ Fail {2}A JWT lives exactly 30 seconds\. \(JWT-LIFETIME\)/,
      /check {8}refuses a client assertion that lives 31 seconds \(jwt\.lifetime-31\)/,
      /sent {9}like the control, but claims: exp 31 s after iat/,
      /expected {5}no access token/,
      /got {10}200 with an access token after 11 ms/,
      /remedy {7}Mend JWT-LIFETIME\./,
      /evidence {5}evidence\/0\/jwt\.lifetime-31\.json/,
      /✓ Certified {2}Reference registry, ParticipantRegistry/,
      /Report: out\/index\.html/,
    ])
      assert.match(text(), line)
  })
  it('lets no control character of a target through, and paints only when asked', () => {
    assert.doesNotMatch(text().replaceAll('\n', ''), unseen)
    assert.ok(summary(results, evidenceIn(folder), { colour: true }).includes('\u001B[31m'))
  })
  it('stays within 100 columns', () => {
    const long = text()
      .split('\n')
      .filter((line) => line.length > 100)
    assert.deepEqual(
      long.filter((line) => !line.includes('<script>')),
      [],
    )
  })
  it('is loud about an incomplete run', () => {
    const cutShort: Results = {
      ...results,
      complete: false,
      run: { ...results.run, shards: { total: 3, present: [1] } },
    }
    assert.match(summary(cutShort, evidenceIn(folder)), /This run is incomplete/)
    assert.match(incompleteness(cutShort), /1 of 3 shards are here/)
    assert.equal(incompleteness(results), '')
  })
})

describe('decision', () => {
  it('counts strict requirements when they decide, and ignores checks of a deeper profile', () => {
    const [unit] = units({ ...results, run: { ...results.run, strict: true } })
    assert.ok(unit !== undefined)
    const strict = decision(unit, { ...results, run: { ...results.run, strict: true } }).join(' ')
    assert.match(strict, /Of 4 mandatory requirements that the run judged, it breaks 2 and, of 2 strict ones, none\./)
    const deep = {
      ...unit,
      checks: unit.checks.map((check) => (check.verdict === 'pass' ? check : { ...check, profile: 'deep' as const })),
    }
    assert.match(decision(deep, results).join(' '), /Every mandatory check that concerns it was carried out/)
  })
  it('loses no check of a role that no target declares', () => {
    const orphans = units({ ...results, targets: [] })
    assert.equal(orphans.flatMap(({ checks }) => checks).length, results.checks.length)
  })
})
