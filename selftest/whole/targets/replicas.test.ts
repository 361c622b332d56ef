import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { freePort } from '../../../harness/target/process/base-url.js'
import { compiled, resultsOf, sandbox, targetFile } from '../../stage/assay-command.js'

// A target of two nodes remembers at each what the other was sent, or it takes an assertion twice.

const box = sandbox()
after(() => box.remove())

const only = ['replay.race-of-2', 'replay.race-of-20', 'replay.everywhere']

async function verdictsOf(how: 'together' | 'apart'): Promise<readonly (string | undefined)[]> {
  const port = await freePort()
  const command = `exec ${process.execPath} ${compiled('selftest/targets/two-nodes.js')} ${how} ${port}`
  const target = { name: how, roles: ['ServiceProvider'], replicas: [`http://127.0.0.1:${port}`] }
  const config = targetFile(box, `${how}.json`, { target, launch: { command }, service: { path: '/service' } })
  const args = ['certify', '--config', config, '--only', only.join(), '--guises', 'none', '--out', how]
  const { checks } = resultsOf(await box.start(args).ended, join(box.folder, how))
  return only.map((id) => checks.find((check) => check.id === id)?.verdict)
}

test('two nodes that remember together refuse copies that come to both at once', async () =>
  assert.deepEqual(await verdictsOf('together'), ['pass', 'pass', 'pass']))

test('two nodes of which each remembers its own do not', async () =>
  assert.deepEqual(await verdictsOf('apart'), ['fail', 'fail', 'fail']))
