import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { Results } from '../../../harness/contracts/results.js'
import { compiled, resultsOf, sandbox, targetFile } from '../../stage/assay-command.js'

// Services that conform in other ways than the reference does by itself, or break a rule in them.

const box = sandbox()
after(() => box.remove())

const reference = (name: string, env: Readonly<Record<string, string>>, more: object = {}) => ({
  target: { name, roles: ['ServiceProvider'] },
  launch: { command: `exec ${process.execPath} ${compiled('harness/reference/main.js')} ServiceProvider`, env },
  service: { path: '/service', granted: { bodyContains: 'measurements' } },
  ...more,
})
const certifyWith = async (
  options: readonly string[],
  name: string,
  only: readonly string[],
  ...targets: readonly object[]
): Promise<Results> => {
  const out = join(box.folder, name)
  const config = targetFile(box, `${name}.json`, ...targets)
  const args = ['certify', '--config', config, '--out', out, '--only', only.join(), ...options]
  return resultsOf(await box.start(args).ended, out)
}
const certify = (name: string, only: readonly string[], ...targets: readonly object[]): Promise<Results> =>
  certifyWith([], name, only, ...targets)
const wrong = ({ checks }: Results) =>
  checks.filter(({ verdict }) => !['pass', 'not-applicable', 'disabled'].includes(verdict))

const conduct = [
  'service.no-token',
  'service.wrong-token',
  'service.other-methods',
  'service.other-methods-without-permit',
  'SERVICE-EVIDENCE-CURRENT',
  'DELEGATION-CONTEXT-SELF',
  'FORWARD-UNCHANGED',
  'TOKEN-AFTER-SUSPENSION',
]

