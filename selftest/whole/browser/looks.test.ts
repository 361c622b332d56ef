import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { Results } from '../../../harness/contracts/results.js'
import { compiled, resultsOf, sandbox, targetFile } from '../../stage/assay-command.js'
import { drawnChecks } from '../../stage/drawn.js'

// Conforming servers that look different from the reference. No check may fail one of them, nor leave it unjudged.

const box = sandbox()
after(() => box.remove())

/** Looks of `targets/looks.ts` in front of the reference, and variants of `harness/reference/token-endpoint/request-variants.ts` in it. */
interface Disguise {
  readonly looks: readonly string[]
  readonly variants?: readonly string[]
  readonly faults?: readonly string[]
  /** Module that its processes load first. */
  readonly preload?: string
  readonly interface?: object
}

const disguised = (name: string, { looks, variants = [], faults, preload, ...more }: Disguise) => ({
  target: { name, roles: ['ServiceProvider'] },
  launch: {
    command: `exec ${process.execPath} ${compiled('selftest/targets/disguise.js')} ${looks.join()}`,
    env: {
      ASSAY_REFERENCE_VARIANT: variants.join(),
      ...(faults && { ASSAY_FAULT: faults.join() }),
      ...(preload && { NODE_OPTIONS: `--import=${compiled(preload)}` }),
    },
  },
  service: { path: '/service' },
  ...more,
})

/** Certifies the disguised servers in one run; returns its results and exit code. */
const certify = async (
  name: string,
  disguises: Readonly<Record<string, Disguise>>,
  ...options: readonly string[]
): Promise<{ code: number | null; results: Results }> => {
  const targets = Object.entries(disguises).map(([look, disguise]) => disguised(look, disguise))
  const out = join(box.folder, name)
  const config = targetFile(box, `${name}.json`, ...targets)
  const ended = await box.start(['certify', '--config', config, '--guises', 'usual', '--out', out, ...options]).ended
  return { code: ended.code, results: resultsOf(ended, out) }
}

/** Verdict of each target. */
const verdicts = ({ targets }: Results): Record<string, unknown> =>
  Object.fromEntries(targets.map(({ name, roles }) => [name, roles[0]?.verdict]))

/** What is not as it should be, by target: check ids, those that are no mere findings with verdict and reason. */
const remarks = ({ checks }: Results, target: string): string[] =>
  checks
    .filter((check) => check.target === target && !['pass', 'not-applicable', 'disabled'].includes(check.verdict))
    .map(({ id, verdict, reason = '' }) => (verdict === 'finding' ? id : `${id}: ${verdict}: ${reason}`))
    .sort()

const renamed = {
  token: {
    path: '/connect/token',
    parameterNames: { clientId: 'clientId', clientAssertion: 'clientAssertion' },
    fields: {
      accessToken: 'accessToken',
      refreshToken: 'refreshToken',
      tokenType: 'tokenType',
      expiresIn: 'expiresIn',
    },
  },
}

