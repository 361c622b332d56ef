import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Evidence } from '../../harness/contracts/evidence.js'
import type { JsonObject } from '../../harness/contracts/json.js'
import { compareEvidence } from '../../reports/replay.js'
import { evidenceOfPair } from '../reports/evidence-sample.js'
import { assertNothingLeft, assertOneSentence, type Ended, type Sandbox, sandbox } from '../stage/assay-command.js'

let box: Sandbox
before(() => {
  box = sandbox()
})
after(() => box.remove())

const assay = (...args: readonly string[]): Promise<Ended> => box.start(args).ended

describe('assay replay', () => {
  const told = {
    id: 'x',
    target: 'Acme',
    role: 'ServiceProvider',
    title: 'x',
    requirements: [],
    verdict: 'pass',
    durationMs: 1,
  } as const
  it('tells nothing where only names, times, digests and ports differ', () => {
    const one = evidenceOfPair(told, 400)
    const other = JSON.parse(
      JSON.stringify(one)
        .replaceAll('consumer-41', 'consumer-77')
        .replaceAll('5be15be15be15be1', 'abcabcabcabcabca')
        .replaceAll('2026-11-20T12', '2026-11-21T13')
        .replaceAll(':4711', ':4712'),
    ) as Evidence
    assert.deepEqual(compareEvidence(one, other), [])
  })
  it('tells outcomes, statuses, headers, members of the body, rules and calls that differ', () => {
    const rule = (got: string) =>
      ({ kind: 'rule', says: 'It is so', holds: got === 'so', expected: 'so', got }) as const
    const one = evidenceOfPair(told, 200, [rule('not so')])
    const plain = evidenceOfPair(told, 400, [rule('so')])
    const [control, mutated] = plain.messages
    const exchange = mutated?.exchanges[0]
    assert.ok(control && mutated && exchange?.response)
    const response = { ...exchange.response, headers: { ...exchange.response.headers, 'x-new': '1', date: 'now' } }
    const other: Evidence = {
      ...plain,
      messages: [control, { ...mutated, exchanges: [{ ...exchange, response }] }],
      ledger: plain.ledger.slice(1),
    }
    const message = 'message 2 (like the control, but claims: exp 31 s after iat)'
    assert.deepEqual(
      compareEvidence(one, other).map(({ place, before: was, now }) => [place, was, now]),
      [
        [`${message}: body, access_token`, 'sha256:12ab', undefined],
        [`${message}: body, error`, undefined, 'invalid_client'],
        [`${message}: header x-new`, undefined, '1'],
        [`${message}: outcome`, 'granted', 'refused'],
        [`${message}: status`, '200', '400'],
        ['rule "It is so"', 'is broken: not so', 'holds: so'],
        ['the lab saw party-lookup: GET /parties?party_id=‹party 1›, status 200', '1×', undefined],
      ],
    )
  })
  it('runs the check against the target as it is now', async () => {
    const out = join(box.folder, 'then')
    const only = ['--reference', 'ServiceProvider', '--only', 'audience.two']
    assert.equal((await assay('certify', ...only, '--fault', 'accepts-two-audiences', '--out', out)).code, 1)
    const mended = await assay('replay', 'audience.two', '--results', out)
    assert.equal(mended.code, 0, mended.stderr)
    assert.match(
      mended.stdout,
      /^audience\.two of reference ServiceProvider as ServiceProvider\n {2}then {2}Fail .*\n {2}now {3}Pass /,
    )
    assert.match(mended.stdout, /message 2 \(.*\): outcome\n {4}then {2}granted\n {4}now {3}refused/)
    const still = await assay(
      'replay',
      'audience.two',
      '--results',
      out,
      '--reference',
      'ServiceProvider',
      '--fault',
      'accepts-two-audiences',
    )
    assert.equal(still.code, 1, still.stderr)
    assert.match(still.stdout, /Nothing differs but names, times and keys\./)
    await assertOneSentence(
      assay('replay', 'audience.tow', '--results', out),
      /holds no evidence of a check "audience\.tow"\. Did you mean audience\.two/,
    )
    await assertOneSentence(
      assay('replay', 'audience.two', '--results', box.folder),
      /holds no results: name the report folder/,
    )
    const results = join(out, 'results.json')
    const ofReference = readFileSync(results, 'utf8')
    writeFileSync(results, ofReference.replaceAll('"reference ServiceProvider"', '"Acme"'))
    await assertOneSentence(
      assay('replay', 'audience.two', '--results', out),
      /^assay: These results are of Acme: name its target file with --config, or its URL with --target and --role\.$/m,
    )
    await assertOneSentence(
      assay('replay', 'audience.two', '--results', out, '--reference', 'ServiceProvider'),
      /against Acme as ServiceProvider then; reference ServiceProvider as ServiceProvider is another/,
    )
    writeFileSync(results, ofReference)
    const file = join(out, 'evidence/reference-serviceprovider/ServiceProvider/audience.two.json')
    const evidence = JSON.parse(readFileSync(file, 'utf8')) as Evidence
    const messages = Array.from({ length: 300 }, (_, index) => evidence.messages[index % 2])
    writeFileSync(file, JSON.stringify({ ...evidence, messages }))
    const long = (await assay('replay', 'audience.two', '--results', out)).stdout.trimEnd().split('\n')
    assert.ok(long.length < 50, `${long.length} lines`)
    assert.match(long.at(-1) ?? '', /^ {2}… and (\d+|\d,\d+) more differences$/)
    writeFileSync(results, '{"version": 1,')
    await assertOneSentence(assay('replay', 'audience.two', '--results', out), /is no JSON, or was cut short/)
    await assertNothingLeft(box)
  })
})

it('certify --json keeps standard output for the results', async () => {
  const { stdout } = await assay(
    'certify',
    '--reference',
    'ServiceProvider',
    '--only',
    'audience.two',
    '--json',
    '--out',
    'json',
  )
  assert.equal((JSON.parse(stdout) as JsonObject).version, 1)
})