describe('a ServiceProvider', { concurrency: 2 }, () => {
  test('conforms, whatever its refusals, and whether it forwards or keeps tokens', async () => {
    const results = await certify(
      'variants',
      [
        ...conduct,
        'service.truth-table',
        'service.registry-error',
        'service.registry-error-of-gateway',
        'service.registry-no-token',
        'registry-transport.error',
        'registry-transport.error-of-gateway',
        'registry-transport.no-token',
      ],
      reference('forwards nothing', {
        ASSAY_REFERENCE_VARIANT: 'forwards-nothing,refuses-service-with-404,takes-posts-of-anybody',
      }),
      reference('asks for patience', { ASSAY_REFERENCE_VARIANT: 'takes-tokens-once,pleads-for-patience' }),
      reference('passes a limit on', { ASSAY_REFERENCE_VARIANT: 'passes-on-limit-of-registry' }),
    )
    assert.deepEqual(wrong(results), [])
    const forwards = results.checks.filter(({ id }) => id === 'service.forwards-unchanged')
    assert.deepEqual(
      forwards.map(({ target, verdict }) => [target, verdict]),
      [
        ['forwards nothing', 'not-applicable'],
        ['asks for patience', 'pass'],
        ['passes a limit on', 'pass'],
      ],
    )
  })

  test('is tried under each form of evidence that it takes, and loses no other form by one that it refuses', async () => {
    const id = 'service.deny'
    const ofPolicies = [
      'behind another policy',
      'behind another set',
      'before another policy',
      'behind a denial elsewhere',
    ]
    const forms = [...ofPolicies, 'behind a rule that does not hold'].map((one) => `evidence=${one}`)
    const results = await certifyWith(
      ['--profile', 'standard', '--guises', 'usual'],
      'evidence',
      [id],
      reference('takes all', {}),
      reference('takes one policy', { ASSAY_REFERENCE_VARIANT: 'takes-one-policy-alone' }),
    )
    assert.deepEqual(wrong(results), [])
    const tried = (target: string) => {
      const check = results.checks.find((one) => one.target === target && one.id === id)
      const values = check?.guises?.flatMap((guise) => guise.values) ?? []
      return ['alg=RS384', ...forms].filter((value) => values.includes(value))
    }
    assert.deepEqual(tried('takes all'), ['alg=RS384', ...forms])
    assert.deepEqual(tried('takes one policy'), ['alg=RS384', 'evidence=behind a rule that does not hold'])
  })

  test('may go by its evidence for as long as its target file says, and no longer', async () => {
    const clock = { clock: { evidenceCacheSeconds: 2 } }
    const sixSeconds = { clock: { evidenceCacheSeconds: 6 } }
    const anHour = { clock: { evidenceCacheSeconds: 3600 } }
    const aboutMemory = ['service.current-evidence', 'service.former-evidence', 'service.permit-since']
    const variant = { ASSAY_REFERENCE_VARIANT: 'goes-by-evidence-for-two-seconds' }
    const results = await certify(
      'remembers',
      [...aboutMemory, 'service.evidence-outlived'],
      reference('says so', variant, clock),
      reference('does not say so', variant),
      reference('remembers for longer', { ASSAY_FAULT: 'caches-evidence' }, clock),
      reference('counts from the last call', { ASSAY_FAULT: 'caches-evidence-in-use' }, sixSeconds),
      reference('asks behind an answer', { ASSAY_FAULT: 'refreshes-evidence-behind' }, sixSeconds),
      reference('remembers for an hour', { ASSAY_FAULT: 'caches-evidence' }, anHour),
      reference('remembers for good', { ASSAY_FAULT: 'remembers-evidence-for-good' }, anHour),
    )
    const verdicts = (id: string) =>
      results.checks.filter((one) => one.id === id).map(({ target, verdict }) => `${target}: ${verdict}`)
    assert.deepEqual(verdicts('service.current-evidence'), [
      'says so: pass',
      'does not say so: finding',
      'remembers for longer: finding',
      'counts from the last call: finding',
      'asks behind an answer: finding',
      'remembers for an hour: not-applicable',
      'remembers for good: not-applicable',
    ])
    // Whatever a target declares, evidence is good for as long as it says itself.
    assert.deepEqual(
      verdicts('service.evidence-outlived').filter((one) => !one.endsWith(': pass')),
      ['remembers for good: finding'],
    )
    // On a busy machine its two seconds may be over before these look.
    for (const id of aboutMemory.slice(1))
      assert.deepEqual(
        verdicts(id).filter((one) => !/^(does not|counts|asks behind)/.test(one)),
        [
          'says so: pass',
          'remembers for longer: finding',
          'remembers for an hour: not-applicable',
          'remembers for good: not-applicable',
        ],
        id,
      )
  })

  test('is caught when it does not verify the token around its evidence, or what that says', async () => {
    // Who verifies nothing takes the rest as well.
    const all = 'accepts-unsigned-evidence'
    const signed = {
      'service.evidence-unsigned': 'believes-evidence-without-certificate',
      'service.evidence-token-issuer': 'takes-evidence-token-of-another',
      'service.evidence-token-certificate-near': 'takes-part-of-evidence-token-certificate',
      'service.evidence-token-audience': 'takes-evidence-token-for-another',
      'service.evidence-token-expired': 'takes-expired-evidence-token',
      'service.evidence-token-revoked': 'takes-revoked-evidence-token',
    }
    const older = { ASSAY_REFERENCE_VARIANT: 'speaks-older-form' }
    const connect = { interface: { preset: 'connect' } }
    const results = await certify(
      'signed',
      [...Object.keys(signed), 'service.evidence-plain'],
      ...[all, ...Object.values(signed)].map((fault) => reference(fault, { ...older, ASSAY_FAULT: fault }, connect)),
      reference('careful', older, connect),
    )
    for (const [id, fault] of Object.entries(signed)) {
      const found = results.checks.filter((one) => one.id === id && one.verdict !== 'pass')
      const others = found.map(({ target }) => target).filter((target) => target !== all)
      assert.deepEqual(others, [fault], id)
      assert.ok(
        found.every(({ verdict }) => verdict === 'finding'),
        id,
      )
    }
    for (const id of ['service.evidence-unsigned', 'service.evidence-plain'])
      assert.ok(
        results.checks.some((one) => one.id === id && one.target === all && one.verdict === 'finding'),
        id,
      )
  })

  test('may read evidence that is not signed where its AuthorisationRegistry signs it', async () => {
    const older = 'speaks-older-form,reads-plain-evidence-too'
    const reads = reference('reads both', { ASSAY_REFERENCE_VARIANT: older }, { interface: { preset: 'connect' } })
    const results = await certify('plain', ['service.evidence-unsigned', 'service.evidence-plain'], reads)
    assert.deepEqual(
      results.checks
        .filter(({ id, verdict }) => id.startsWith('service.') && verdict !== 'disabled')
        .map(({ id, level, verdict }) => `${id} (${level}): ${verdict}`)
        .sort(),
      ['service.evidence-plain (should): finding', 'service.evidence-unsigned (strict): pass'],
    )
  })

  test('is not testable in this without `service` in the target file', async () => {
    const { service: _, ...silent } = reference('silent', {})
    const results = await certify('silent', ['service.deny'], silent)
    const [check] = results.checks.filter(({ id }) => id === 'service.deny')
    assert.equal(check?.verdict, 'not-testable')
    assert.match(String(check?.reason), /`service` in the target file/)
  })
})
