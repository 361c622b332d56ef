import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { compiled, resultsOf, sandbox, targetFile } from '../../stage/assay-command.js'

// A rate limit whose windows are longer than a message may wait.

const box = sandbox()
after(() => box.remove())

const certify = async (name: string, only: string, env: object, more: object = {}) => {
  const command = `exec ${process.execPath} ${compiled('selftest/targets/disguise.js')} limits-in-windows`
  const config = targetFile(box, `${name}.json`, {
    target: { name, roles: ['ServiceProvider'] },
    launch: { command, env },
    ...more,
  })
  const out = join(box.folder, name)
  const ended = await box.start(['certify', '--config', config, '--out', out, '--only', only, '--guises', 'usual'])
    .ended
  const { checks } = resultsOf(ended, out)
  return { ...ended, ran: checks.filter(({ verdict }) => verdict !== 'disabled' && verdict !== 'not-applicable') }
}

const waits = /^assay: limited asks for patience of \d+ s, which is waited for, once for all checks\. .*`pace/m

test('a target that limits its rate is judged as if it did not, replay included', async () => {
  const { stderr, ran } = await certify('limited', 'audience.*,replay.*', {})
  assert.ok(ran.length > 15)
  assert.deepEqual(
    ran.filter(({ verdict }) => verdict !== 'pass').map(({ id, verdict }) => [id, verdict]),
    // Its target file names no service.
    [['replay.after-use-of-token', 'not-testable']],
    stderr,
  )
  assert.match(stderr, waits)
})

test('a replay that such a target accepts is noticed, although JWTs run out while it is waited for', async () => {
  const { ran } = await certify('limited', 'audience.*,replay.*', { ASSAY_FAULT: 'accepts-replay' })
  assert.ok(ran.some(({ id, verdict }) => id.startsWith('replay.') && verdict === 'fail'))
  assert.deepEqual(
    ran.filter(({ verdict }) => verdict === 'inconclusive').map(({ id }) => id),
    [],
  )
})

test('a pace below the limit is kept by all workers together, so that nothing is waited for', async () => {
  const { stderr, ran } = await certify('limited', 'audience.two,audience.missing', {}, { pace: 5 })
  assert.deepEqual([...new Set(ran.map(({ verdict }) => verdict))], ['pass'])
  assert.doesNotMatch(stderr, waits)
})

test('what a proxy drops is no refusal, and what is refused by the status of one is', async () => {
  const disguised = (name: string, look: string, env: object = {}) => {
    const command = `exec ${process.execPath} ${compiled('selftest/targets/disguise.js')} ${look}`
    return { target: { name, roles: ['ServiceProvider'] }, launch: { command, env } }
  }
  const config = targetFile(
    box,
    'dropped.json',
    disguised('right', 'drops-each-client'),
    disguised('wrong', 'drops-each-client', { ASSAY_FAULT: 'accepts-replay' }),
    disguised('refusing', 'refuses-by-503'),
  )
  const out = join(box.folder, 'dropped')
  const only = ['--only', 'replay.at-once', '--guises', 'none']
  const { checks } = resultsOf(await box.start(['certify', '--config', config, '--out', out, ...only]).ended, out)
  const ran = checks.filter(({ id }) => id === 'replay.at-once')
  assert.deepEqual(ran.map(({ target, verdict }) => `${target}: ${verdict}`).sort(), [
    'refusing: pass',
    'right: pass',
    'wrong: fail',
  ])
})
