import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { attest } from '../../harness/attestation/attest.js'
import { recompute } from '../../harness/attestation/recompute.js'
import type { OwnSuite } from '../../harness/attestation/suite.js'
import { verifyAttestation } from '../../harness/attestation/verify.js'
import { verifyPolicies } from '../../harness/attestation/verify-policies.js'
import { verifyReport } from '../../harness/attestation/verify-report.js'
import type { Policy, Results } from '../../harness/contracts/results.js'
import { filesBelow, viewFiles } from '../../harness/evidence/files.js'
import { policyDigest } from '../../harness/evidence/policy-digest.js'
import { readEvidence } from '../../harness/evidence/store.js'
import { reread } from '../../harness/judge/reread.js'
import { assertOneSentence, resultsIn, type Sandbox, sandbox } from '../stage/assay-command.js'
import { type EndedRun, endedRun, publishMadeUp } from '../stage/report-folder.js'

let ended: EndedRun
let out: string
let suite: OwnSuite
let box: Sandbox
before(async () => {
  box = sandbox()
  ended = endedRun(3, 1)
  out = ended.run.out
  suite = await publishMadeUp(ended)
})
after(() => {
  rmSync(out, { recursive: true })
  box.remove()
})

const verdictOf = ({ targets }: Results) => targets[0]?.roles[0]?.verdict
const runs = (): Results => resultsIn(out) as Results
const policy = (level: 'must' | 'should' | 'off'): Policy => ({
  name: `Aud ${level}`,
  digest: '',
  requirements: [{ id: 'ASSERTION-AUD', level, reason: 'so we read it' }],
})
const read = (results: Results, by: Policy) => reread(results, by, (path) => readEvidence(out, path))

describe('a run read anew', () => {
  it('has the verdicts of the policy, whatever it was read by before', () => {
    assert.equal(verdictOf(runs()), 'not-certified')
    const lenient = read(runs(), policy('should'))
    assert.deepEqual([verdictOf(lenient.results), lenient.exitCode], ['certified-with-findings', 0])
    assert.equal(lenient.results.checks[0]?.suiteLevel, 'must')
    const again = read(lenient.results, policy('must'))
    assert.deepEqual([verdictOf(again.results), again.exitCode], ['not-certified', 1])
    assert.equal(again.results.checks[0]?.suiteLevel, undefined)
    assert.deepEqual(again.results, read(runs(), policy('must')).results)
  })
  it('certifies nobody by what is off', () => {
    const { results, exitCode } = read(runs(), policy('off'))
    assert.deepEqual([verdictOf(results), exitCode], ['not-fully-verified', 4])
    assert.match(results.checks[0]?.reason ?? '', /ASSERTION-AUD is off by the policy "Aud off": so we read it/)
  })
  it('is found out where the policy is another than the one whose digest it names', () => {
    const { results } = read(runs(), policy('should'))
    const problems = (one: Results) => recompute(one, (path) => readEvidence(out, path))
    const named = { ...policy('should'), digest: policyDigest(policy('should')) }
    assert.deepEqual(problems({ ...results, policy: named }), [])
    assert.deepEqual(problems(results), [
      'the policy "Aud should" says something else than the one whose digest stands there',
    ])
  })
  it('does not take evidence that cannot be read for a verdict', () => {
    const { results } = reread(runs(), policy('must'), () => undefined)
    assert.ok(results.checks.every(({ verdict }) => verdict === 'inconclusive'))
  })
  it('leaves a waiver alone that only another level makes needless', () => {
    const waiver = {
      target: 'Acme',
      id: 'audience.variation-0',
      reason: 'r',
      owner: 'o',
      link: 'https://x.example',
      expires: '2999-01-01',
    }
    const waived = { ...runs(), waivers: [{ ...waiver, state: 'used' as const }] }
    assert.equal(read(waived, policy('must')).results.checks[0]?.verdict, 'waived')
    const { results, exitCode } = read(waived, policy('should'))
    assert.deepEqual([results.waivers?.[0]?.state, exitCode], ['undecided', 0])
  })
})

