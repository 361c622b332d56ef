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
    const settings = { folder: join(home, 'lab'), poolSize: 1, largeKeys: false, worlds: [] }
    const ids: unknown[] = []
    const at = (http: string) => ({ publicUrls: { https: null, http } })
    for (const [end, http] of [
      ['stdin', 'http://a.example'],
      ['SIGTERM', 'http://a.example'],
      ['stdin', 'http://b.example'],
    ] as const) {
      const child = await spawnLab({ ...settings, worlds: [worldSettings('w', at(http))] })
      const { registry, registryChain } = (await readyLine(child)).worlds.w ?? {}
      ids.push([registry?.partyId, registryChain?.[0]])
      if (end === 'stdin') child.stdin?.end()
      else child.kill('SIGTERM')
      assert.deepEqual(await once(child, 'exit'), [0, null])
    }
    assert.deepEqual(ids[0], ids[1])
    // Its certificate names the address of the CRL.
    assert.notDeepEqual(ids[1], ids[2])
    assert.equal((ids[1] as string[])[0], (ids[2] as string[])[0])
    await rm(home, { recursive: true })
  })
})
