import assert from 'node:assert/strict'
import { createHash, createPublicKey, generateKeyPairSync, verify as isSigned, type KeyObject } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { attest } from '../../harness/attestation/attest.js'
import { open, seal } from '../../harness/attestation/envelope.js'
import { readPublicKey, readSigningKey } from '../../harness/attestation/keys.js'
import type { OwnSuite } from '../../harness/attestation/suite.js'
import { verifyAttestation } from '../../harness/attestation/verify.js'
import { ConfigError } from '../../harness/contracts/errors.js'
import type { Results } from '../../harness/contracts/results.js'
import { attestationFile, entriesBelow, filesBelow, resultsFile, viewFiles } from '../../harness/evidence/files.js'
import { concludeAgain } from '../../harness/judge/conclude.js'
import { suiteVersion } from '../../harness/run/version.js'
import { viewsOf } from '../../reports/index.js'
import { openssl } from '../ca/ca-openssl.js'
import { assertPlain, type Sandbox, sandbox } from '../stage/assay-command.js'
import { needs } from '../stage/needs.js'
import { type EndedRun, endedRun, publishMadeUp } from '../stage/report-folder.js'

let ended: EndedRun
let out: string
let suite: OwnSuite
let box: Sandbox
/** Every file as it was published. */
let published: ReadonlyMap<string, Buffer>

before(async () => {
  box = sandbox()
  ended = endedRun(6, 1)
  out = ended.run.out
  suite = await publishMadeUp(ended)
  published = new Map(filesBelow(out).map((name) => [name, readFileSync(join(out, name))]))
})
afterEach(() => {
  for (const name of entriesBelow(out)) if (!published.has(name)) rmSync(join(out, name))
  for (const [name, bytes] of published) writeFileSync(join(out, name), bytes)
})
after(() => {
  rmSync(out, { recursive: true })
  box.remove()
})

const text = (name: string): string => (published.get(name) as Buffer).toString('utf8')
const results = (): Results => JSON.parse(text(resultsFile)) as Results
const rewrite = (changed: unknown): void => writeFileSync(join(out, resultsFile), JSON.stringify(changed))
const problems = (expected?: KeyObject): readonly string[] => verifyAttestation(out, { suite, key: expected }).problems

/** Whether verifying tells that something is wrong, whichever way. */
const isFound = (): boolean => {
  try {
    return problems().length > 0
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error))
    return true
  }
}

describe('an attestation', () => {
  it('holds for what was published, by the command too', async () => {
    assert.deepEqual(problems(), [])
    const { code, stdout, stderr } = await box.start(['verify', out]).ended
    assert.equal(code, 0, stderr)
    assert.match(stdout, /✓ 12 files are as they were attested/)
    assert.match(stdout, /signed with a key of that run alone, which nobody attests/)
    assert.match(
      stdout,
      /The verdict follows from the evidence: gate fail\.\n {2}Acme as ServiceProvider: not-certified/,
    )
  })
  it('is an in-toto statement in a DSSE envelope, as anybody can verify', () => {
    const { payloadType, payload, signatures, signer } = JSON.parse(text(attestationFile)) as {
      readonly payloadType: string
      readonly payload: string
      readonly signatures: readonly { readonly sig: string }[]
      readonly signer: { readonly kind: string; readonly publicKey: string; readonly note: string }
    }
    const body = Buffer.from(payload, 'base64')
    const signed = Buffer.concat([Buffer.from(`DSSEv1 28 application/vnd.in-toto+json ${body.length} `), body])
    const [{ sig } = { sig: '' }] = signatures
    assert.ok(isSigned(null, signed, createPublicKey(signer.publicKey), Buffer.from(sig, 'base64')))
    assert.equal(payloadType, 'application/vnd.in-toto+json')
    assert.match(signer.note, /nobody attests/)
    const statement = JSON.parse(body.toString('utf8')) as Record<string, unknown>
    assert.equal(statement._type, 'https://in-toto.io/Statement/v1')
    assert.equal(statement.predicateType, 'https://in-toto.io/attestation/test-result/v0.1')
    const { configuration, ...predicate } = statement.predicate as Record<string, unknown>
    assert.deepEqual(predicate, {
      result: 'FAILED',
      passedTests: [1, 2, 3, 4, 5].map((index) => `Acme as ServiceProvider: audience.variation-${index}`),
      warnedTests: [],
      failedTests: ['Acme as ServiceProvider: audience.variation-0'],
    })
    assert.equal((configuration as unknown[]).length, 2)
    const subjects = (statement.subject as { name: string }[]).map(({ name }) => name)
    assert.deepEqual(subjects, [...published.keys()].filter((name) => name !== attestationFile).sort())
  })
})

