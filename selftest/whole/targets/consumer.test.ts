import assert from 'node:assert/strict'
import { join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import type { Results } from '../../../harness/contracts/results.js'
import {
  assertPlain,
  compiled,
  type Ended,
  resultsIn,
  type Sandbox,
  sandbox,
  targetFile,
} from '../../stage/assay-command.js'

let box: Sandbox
before(() => {
  box = sandbox()
})
after(() => box.remove())

const script = resolve('examples/service-consumer/consumer.mjs')
const certify = async (
  name: string,
  args: readonly string[],
): Promise<{ ended: Ended; results?: Results | undefined }> => {
  const ended = await box.start(['certify', '--out', name, ...args]).ended
  return { ended, results: resultsIn(join(box.folder, name)) }
}
/** A ServiceConsumer as an entry of a target file. */
const consumer = (name: string, more: object) =>
  targetFile(box, `${name}.json`, { target: { name: 'Acme', roles: ['ServiceConsumer'] }, ...more })
const verdicts = (results: Results | undefined): string[] =>
  (results?.checks ?? [])
    .filter(({ verdict }) => verdict !== 'not-applicable' && verdict !== 'disabled')
    .map(({ id, verdict, reason = '' }) => `${id}: ${verdict}${verdict === 'pass' ? '' : ` (${reason})`}`)
    .sort()

test('a consumer that shares no code with Assay is certified by its command', async () => {
  const { ended, results } = await certify('example', ['--config', resolve('examples/service-consumer.yaml')])
  assert.equal(ended.code, 0, `${ended.stdout}${ended.stderr}`)
  assert.deepEqual(
    results?.targets.flatMap(({ roles }) => roles.map(({ verdict }) => verdict)),
    ['certified'],
  )
  assert.ok(verdicts(results).length >= 20)
})

test('a consumer that calls some time after its trigger is judged by the same calls', async () => {
  const only = ['names', 'new-assertion', 'told-audience-401', 'bearer', 'redirect-token-307']
  const command = `exec ${process.execPath} ${compiled('selftest/targets/late-consumer.js')} ${script}`
  const trigger = { url: '$' + '{ASSAY_BASE_URL}/trigger' }
  const file = consumer('late', { launch: { command }, trigger })
  const { results } = await certify('late', ['--config', file, '--only', only.map((one) => `consumer.${one}`).join()])
  assert.deepEqual(verdicts(results), only.map((one) => `consumer.${one}: pass`).sort())
})

test('a consumer that calls nobody for a while after some failures is judged once it calls again', async () => {
  const only = ['new-assertion-after-refusal']
  const command = `exec ${process.execPath} ${compiled('selftest/targets/late-consumer.js')} ${script} breaking`
  const trigger = { url: '$' + '{ASSAY_BASE_URL}/trigger' }
  const file = consumer('breaking', { launch: { command }, trigger })
  const { results } = await certify('breaking', [
    ...['--config', file],
    ...['--only', only.map((one) => `consumer.${one}`).join()],
  ])
  assert.deepEqual(verdicts(results), only.map((one) => `consumer.${one}: pass`).sort())
})

test('a consumer that asks the service first, and authenticates when told to, gets no finding', async () => {
  const only = [
    'without-token-error',
    'without-token-no-member',
    'redirect-service-302',
    'redirect-token-307',
    'bearer',
    'bearer-after-refusal',
    'tls-at-service',
  ]
  const command = `NODE_EXTRA_CA_CERTS=$ASSAY_KIT/trust/tls-root.pem exec ${process.execPath} ${compiled('selftest/targets/asking-consumer.js')} ${script}`
  const file = consumer('asking', { trigger: { command } })
  const { results } = await certify('asking', ['--config', file, '--only', only.map((one) => `consumer.${one}`).join()])
  assert.deepEqual(verdicts(results), only.map((one) => `consumer.${one}: pass`).sort())
})

test('without a trigger nothing can be tested, and that is said', async () => {
  const { ended, results } = await certify('without', ['--config', consumer('without', {})])
  assert.notEqual(ended.code, 0)
  assert.ok(verdicts(results).every((line) => line.includes('not-testable (A ServiceConsumer needs `trigger`')))
  assert.deepEqual(
    results?.targets.flatMap(({ roles }) => roles.map(({ verdict }) => verdict)),
    ['not-fully-verified'],
  )
})

test('triggers that fail, do nothing or are nowhere are a matter of configuration', async () => {
  const triggers = {
    fails: { command: 'echo no such consumer; exit 7' },
    idle: { command: 'true' },
    nowhere: { url: 'http://127.0.0.1:1/trigger' },
  }
  const targets = Object.entries(triggers).map(([name, trigger]) => ({
    target: { name, roles: ['ServiceConsumer'] },
    trigger,
  }))
  const { ended, results } = await certify('useless', ['--config', targetFile(box, 'useless.json', ...targets)])
  assert.equal(ended.code, 3)
  for (const name of Object.keys(triggers))
    assert.match(ended.stderr, new RegExp(`^assay: ${name} as ServiceConsumer: .* led to no token request`, 'm'))
  assert.match(ended.stderr, /failed with exit code 7\. Its last output:\nassay: {3}no such consumer/)
  assert.match(ended.stderr, /trigger\.command \(true\) ended well\. It printed nothing\./)
  assert.match(ended.stderr, /trigger\.url \(POST http:\/\/127\.0\.0\.1:1\/trigger\) did not answer/)
  assertPlain(ended.stderr)
  assert.equal(results, undefined)
})
