import type { Json, JsonObject } from '../harness/contracts/json.js'
import type { CheckResult, RequirementResult, Results } from '../harness/contracts/results.js'
import { clauseWords } from './parts.js'
import { policySentence } from './policy.js'
import { cut, visible } from './text.js'
import { type Unit, units } from './units.js'
import { checkWords } from './words.js'

/** How EARL calls a verdict. It knows no findings: they pass, and say so in `info`. */
const outcomes = {
  pass: 'earl:passed',
  finding: 'earl:passed',
  fail: 'earl:failed',
  waived: 'earl:failed',
  inconclusive: 'earl:cantTell',
  'harness-error': 'earl:cantTell',
  'not-testable': 'earl:untested',
  disabled: 'earl:untested',
  'not-applicable': 'earl:inapplicable',
} as const

const context = {
  earl: 'http://www.w3.org/ns/earl#',
  dct: 'http://purl.org/dc/terms/',
  doap: 'http://usefulinc.com/ns/doap#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
}

/** Names of what outlives a run. */
const requirementIri = (id: string): string => `urn:trust-assay:requirement:${encodeURIComponent(id)}`
const checkIri = (id: string): string => `urn:trust-assay:check:${encodeURIComponent(id)}`

const ref = (id: string): JsonObject => ({ '@id': id })

/** The results in EARL 1.0 as JSON-LD without network references: an assertion per check and requirement, target and role. */
export function earl(results: Results): string {
  const all = units(results)
  const assertor = `urn:trust-assay:suite:${encodeURIComponent(results.suite.version)}`
  const graph: Json[] = [
    suite(results, assertor),
    ...all.map((unit) => subject(unit, results)),
    ...unique(results.requirements, ({ id }) => id).map(requirement),
    ...unique(results.checks, ({ id }) => id).map(testCase),
    ...all.flatMap((unit) => [
      ...[...unit.checks, ...unit.elsewhere].map((check) =>
        assertion(unit, checkIri(check.id), check, results, assertor),
      ),
      ...unit.requirements.map((row) => assertion(unit, requirementIri(row.id), row, results, assertor)),
    ]),
  ]
  return `${JSON.stringify({ '@context': context, '@graph': graph }, null, 1)}\n`
}

function suite({ suite: { name, version, requirementsDigest } }: Results, assertor: string): JsonObject {
  return {
    '@id': assertor,
    '@type': ['earl:Assertor', 'earl:Software'],
    'dct:title': name,
    'dct:description': `Requirements sha256:${requirementsDigest}`,
    'doap:name': name,
    'doap:release': { '@type': 'doap:Version', 'doap:revision': version },
  }
}

const subjectIri = (unit: Unit, { run }: Results): string => `urn:trust-assay:run:${run.id}:subject:${unit.number}`

function subject(unit: Unit, results: Results): JsonObject {
  const { name, version, partyId } = unit.target
  return {
    '@id': subjectIri(unit, results),
    '@type': 'earl:TestSubject',
    'dct:title': shown(`${name}${version === undefined ? '' : ` ${version}`} as ${unit.role}`),
    'dct:identifier': shown(partyId),
    'dct:description': shown(`Verdict: ${unit.verdict}. ${policySentence(results)}`.trim()),
  }
}

function requirement(row: RequirementResult): JsonObject {
  return {
    '@id': requirementIri(row.id),
    '@type': 'earl:TestRequirement',
    'dct:identifier': row.id,
    'dct:title': row.text ?? row.id,
    ...(row.clauses !== undefined && { 'dct:description': `${row.level}; ${clauseWords(row.clauses)}` }),
  }
}

function testCase(check: CheckResult): JsonObject {
  return {
    '@id': checkIri(check.id),
    '@type': 'earl:TestCase',
    'dct:identifier': check.id,
    'dct:title': shown(check.title),
    'dct:isPartOf': check.requirements.map((id) => ref(requirementIri(id))),
  }
}

function assertion(
  unit: Unit,
  test: string,
  judged: Pick<CheckResult, 'verdict' | 'reason'>,
  results: Results,
  assertor: string,
): JsonObject {
  const { verdict, reason } = judged
  const date = { '@type': 'xsd:dateTime', '@value': results.run.finishedAt }
  return {
    '@type': 'earl:Assertion',
    'earl:assertedBy': ref(assertor),
    'earl:subject': ref(subjectIri(unit, results)),
    'earl:test': ref(test),
    'earl:mode': ref('earl:automatic'),
    'earl:result': {
      '@type': 'earl:TestResult',
      'earl:outcome': ref(outcomes[verdict]),
      'dct:date': date,
      'earl:info': shown(reason === undefined ? checkWords[verdict].word : `${checkWords[verdict].word}: ${reason}`),
    },
  }
}

const shown = (text: string): string => visible(cut(text, 1000))

function unique<T>(items: readonly T[], key: (item: T) => string): readonly T[] {
  return [...new Map(items.map((item) => [key(item), item])).values()]
}