describe('a changed byte', () => {
  it('is found in every file, wherever it stands', () => {
    for (const [name, bytes] of published)
      for (const part of [0, 0.3, 0.7, 1]) {
        const changed = Buffer.from(bytes)
        const at = Math.floor(part * (bytes.length - 1))
        changed[at] = (changed[at] as number) ^ 1
        writeFileSync(join(out, name), changed)
        assert.ok(isFound(), `${name}, byte ${at}`)
        writeFileSync(join(out, name), bytes)
      }
    assert.ok(!isFound())
  })
  it('is found at each place of the attestation, as one that was added or taken away', () => {
    const bytes = published.get(attestationFile) as Buffer
    const holds = (changed: Buffer): boolean => {
      try {
        return open(changed.toString('utf8'), attestationFile).intact
      } catch {
        return false
      }
    }
    assert.ok(holds(bytes))
    for (let at = 0; at < bytes.length; at += 1) {
      const flipped = Buffer.from(bytes)
      flipped[at] = (flipped[at] as number) ^ 1
      assert.ok(!holds(flipped), `byte ${at} changed`)
      assert.ok(!holds(Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])), `byte ${at} taken away`)
      assert.ok(!holds(Buffer.concat([bytes.subarray(0, at), Buffer.from(' '), bytes.subarray(at)])), `at ${at} added`)
    }
  })
  it('is reported by the command, with exit code 1', async () => {
    appendFileSync(join(out, 'junit.xml'), '\n')
    const { code, stdout } = await box.start(['verify', join(out, attestationFile)]).ended
    assert.equal(code, 1)
    assert.match(stdout, /^✕ junit\.xml was changed\n! made by Assay 9\.9\.9; .*\n$/)
  })
  it('is no file that was added, which is reported all the same', () => {
    for (const name of ['a.txt', 'note.txt', 'evidence/acme/ServiceProvider/mine.json', 'compare.html'])
      writeFileSync(join(out, name), 'hello')
    symlinkSync(join(out, 'index.html'), join(out, 'certificate.html'))
    const { problems: none, added } = verifyAttestation(out, { suite })
    const ours = ['compare.html', 'evidence/acme/ServiceProvider/mine.json']
    assert.deepEqual([none, added], [[], [...ours, 'a.txt', 'certificate.html', 'note.txt']])
  })
})

