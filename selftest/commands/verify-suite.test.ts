import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { attest } from '../../harness/attestation/attest.js'
import { open, seal } from '../../harness/attestation/envelope.js'
import { verifyAttestation } from '../../harness/attestation/verify.js'
import type { Results } from '../../harness/contracts/results.js'
import { attestationFile, viewFiles } from '../../harness/evidence/files.js'
import { concludeAgain } from '../../harness/judge/conclude.js'
import { suiteVersion } from '../../harness/run/version.js'
import { viewsOf } from '../../reports/index.js'
import { publishedReport } from '../stage/published-report.js'
import { endedRun, publishMadeUp } from '../stage/report-folder.js'

const report = publishedReport()
const { text, results, rewrite } = report
const problems = (): readonly string[] => verifyAttestation(report.out, { suite: report.suite }).problems

describe('the results are compared with the suite', () => {
  const own = suiteVersion()
  /** What is found of results that were changed, concluded again, shown again and attested again. */
  const found = (change: (all: Results) => Results, by = report.suite) => {
    rewrite(concludeAgain(change(results())).results)
    for (const [name, view] of viewsOf(report.out)) writeFileSync(join(report.out, name), view)
    attest(report.out)
    return verifyAttestation(report.out, { suite: by })
  }
  const says = (change: (all: Results) => Results, what: RegExp) =>
    assert.match(found(change).problems.join('\n'), what)
  const first = (all: Results, more: object) => ({
    ...all,
    checks: all.checks.map((check, index) => (index === 0 ? { ...check, ...more } : check)),
  })
  it('so that none that fails is left out', () => {
    const { problems: all, results: left } = found((one) => ({ ...one, checks: one.checks.slice(1) }))
    assert.equal(left.targets[0]?.roles[0]?.verdict, 'certified')
    assert.deepEqual(all, [
      '1 check of Assay for Acme as ServiceProvider is missing in the results: audience.variation-0',
    ])
  })
  it('so that none is taken back without evidence', () => {
    for (const verdict of ['not-applicable', 'not-testable', 'disabled', 'inconclusive'])
      says((all) => first(all, { verdict, evidence: undefined, reason: 'So be it.' }), /though nothing leaves it out/)
  })
  it('so that none is left out but by what the run was asked for', () => {
    const only = (all: Results, ids: readonly string[]) => ({ ...all, run: { ...all.run, only: ids } })
    const left = { verdict: 'disabled', evidence: undefined, reason: 'Left out by --only.' }
    const rest = [1, 2, 3, 4, 5].map((index) => `audience.variation-${index}`)
    assert.deepEqual(found((all) => only(first(all, left), rest)).problems, [])
    says((all) => first(all, left), /variation-0 of Acme as ServiceProvider is disabled without any evidence/)
    says((all) => only(all, rest), /variation-0 of Acme as ServiceProvider is fail, though it was left out/)
  })
  it('so that each is what it is there', () => {
    says((all) => first(all, { profile: 'deep' }), /variation-0 of Acme as ServiceProvider has another profile than/)
    says((all) => first(all, { title: 'is well' }), /has another title than/)
    says((all) => first(all, { requirements: ['JWT-ALG'] }), /has another requirements than/)
    says((all) => first(all, { suiteLevel: 'must', level: 'should' }), /has another suiteLevel, level than/)
    says(
      (all) => first(all, { id: 'audience.mine' }),
      /audience\.mine of Acme as ServiceProvider is none that Assay has/,
    )
  })
  it('and a waiver in force takes nothing away from it', async () => {
    const waiver = { id: 'audience.variation-0', reason: 'r', owner: 'o', link: 'l', expires: '2999-01-01', place: '' }
    const waived = endedRun(3, 1)
    const targets = waived.run.targets.map((target) => ({ ...target, waivers: [waiver] }))
    const by = await publishMadeUp({ ...waived, run: { ...waived.run, targets } })
    const { problems: none, unverified, results: read } = verifyAttestation(waived.run.out, { suite: by })
    rmSync(waived.run.out, { recursive: true })
    assert.deepEqual([none, unverified, read.checks[0]?.verdict], [[], [], 'waived'])
  })
  it('so that each requirement is there, as it is', () => {
    says(
      (all) => ({ ...all, requirements: all.requirements.slice(1) }),
      /1 requirement of Assay for Acme as ServiceProvider is missing in the results/,
    )
    says(
      (all) => ({ ...all, requirements: all.requirements.map((row) => ({ ...row, level: 'should' as const })) }),
      /requirement \S+ of Acme as ServiceProvider says something else than that of Assay/,
    )
  })
  it('so that profile and counts of a role are those of its checks', () => {
    const all = results()
    const targets = all.targets.map((target) => ({
      ...target,
      roles: target.roles.map((role) => ({ ...role, profile: 'deep' })),
    }))
    rewrite({ ...all, targets })
    attest(report.out)
    assert.equal(problems()[0], 'what the results say under "targets" does not follow from the checks')
  })
  it('and of what another Assay made it is said that this was not done', async () => {
    const few = (all: Results): Results => ({ ...all, checks: all.checks.slice(1) })
    const not = /that no check is missing, and that the pages say what the results say, was not verified/
    const later = found(few, { ...report.suite, version: '10.0.0' })
    assert.deepEqual(later.problems, [])
    assert.match(later.unverified.join(), not)
    const near = found(few, { ...report.suite, build: 'other' })
    assert.deepEqual(near.problems, [])
    assert.match(near.unverified[0] ?? '', /made by another build of Assay 9\.9\.9 than this one/)
    assert.match(near.unverified[1] ?? '', /1 check of Assay for Acme as ServiceProvider is missing/)
    const { code, stdout } = await report.box.start(['verify', report.out]).ended
    assert.equal(code, 0)
    assert.ok(stdout.includes(`\n! made by Assay 9.9.9; this is ${own}: `), stdout)
    assert.doesNotMatch(stdout, /✓ No check is missing/)
  })
  it('which takes a report of this very one at its word, and no further', async () => {
    rewrite({ ...results(), suite: { ...results().suite, version: own } })
    attest(report.out)
    const { code, stdout } = await report.box.start(['verify', report.out]).ended
    assert.equal(code, 1)
    assert.match(stdout, /✕ \d+ checks of Assay for Acme as ServiceProvider are missing in the results: /)
  })
})

