import assert from 'node:assert/strict'
import { createPublicKey, verify as isSigned, type KeyObject } from 'node:crypto'
import { appendFileSync, existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { attest } from '../../harness/attestation/attest.js'
import { open } from '../../harness/attestation/envelope.js'
import { verifyAttestation } from '../../harness/attestation/verify.js'
import { ConfigError } from '../../harness/contracts/errors.js'
import type { Results } from '../../harness/contracts/results.js'
import { attestationFile, resultsFile } from '../../harness/evidence/files.js'
import { assertPlain } from '../stage/assay-command.js'
import { publishedReport } from '../stage/published-report.js'

const report = publishedReport()
const { text, results, rewrite } = report
const problems = (expected?: KeyObject): readonly string[] =>
  verifyAttestation(report.out, { suite: report.suite, key: expected }).problems

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
    const { code, stdout, stderr } = await report.box.start(['verify', report.out]).ended
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
    assert.deepEqual(subjects, [...report.published.keys()].filter((name) => name !== attestationFile).sort())
  })
})

describe('a changed byte', () => {
  it('is found in every file, wherever it stands', () => {
    for (const [name, bytes] of report.published)
      for (const part of [0, 0.3, 0.7, 1]) {
        const changed = Buffer.from(bytes)
        const at = Math.floor(part * (bytes.length - 1))
        changed[at] = (changed[at] as number) ^ 1
        writeFileSync(join(report.out, name), changed)
        assert.ok(isFound(), `${name}, byte ${at}`)
        writeFileSync(join(report.out, name), bytes)
      }
    assert.ok(!isFound())
  })
  it('is found at each place of the attestation, as one that was added or taken away', () => {
    const bytes = report.published.get(attestationFile) as Buffer
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
    appendFileSync(join(report.out, 'junit.xml'), '\n')
    const { code, stdout } = await report.box.start(['verify', join(report.out, attestationFile)]).ended
    assert.equal(code, 1)
    assert.match(stdout, /^✕ junit\.xml was changed\n! made by Assay 9\.9\.9; .*\n$/)
  })
  it('is no file that was added, which is reported all the same', () => {
    for (const name of ['a.txt', 'note.txt', 'evidence/acme/ServiceProvider/mine.json', 'compare.html'])
      writeFileSync(join(report.out, name), 'hello')
    symlinkSync(join(report.out, 'index.html'), join(report.out, 'certificate.html'))
    const { problems: none, added } = verifyAttestation(report.out, { suite: report.suite })
    const ours = ['compare.html', 'evidence/acme/ServiceProvider/mine.json']
    assert.deepEqual([none, added], [[], [...ours, 'a.txt', 'certificate.html', 'note.txt']])
  })
})

describe('the verdict is computed anew', () => {
  /** What is wrong with results that were changed and attested again, as somebody would who wishes to pass. */
  const forged = (change: (all: Results) => unknown): string => {
    rewrite(change(results()))
    attest(report.out)
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
    writeFileSync(join(report.out, path), JSON.stringify({ ...JSON.parse(text(path)), facts: 'none' }))
    attest(report.out)
    assert.match(problems().join(), /variation-1 of Acme as ServiceProvider has evidence that cannot be read/)
  })
})

describe('what cannot be verified is reported in one sentence, exit code 3', () => {
  const refused = async (says: RegExp, path = report.out) => {
    const { code, stdout, stderr } = await report.box.start(['verify', path]).ended
    assert.equal(code, 3, stderr)
    assert.equal(stdout, '')
    assert.match(stderr, says)
    assert.equal(stderr.trimEnd().split('\n').length, 1)
    assertPlain(stderr)
  }
  it('evidence that is missing', async () => {
    rmSync(join(report.out, results().checks[2]?.evidence as string))
    await refused(/variation-2\.json of the attested files is missing in .*: verify the whole report folder/)
  })
  it('results that were cut short', async () => {
    writeFileSync(join(report.out, resultsFile), text(resultsFile).slice(0, 500))
    await refused(/results\.json is no JSON, or was cut short/)
  })
  it('results of something else', async () => {
    rewrite({ tests: [] })
    await refused(/results\.json is no results file of version 1/)
  })
  it('an attestation that was cut short, or is of something else, or is not there', async () => {
    writeFileSync(join(report.out, attestationFile), text(attestationFile).slice(0, 300))
    await refused(/attestation\.json is no attestation of Assay, or was cut short/)
    writeFileSync(join(report.out, attestationFile), '{"payload":"e30=","payloadType":"x","signatures":[]}')
    await refused(/is no attestation of Assay/)
    await refused(/nowhere\.json cannot be read/, join(report.out, 'nowhere.json'))
    assert.ok(existsSync(join(report.out, resultsFile)))
  })
})