describe('keys', () => {
  const pair = (type: string, options: object) =>
    (
      generateKeyPairSync as unknown as (
        type: string,
        options: object,
      ) => { privateKey: KeyObject; publicKey: KeyObject }
    )(type, options)
  const file = (name: string, key: KeyObject): string =>
    box.write(name, key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString())

  for (const [type, options] of [
    ['ed25519', {}],
    ['ec', { namedCurve: 'P-256' }],
    ['ec', { namedCurve: 'P-384' }],
    ['ec', { namedCurve: 'P-521' }],
    ['rsa', { modulusLength: 2048 }],
  ] as const)
    it(`of type ${[type, ...Object.values(options)].join(' ')} sign and verify, and no other does`, () => {
      const { privateKey, publicKey } = pair(type, options)
      attest(out, readSigningKey(file('key.pem', privateKey)))
      assert.deepEqual(problems(readPublicKey(file('public.pem', publicKey))), [])
      const other = readPublicKey(file('other.pem', pair(type, options).publicKey))
      assert.match(problems(other).join(), /another key signed/)
      assert.equal(verifyAttestation(out, { suite }).signer, 'given key')
    })
  it('may be known by a certificate', { skip: needs('openssl') }, async () => {
    const [key, certificate] = [join(box.folder, 'c.key'), join(box.folder, 'c.pem')]
    const subject = ['-subj', '/CN=signer', '-days', '1']
    await openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...subject)
    attest(out, readSigningKey(key))
    const { code, stdout } = await box.start(['verify', out, '--public-key', certificate]).ended
    assert.equal(code, 0)
    assert.match(stdout, /✓ The key given signed it/)
  })
  it('that cannot sign are refused in one sentence', () => {
    const { privateKey, publicKey } = pair('ed25519', {})
    const locked = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
    const refused = [
      [join(box.folder, 'nowhere.pem'), /cannot be read/],
      [box.write('garbage.pem', 'garbage'), /holds no key that is taken here/],
      [box.write('locked.pem', locked.toString()), /protected by a passphrase: give one that is not/],
      [file('short.pem', pair('rsa', { modulusLength: 1024 }).privateKey), /RSA key of 2048 bits/],
      [file('curve.pem', pair('ec', { namedCurve: 'secp256k1' }).privateKey), /P-256/],
      [file('pub.pem', publicKey), /holds no key that is taken here/],
    ] as const
    for (const [path, says] of refused)
      assert.throws(() => readSigningKey(path), { code: 'CONFIG_ERROR', message: says })
    assert.throws(() => readPublicKey(file('priv.pem', privateKey)), { message: /name its public half/ })
  })
  it('that cannot be read stop a run before anything is overwritten', async () => {
    const before = published.get(resultsFile)
    const { code, stderr } = await box.start(['certify', '--reference', '--sign-key', 'nowhere.pem', '--out', out])
      .ended
    assert.equal(code, 3)
    assert.match(
      stderr,
      /^assay: --sign-key nowhere\.pem cannot be read: .*\nassay: .* still holds the report of the run of .*\n$/,
    )
    assert.deepEqual(readFileSync(join(out, resultsFile)), before)
  })
})

describe('the verdict is computed anew', () => {
  /** What is wrong with results that were changed and attested again, as somebody would who wishes to pass. */
  const forged = (change: (all: Results) => unknown): string => {
    rewrite(change(results()))
    attest(out)
    return problems().join('\n')
  }
  it('so that a check does not pass whose evidence fails', () => {
    const found = forged((all) => ({
      ...all,
      gate: 'pass',
      checks: all.checks.map((check) => ({ ...check, verdict: 'pass' })),
    }))
    assert.match(found, /check audience\.variation-0 of Acme as ServiceProvider is pass, not fail/)
    assert.match(found, /Acme as ServiceProvider is not-certified, not certified/)
  })
  it('so that none passes without evidence, or with that of another', () => {
    const without = forged((all) => ({
      ...all,
      checks: all.checks.map(({ evidence: _, ...check }) => ({ ...check, verdict: 'pass' })),
    }))
    assert.match(without, /variation-0 of Acme as ServiceProvider is pass without any evidence/)
    const swapped = forged((all) => ({
      ...all,
      checks: all.checks.map((check) => ({ ...check, evidence: all.checks[5]?.evidence, verdict: 'pass' })),
    }))
    assert.match(swapped, /variation-0 of Acme as ServiceProvider shows the evidence of another check/)
  })
  it('so that level, reason, requirement, role and gate are those that follow', () => {
    const of = (change: (all: Results) => unknown, says: RegExp) => assert.match(forged(change), says)
    const each = (all: Results, more: object) => ({
      ...all,
      checks: all.checks.map((check) => ({ ...check, ...more })),
    })
    of((all) => each(all, { level: 'should' }), /is of level should, not must/)
    of((all) => each(all, { reason: 'All is well.' }), /gives another reason than its evidence/)
    of((all) => each(all, { breaks: ['ASSERTION-AUD'] }), /breaks other requirements than it says/)
    of((all) => each(all, { verdict: 'waived' }), /is waived, not (fail|pass)/)
    of(
      (all) => ({ ...all, requirements: all.requirements.map((row) => ({ ...row, verdict: 'pass' })) }),
      /requirement ASSERTION-AUD of Acme as ServiceProvider is pass, not fail/,
    )
    of(
      (all) => ({
        ...all,
        targets: all.targets.map((target) => ({
          ...target,
          roles: target.roles.map((role) => ({ ...role, verdict: 'certified' })),
        })),
      }),
      /Acme as ServiceProvider is certified, not not-certified/,
    )
    of((all) => ({ ...all, gate: 'pass' }), /the gate is pass, not fail/)
  })
  it('so that evidence is read, not believed', () => {
    const path = results().checks[1]?.evidence as string
    writeFileSync(join(out, path), JSON.stringify({ ...JSON.parse(text(path)), facts: 'none' }))
    attest(out)
    assert.match(problems().join(), /variation-1 of Acme as ServiceProvider has evidence that cannot be read/)
  })
})