describe('assay report --policy', () => {
  it('writes a signed report beside the run, in which nothing changes, and every view names the policy', async () => {
    const before = new Map(filesBelow(out).map((name) => [name, readFileSync(join(out, name), 'utf8')]))
    const file = box.write(
      'lenient.yaml',
      'name: Lenient 2027\nrequirements:\n  ASSERTION-AUD: { level: should, reason: so we read it }\n',
    )
    const { code, stdout, stderr } = await box.start(['report', out, '--policy', file]).ended
    assert.equal(code, 0, stderr)
    assert.match(stdout, /Judged by the policy "Lenient 2027" \(sha256 [0-9a-f]{12}\), which reads 1 requirement/)
    for (const [name, text] of before) assert.equal(readFileSync(join(out, name), 'utf8'), text, name)
    const place = join(out, 'policies/lenient-2027')
    assert.equal(verdictOf(resultsIn(place) as Results), 'certified-with-findings')
    for (const view of viewFiles) assert.match(readFileSync(join(place, view), 'utf8'), /Lenient.{1,6}2027/, view)
    assert.doesNotMatch(before.get('index.html') ?? '', /Lenient/)
  })
  it('is verified with the run, and tells what was changed', async () => {
    const { code, stdout } = await box.start(['verify', out]).ended
    assert.equal(code, 0, stdout)
    assert.match(stdout, /gate fail\.\n {2}Acme as ServiceProvider: not-certified/)
    assert.match(
      stdout,
      /policies\/lenient-2027 follows from the evidence too by the policy "Lenient 2027" \(sha256 [0-9a-f]{12}…\): gate pass\./,
    )
    assert.doesNotMatch(stdout, /Not attested/)
    const place = join(out, 'policies/lenient-2027')
    const results = readFileSync(join(place, 'results.json'), 'utf8')
    writeFileSync(join(place, 'results.json'), results.replace('"level": "should"', '"level": "strict"'))
    const changed = await box.start(['verify', out]).ended
    assert.equal(changed.code, 1)
    assert.match(changed.stdout, /✕ policies\/lenient-2027: results\.json was changed/)
    writeFileSync(join(place, 'results.json'), results)
  })
  it('is not taken for what a policy makes of another run', async () => {
    const other = endedRun(3, 0)
    try {
      await publishMadeUp(other)
      cpSync(join(out, 'policies'), join(other.run.out, 'policies'), { recursive: true })
      const { results, place } = verifyAttestation(other.run.out, { suite })
      assert.deepEqual(verifyPolicies(place, results, { suite }).problems, [
        'policies/lenient-2027: it is not what that policy makes of this run',
      ])
    } finally {
      rmSync(other.run.out, { recursive: true })
    }
  })
  it('is a problem where nobody attested it, whatever lies there', () => {
    const { results, place } = verifyAttestation(out, { suite })
    const problems = () => verifyPolicies(place, results, { suite }).problems
    assert.deepEqual(problems(), [])
    const own = join(out, 'policies/lenient-2027')
    const says = 'nobody attested it, so that it says nothing of this run'
    for (const [name, found] of [
      ['policies/note.txt', [`policies/note.txt: ${says}`]],
      ['policies/admission-2027/index.html', [`policies/admission-2027: ${says}`]],
      ['policies/lenient-2027/certified.html', ['policies/lenient-2027: certified.html is not attested']],
      ['policies/lenient-2027/policies/x/index.html', [`policies/lenient-2027: policies/x: ${says}`]],
    ] as const) {
      const file = join(out, name)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, 'CERTIFIED')
      assert.deepEqual(problems(), found)
      for (const made of [file, join(own, 'policies'), join(out, 'policies/admission-2027')])
        rmSync(made, { recursive: true, force: true })
    }
  })
  it('has to be signed by the key that is asked for, as the run is', () => {
    const { privateKey, publicKey: key } = generateKeyPairSync('ed25519')
    attest(out, privateKey)
    const { run, problems } = verifyReport(out, { suite, key })
    assert.deepEqual(run.problems, [])
    assert.match(
      problems.join('\n'),
      /^policies\/lenient-2027: .*another key signed \([0-9a-f]{16}…\), not the one given$/,
    )
    attest(join(out, 'policies/lenient-2027'), privateKey)
    assert.deepEqual(verifyReport(out, { suite, key }).problems, [])
  })
  it('has to be by the policy that is asked for', async () => {
    const given = (level: string) =>
      box.write(
        'given.yaml',
        `name: Lenient 2027\nrequirements:\n  ASSERTION-AUD: { level: ${level}, reason: so we read it }\n`,
      )
    const asked = (file: string, folder = out) => box.start(['verify', folder, '--policy', file]).ended
    assert.equal((await asked(given('should'))).code, 0)
    const other = await asked(given('must'))
    assert.equal(other.code, 1)
    assert.match(
      other.stdout,
      /^✕ policies\/lenient-2027: the verdicts stand by the policy "Lenient 2027" \(sha256 \w+…\), not/,
    )
    const alone = verifyReport(join(out, 'policies/lenient-2027'), { suite, policy: policy('must') })
    assert.match(alone.problems.join(), /the verdicts stand by the policy "Lenient 2027"/)
    rmSync(join(out, 'policies'), { recursive: true })
    assert.deepEqual(verifyReport(out, { suite, policy: policy('must') }).problems, [
      'no verdict stands by the policy "Aud must": assay report reads the run by it',
    ])
  })
  it('refuses what it cannot do in a sentence', async () => {
    const start = (...args: readonly string[]) => box.start(['report', ...args]).ended
    await assertOneSentence(start(out, '--strict', '--out', out), /--out names a folder for the report of the policy/)
    await assertOneSentence(start(out, '--policy', join(out, 'none.yaml')), /none\.yaml does not exist/)
  })
})