// Two at a time: most of the time of a slow server goes by in waiting.
describe('a conforming server that looks different', { concurrency: 2 }, () => {
  test('is failed by nothing, whatever its paths, names, refusals and manners of connection', async (context) => {
    const { code, results } = await certify(
      'quick',
      {
        'other names, 401 with a page': {
          looks: [
            'elsewhere',
            'refuses-401',
            'html-refusals',
            'chunked',
            'gzip',
            'upper-case-headers',
            'more-headers',
            'tells-its-time',
          ],
          variants: [
            'looks-up-by-path',
            'accepts-one-element-aud',
            'wants-exact-key-usage',
            'tolerates-nothing',
            'tokens-live-two-seconds',
          ],
          preload: 'selftest/targets/four-seconds-behind.js',
          interface: renamed,
        },
        'nothing in a 404, closes connections': {
          looks: ['refuses-404', 'empty-refusals', 'closes-connections', 'jwt-tokens', 'empty-refresh-token'],
          variants: [
            'looks-up-first',
            'remembers-content',
            'accepts-missing-root',
            'tolerates-a-minute',
            'takes-tokens-once',
          ],
        },
        'JSON, 200 with an error, limits its rate': {
          looks: [
            'json',
            'locks-out',
            'refuses-200',
            'byte-order-mark',
            'drops-connections',
            'limits-at-times',
            'limits-rate',
          ],
          variants: [
            'relies-on-ocsp',
            'remembers-unknown-parties',
            'honours-nbf',
            'spares-failing-registry',
            'one-live-token',
            'names-consumer-by-jwt',
          ],
          interface: { token: { encoding: 'json' } },
        },
      },
      '--only',
      await drawnChecks(context, 'quick', 'ServiceProvider'),
    )
    for (const { name } of results.targets) assert.deepEqual(remarks(results, name), [], name)
    assert.deepEqual(new Set(Object.values(verdicts(results))), new Set(['not-fully-verified']))
    assert.equal(code, 2)
  })

  test('is failed by nothing when it takes 300 ms for an answer', async (context) => {
    const slow = { looks: ['slow', 'refuses-302', 'charset'] }
    const only = await drawnChecks(context, 'quick', 'ServiceProvider')
    const { code, results } = await certify('slow', { slow }, '--only', only, '--workers', '8')
    assert.deepEqual(remarks(results, 'slow'), [])
    assert.deepEqual(verdicts(results), { slow: 'not-fully-verified' })
    assert.equal(code, 2)
  })

  test('is failed by nothing when it checks no revocation and answers with server errors, which are findings', async (context) => {
    const findings = [
      'certificate.crl-observed',
      'certificate.ocsp-observed',
      'certificate.revoked-intermediate',
      'header.other-typ',
      'http.no-5xx',
      'http.token-response',
      'http.two-content-types',
      'parties-token.revoked-certificate',
      'positive.chunked',
    ]
    const lax = {
      looks: ['refuses-500', 'html-refusals', 'resets-connections', 'unavailable-at-times', 'text-lifetime', 'gateway'],
      variants: ['checks-no-revocation', 'accepts-any-typ', 'accepts-active', 'accepts-missing-client-id'],
    }
    const drawn = await drawnChecks(context, 'standard', 'ServiceProvider')
    const { code, results } = await certify('standard', { lax }, '--only', `${drawn},${findings.join()}`)
    assert.deepEqual(remarks(results, 'lax'), findings)
    assert.deepEqual(verdicts(results), { lax: 'not-fully-verified' })
    assert.equal(code, 2)
  })

  test('is given time when it asks a failing registry again and again', async () => {
    const insisting = { looks: ['charset'], variants: ['asks-registry-again'] }
    const { results } = await certify(
      'insisting',
      { insisting },
      '--only',
      'registry-transport.unreachable',
      '--guises',
      'none',
    )
    assert.deepEqual(remarks(results, 'insisting'), [])
    assert.ok(results.checks.some(({ id, verdict }) => id === 'registry-transport.unreachable' && verdict === 'pass'))
  })

  test('is raced when it takes one request of a client at a time, and caught when it takes each copy in its turn', async () => {
    const [looks, dropping] = [['limits-each-client'], ['drops-each-client']]
    const race = ['--only', 'replay.race-of-2', '--guises', 'none']
    const faults = ['accepts-replay']
    const targets = {
      ...{ right: { looks }, wrong: { looks, faults } },
      ...{ dropping: { looks: dropping }, 'dropping, wrong': { looks: dropping, faults } },
    }
    const { results } = await certify('raced', targets, ...race)
    const raced = results.checks.filter(({ id }) => id === 'replay.race-of-2')
    assert.deepEqual(raced.map(({ target, id, verdict }) => `${target}: ${id}: ${verdict}`).sort(), [
      'dropping, wrong: replay.race-of-2: fail',
      'dropping: replay.race-of-2: pass',
      'right: replay.race-of-2: pass',
      'wrong: replay.race-of-2: fail',
    ])
  })

  test('is locked out of nothing by the search for its tolerance, and caught when it forgets within that', async () => {
    const variants = ['tolerates-a-minute']
    const targets = {
      right: { looks: ['locks-out'] },
      patient: { looks: ['locks-out'], variants },
      wrong: { looks: ['locks-out', 'forgets-soon'], variants },
    }
    const { results } = await certify('tolerance', targets, '--only', 'replay.past-expiry')
    const judged = results.checks.filter(({ id }) => id === 'replay.past-expiry')
    assert.deepEqual(judged.map(({ target, verdict }) => `${target}: ${verdict}`).sort(), [
      'patient: pass',
      'right: pass',
      'wrong: fail',
    ])
  })
})