describe('the results are compared with the suite', () => {
  const own = suiteVersion()
  /** What is found of results that were changed, concluded again, shown again and attested again. */
  const found = (change: (all: Results) => Results, by = suite) => {
    rewrite(concludeAgain(change(results())).results)
    for (const [name, view] of viewsOf(out)) writeFileSync(join(out, name), view)
    attest(out)
    return verifyAttestation(out, { suite: by })
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
    attest(out)
    assert.equal(problems()[0], 'what the results say under "targets" does not follow from the checks')
  })
  it('and of what another Assay made it is said that this was not done', async () => {
    const few = (all: Results): Results => ({ ...all, checks: all.checks.slice(1) })
    const not = /that no check is missing, and that the pages say what the results say, was not verified/
    const later = found(few, { ...suite, version: '10.0.0' })
    assert.deepEqual(later.problems, [])
    assert.match(later.unverified.join(), not)
    const near = found(few, { ...suite, build: 'other' })
    assert.deepEqual(near.problems, [])
    assert.match(near.unverified[0] ?? '', /made by another build of Assay 9\.9\.9 than this one/)
    assert.match(near.unverified[1] ?? '', /1 check of Assay for Acme as ServiceProvider is missing/)
    const { code, stdout } = await box.start(['verify', out]).ended
    assert.equal(code, 0)
    assert.ok(stdout.includes(`\n! made by Assay 9.9.9; this is ${own}: `), stdout)
    assert.doesNotMatch(stdout, /✓ No check is missing/)
  })
  it('which takes a report of this very one at its word, and no further', async () => {
    rewrite({ ...results(), suite: { ...results().suite, version: own } })
    attest(out)
    const { code, stdout } = await box.start(['verify', out]).ended
    assert.equal(code, 1)
    assert.match(stdout, /✕ \d+ checks of Assay for Acme as ServiceProvider are missing in the results: /)
  })
})

