import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { filesBelow } from '../../harness/evidence/files.js'
import { freePort } from '../../harness/target/process/base-url.js'
import { sandbox, targetFile } from '../stage/assay-command.js'

const box = sandbox()
after(() => box.remove())

const named = async (name: string) => ({
  target: { name, roles: ['ServiceProvider'], baseUrl: 'http://127.0.0.1:4711' },
  lab: { ports: { https: await freePort(), http: await freePort() } },
})

/** Writes the kits of some targets into one state. @returns digests of all files of the first kit that is asked for. */
async function kitOf(place: string, targets: readonly object[]): Promise<Readonly<Record<string, string>>> {
  const config = targetFile(box, 'targets.json', { targets })
  const { code, stderr } = await box.start(['kit', '--config', config, '--state', 'state']).ended
  assert.equal(code, 0, stderr)
  const folder = join(box.folder, 'state', 'targets', place, 'kit')
  const digest = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  return Object.fromEntries(filesBelow(folder).map((name) => [name, digest(name)]))
}

test('a kit stays as it is, whatever the place of its target in the file', async () => {
  const [acme, beta] = [await named('Acme'), await named('Beta')]
  const first = await kitOf('acme', [acme])
  assert.ok(Object.keys(first).length > 5)
  assert.deepEqual(await kitOf('acme', [beta, acme]), first)
  assert.deepEqual(await kitOf('acme', [acme, beta]), first)
})

test('a PKI that an older version named after that place, too, is taken over: the one of the kit', async () => {
  const [acme, beta] = [await named('Acme'), await named('Beta')]
  const before = await kitOf('acme', [beta, acme])
  const lab = join(box.folder, 'state', 'lab')
  // Where it was the first once, the older version made another PKI.
  cpSync(join(lab, 'target-beta'), join(lab, '0-acme'), { recursive: true })
  renameSync(join(lab, 'target-acme'), join(lab, '1-acme'))
  renameSync(join(lab, 'target-beta'), join(lab, '0-beta'))
  assert.deepEqual(await kitOf('acme', [acme, beta]), before)
  assert.deepEqual(readdirSync(lab).sort(), ['0-acme', 'keys', 'target-acme', 'target-beta'])
})