describe('the folder holds the report and nothing that could be taken for it', () => {
  it('so that words of a page that were changed are found, though they were attested again', () => {
    for (const name of viewFiles) {
      writeFileSync(join(report.out, name), text(name).replace(/fail|not/i, 'Certified'))
      attest(report.out)
      assert.deepEqual(problems(), [`${name} is not what Assay makes of the results`])
      writeFileSync(join(report.out, name), text(name))
    }
    attest(report.out)
    assert.deepEqual(problems(), [])
  })
  it('so that a page that was added is found, attested or not', () => {
    writeFileSync(join(report.out, 'evidence-7.html'), 'Certified')
    assert.deepEqual(problems(), ['evidence-7.html has the name of a page of the report, and is not attested'])
    attest(report.out)
    assert.deepEqual(problems(), ['evidence-7.html is not what Assay makes of the results'])
  })
  it('though what is made of an earlier run, too, is not made again, which is said', () => {
    writeFileSync(join(report.out, 'compare.html'), 'Certified')
    attest(report.out)
    const { problems: none, unverified } = verifyAttestation(report.out, { suite: report.suite })
    assert.deepEqual([none, unverified.length], [[], 1])
    assert.match(unverified.join(), /that compare\.html says what the results say was not verified/)
  })
  it('nor is an earlier run looked at by which the gate passes', () => {
    const none = { failing: [], newlyFailing: [], newlyPassing: [], lostCoverage: [], changedAssumptions: [] }
    const baseline = { ...none, run: 'earlier', startedAt: '2026-11-19T12:04:00.000Z', suite: '9.9.9' }
    const { results: all } = concludeAgain({ ...results(), baseline })
    rewrite(all)
    for (const [name, view] of viewsOf(report.out)) writeFileSync(join(report.out, name), view)
    attest(report.out)
    const { problems: found, unverified } = verifyAttestation(report.out, { suite: report.suite })
    assert.deepEqual([found, all.gate], [[], 'pass'])
    assert.match(unverified.join(), /the gate compares with the run earlier, which is not here/)
  })
  it('and a file of the user is no part of it, which may change', () => {
    const note = join(report.out, 'note.txt')
    writeFileSync(note, 'hello')
    attest(report.out)
    appendFileSync(note, ', and so on')
    const { problems: none, added } = verifyAttestation(report.out, { suite: report.suite })
    assert.deepEqual([none, added], [[], ['note.txt']])
  })
  it('unless somebody attested it, which Assay does not', () => {
    const { statement } = open(text(attestationFile), attestationFile)
    const sha256 = createHash('sha256').update('Certified').digest('hex')
    const subject = [...statement.subject, { name: 'certificate.html', digest: { sha256 } }]
    const key = generateKeyPairSync('ed25519').privateKey
    writeFileSync(join(report.out, 'certificate.html'), 'Certified')
    writeFileSync(join(report.out, attestationFile), seal({ ...statement, subject }, key, 'run key'))
    assert.deepEqual(problems(), ['certificate.html is attested, and no file that Assay wrote in this run'])
    const other = verifyAttestation(report.out, { suite: { ...report.suite, version: '10.0.0' } })
    assert.match(other.unverified.join(), /certificate\.html is attested/)
  })
})