describe('the folder holds the report and nothing that could be taken for it', () => {
  it('so that words of a page that were changed are found, though they were attested again', () => {
    for (const name of viewFiles) {
      writeFileSync(join(out, name), text(name).replace(/fail|not/i, 'Certified'))
      attest(out)
      assert.deepEqual(problems(), [`${name} is not what Assay makes of the results`])
      writeFileSync(join(out, name), text(name))
    }
    attest(out)
    assert.deepEqual(problems(), [])
  })
  it('so that a page that was added is found, attested or not', () => {
    writeFileSync(join(out, 'evidence-7.html'), 'Certified')
    assert.deepEqual(problems(), ['evidence-7.html has the name of a page of the report, and is not attested'])
    attest(out)
    assert.deepEqual(problems(), ['evidence-7.html is not what Assay makes of the results'])
  })
  it('though what is made of an earlier run, too, is not made again, which is said', () => {
    writeFileSync(join(out, 'compare.html'), 'Certified')
    attest(out)
    const { problems: none, unverified } = verifyAttestation(out, { suite })
    assert.deepEqual([none, unverified.length], [[], 1])
    assert.match(unverified.join(), /that compare\.html says what the results say was not verified/)
  })
  it('nor is an earlier run looked at by which the gate passes', () => {
    const none = { failing: [], newlyFailing: [], newlyPassing: [], lostCoverage: [], changedAssumptions: [] }
    const baseline = { ...none, run: 'earlier', startedAt: '2026-11-19T12:04:00.000Z', suite: '9.9.9' }
    const { results: all } = concludeAgain({ ...results(), baseline })
    rewrite(all)
    for (const [name, view] of viewsOf(out)) writeFileSync(join(out, name), view)
    attest(out)
    const { problems: found, unverified } = verifyAttestation(out, { suite })
    assert.deepEqual([found, all.gate], [[], 'pass'])
    assert.match(unverified.join(), /the gate compares with the run earlier, which is not here/)
  })
  it('and a file of the user is no part of it, which may change', () => {
    const note = join(out, 'note.txt')
    writeFileSync(note, 'hello')
    attest(out)
    appendFileSync(note, ', and so on')
    const { problems: none, added } = verifyAttestation(out, { suite })
    assert.deepEqual([none, added], [[], ['note.txt']])
  })
  it('unless somebody attested it, which Assay does not', () => {
    const { statement } = open(text(attestationFile), attestationFile)
    const sha256 = createHash('sha256').update('Certified').digest('hex')
    const subject = [...statement.subject, { name: 'certificate.html', digest: { sha256 } }]
    const key = generateKeyPairSync('ed25519').privateKey
    writeFileSync(join(out, 'certificate.html'), 'Certified')
    writeFileSync(join(out, attestationFile), seal({ ...statement, subject }, key, 'run key'))
    assert.deepEqual(problems(), ['certificate.html is attested, and no file that Assay wrote in this run'])
    const other = verifyAttestation(out, { suite: { ...suite, version: '10.0.0' } })
    assert.match(other.unverified.join(), /certificate\.html is attested/)
  })
})

describe('what cannot be verified is reported in one sentence, exit code 3', () => {
  const refused = async (says: RegExp, path = out) => {
    const { code, stdout, stderr } = await box.start(['verify', path]).ended
    assert.equal(code, 3, stderr)
    assert.equal(stdout, '')
    assert.match(stderr, says)
    assert.equal(stderr.trimEnd().split('\n').length, 1)
    assertPlain(stderr)
  }
  it('evidence that is missing', async () => {
    rmSync(join(out, results().checks[2]?.evidence as string))
    await refused(/variation-2\.json of the attested files is missing in .*: verify the whole report folder/)
  })
  it('results that were cut short', async () => {
    writeFileSync(join(out, resultsFile), text(resultsFile).slice(0, 500))
    await refused(/results\.json is no JSON, or was cut short/)
  })
  it('results of something else', async () => {
    rewrite({ tests: [] })
    await refused(/results\.json is no results file of version 1/)
  })
  it('an attestation that was cut short, or is of something else, or is not there', async () => {
    writeFileSync(join(out, attestationFile), text(attestationFile).slice(0, 300))
    await refused(/attestation\.json is no attestation of Assay, or was cut short/)
    writeFileSync(join(out, attestationFile), '{"payload":"e30=","payloadType":"x","signatures":[]}')
    await refused(/is no attestation of Assay/)
    await refused(/nowhere\.json cannot be read/, join(out, 'nowhere.json'))
    assert.ok(existsSync(join(out, resultsFile)))
  })
})
