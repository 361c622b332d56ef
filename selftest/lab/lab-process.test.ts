import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readyLine, spawnLab, worldSettings } from '../stage/lab-fixture.js'

describe('lab process', () => {
  it('says in one sentence that a port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    const home = await mkdtemp(join(tmpdir(), 'assay-lab-'))
    const child = await spawnLab({
      folder: join(home, 'lab'),
      poolSize: 1,
      largeKeys: false,
      worlds: [worldSettings('w', { ports: { https: 0, http: port } })],
    })
    let said = ''
    child.stderr?.on('data', (chunk) => {
      said += chunk
    })
    const [code] = await once(child, 'close')
    assert.equal(code, 3)
    assert.equal(
      said,
      `Port ${port} on 127.0.0.1 is taken: set lab.ports.http to another one, or to 0 for a free one.\n`,
    )
    taken.close()
    await rm(home, { recursive: true })
  })
  it('ends when its standard input closes, and on SIGTERM; keeps its identity in the folder', async () => {
    const home = await mkdtemp(join(tmpdir(), 'assay-lab-'))
    const settings = { folder: join(home, 'lab'), poolSize: 1, largeKeys: false, worlds: [worldSettings('w')] }
    const ids: unknown[] = []
    for (const end of ['stdin', 'SIGTERM'] as const) {
      const child = await spawnLab(settings)
      ids.push((await readyLine(child)).worlds.w?.registry.partyId)
      if (end === 'stdin') child.stdin?.end()
      else child.kill('SIGTERM')
      assert.deepEqual(await once(child, 'exit'), [0, null])
    }
    assert.equal(ids[0], ids[1])
    await rm(home, { recursive: true })
  })
})
