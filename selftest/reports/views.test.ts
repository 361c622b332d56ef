import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Json } from '../../harness/contracts/json.js'
import type { Results, RoleVerdict } from '../../harness/contracts/results.js'
import { resultsFile, viewFiles } from '../../harness/evidence/files.js'
import { badge } from '../../reports/badge.js'
import { earl } from '../../reports/earl.js'
import { writeReports } from '../../reports/index.js'
import { summaryMarkdown } from '../../reports/markdown.js'
import { contradictions } from './earl-vocabulary.js'
import { sample, writeSample } from './reports-sample.js'
import { readXml } from './reports-xml.js'

const results = sample(30)
const unseen = /[\p{Cc}\p{Cf}\p{Cs}]/u
let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-views-'))
  await writeSample(folder, results)
  await writeReports(folder)
})
after(() => rm(folder, { recursive: true }))
const view = (name: string): Promise<string> => readFile(join(folder, name), 'utf8')

interface Assertion {
  readonly '@type': string
  readonly 'earl:test': { readonly '@id': string }
  readonly 'earl:result': { readonly 'earl:outcome': { readonly '@id': string }; readonly 'earl:info': string }
}

const assertionsOf = (text: string): readonly Assertion[] =>
  (JSON.parse(text) as { '@graph': Assertion[] })['@graph'].filter((node) => node['@type'] === 'earl:Assertion')

/** The outcome of one check of a run in which every check has that verdict. */
const outcomeOf = (verdict: Results['checks'][number]['verdict']): string | undefined => {
  const [check] = results.checks
  const one = { ...results, requirements: [], checks: check ? [{ ...check, verdict }] : [] }
  return assertionsOf(earl(one))[0]?.['earl:result']['earl:outcome']['@id']
}

it('every view is written, and nothing beside it', async () => {
  const there = (await readdir(folder)).filter((name) => name !== 'evidence' && name !== resultsFile)
  assert.deepEqual(there.sort(), [...viewFiles].sort())
})

describe('earl.jsonld', () => {
  it('says nothing that contradicts the vocabulary, and names nothing of the network but namespaces', async () => {
    const text = await view('earl.jsonld')
    assert.deepEqual(contradictions(JSON.parse(text) as Json), [])
    assert.doesNotMatch(text.replaceAll('\n', ''), unseen)
  })
  it('asserts every check and every requirement', async () => {
    const assertions = assertionsOf(await view('earl.jsonld'))
    assert.equal(assertions.length, results.checks.length + results.requirements.length)
    const failed = assertions.filter((one) => one['earl:result']['earl:outcome']['@id'] === 'earl:failed')
    assert.ok(failed.some((one) => one['earl:test']['@id'] === 'urn:trust-assay:check:jwt.lifetime-31'))
    assert.match(failed[0]?.['earl:result']['earl:info'] ?? '', /^Fail: Expected no access token, got one\./)
  })
  it('never calls passed what was not, nor failed what nothing is known of', () => {
    assert.equal(outcomeOf('pass'), 'earl:passed')
    assert.equal(outcomeOf('finding'), 'earl:passed')
    for (const verdict of ['fail', 'waived'] as const) assert.equal(outcomeOf(verdict), 'earl:failed')
    for (const verdict of ['inconclusive', 'harness-error'] as const) assert.equal(outcomeOf(verdict), 'earl:cantTell')
    for (const verdict of ['disabled', 'not-testable'] as const) assert.equal(outcomeOf(verdict), 'earl:untested')
    assert.equal(outcomeOf('not-applicable'), 'earl:inapplicable')
  })
  it('the validator finds wrong classes, outcomes, properties and references', async () => {
    const text = await view('earl.jsonld')
    for (const [right, wrong] of [
      ['"earl:TestResult"', '"earl:Result"'],
      ['"earl:failed"', '"earl:fail"'],
      ['"earl:outcome"', '"earl:validity"'],
      ['"earl:assertedBy"', '"earl:subject"'],
      ['"@type": "earl:TestSubject"', '"@type": "earl:TestCase"'],
      ['"urn:trust-assay:check:cert.revoked"', '"urn:trust-assay:check:nowhere"'],
    ] as const) {
      assert.ok(text.includes(right), right)
      assert.notDeepEqual(contradictions(JSON.parse(text.replace(right, wrong)) as Json), [], wrong)
    }
  })
})

describe('summary.md', () => {
  it('lets no markup, link or unseen character of a target through', async () => {
    const text = await view('summary.md')
    // The one quotation at its top is ours.
    assert.doesNotMatch(text.replaceAll('> **', ''), /[<>`[\]!@\\~$]|:\/\/|www\./)
    assert.doesNotMatch(text.replaceAll('\n', ''), unseen)
    assert.match(text, /&#60;script&#62;/)
    const [table] = text.split('\n\n## ')
    for (const line of (table ?? '').split('\n').filter((one) => one.startsWith('|')))
      assert.equal(line.split('|').length, 7, line)
  })
  it('tells failing checks with sent, expected, got and remedy, then gaps and findings', async () => {
    const text = await view('summary.md')
    assert.match(text, /❌ \*\*Fail\*\* A JWT lives exactly 30 seconds\. \(JWT-LIFETIME\)/)
    for (const part of [
      'check: refuses a client assertion that lives 31 seconds',
      'sent: like the control',
      'expected: no access token',
      'got: 200 with',
      'remedy: Mend',
    ])
      assert.ok(text.includes(part), part)
    assert.match(text, /\*\*Not testable\*\* replay\.restart: No way to restart the target/)
    assert.match(text, /\*\*Finding\*\* .*: refuses a header/)
  })
  it('stays below the bound of CI pages whatever a run comes to', () => {
    const many = {
      ...results,
      checks: results.checks.flatMap((check) =>
        Array.from({ length: 40 }, (_, index) => ({
          ...check,
          id: `${check.id}-${index}`,
          verdict: 'fail' as const,
          reason: '😀'.repeat(5_000),
        })),
      ),
    }
    assert.ok(Buffer.byteLength(summaryMarkdown(many, () => ({}))) < 1024 * 1024)
  })
  it('opens an incomplete run by saying so', () => {
    assert.match(
      summaryMarkdown({ ...results, complete: false }, () => ({})),
      /^# Assay\n\n> \*\*This run is incomplete/,
    )
  })
})

describe('badge.svg', () => {
  const having = (...verdicts: readonly RoleVerdict[]): Results => ({
    ...results,
    targets: verdicts.map((verdict, index) => ({
      name: `<T${index}>`,
      partyId: 'x',
      roles: [{ role: 'ServiceProvider', verdict, profile: 'quick' }],
    })),
    checks: [],
  })
  it('is an image with an accessible name that needs nothing from elsewhere', async () => {
    const text = await view('badge.svg')
    const [svg] = readXml(text)
    assert.equal(svg?.name, 'svg')
    assert.equal(svg?.attributes.role, 'img')
    const title = svg?.children.find(({ name }) => name === 'title')?.text
    assert.equal(svg?.attributes['aria-label'], title)
    assert.match(title ?? '', /^Assay: not certified, standard \(2 roles, 2026-11-20\)$/)
    assert.doesNotMatch(text.replace('http://www.w3.org/2000/svg', ''), /https?:|href|@import|<script|<image/)
  })
  it('says of a run what is said of its worst role', () => {
    const says = (...verdicts: readonly RoleVerdict[]) =>
      /<title>Assay: ([^(]*) \(/.exec(badge(having(...verdicts)))?.[1]
    assert.equal(says('certified', 'certified-with-findings'), 'certified with findings, quick')
    assert.equal(says('certified', 'not-fully-verified'), 'not fully verified, quick')
    assert.equal(says('not-fully-verified', 'not-certified', 'certified'), 'not certified, quick')
    assert.equal(says('certified'), 'certified, quick')
    assert.equal(says(), 'not fully verified, no role judged')
  })
})
