import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Standing } from '../../harness/contracts/outage.js'
import type { TargetConfig } from '../../harness/contracts/target.js'
import { targetSchema } from '../../harness/contracts/target-file/schema.js'
import { resolveTarget } from '../../harness/target/config.js'
import { freePort, withBaseUrl } from '../../harness/target/process/base-url.js'
import { launchTarget, type RunningTarget } from '../../harness/target/process/launch.js'
import { keepVigil, type Vigil } from '../../harness/target/process/vigil.js'

const server = `
const { createServer } = require('node:http')
createServer((request, response) => {
  if (request.url === '/crash') { console.log('reading null'); process.exit(7) }
  response.end(String(process.pid))
}).listen(Number(new URL(process.env.ASSAY_BASE_URL).port), '127.0.0.1')
`
let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-vigil-'))
  writeFileSync(join(folder, 'server.cjs'), server)
})
after(async () => {
  for (const { vigil, target } of all) {
    await vigil.close()
    await target.stop()
  }
  rmSync(folder, { recursive: true })
})

const configOf = (more: object): Promise<TargetConfig> =>
  withBaseUrl(
    resolveTarget(targetSchema.parse({ target: { name: 'Acme', roles: ['ServiceProvider'] }, ...more }), {
      folder,
      digest: '',
    }),
  )

interface Watched {
  readonly config: TargetConfig
  readonly target: RunningTarget
  readonly vigil: Vigil
  readonly kept: Standing[]
  /** How often it was prepared anew. */
  readonly prepared: () => number
}

const all: Watched[] = []

async function watchedBy(config: TargetConfig): Promise<Watched> {
  const target = await launchTarget(config, { ASSAY_KIT: '/kit' })
  const kept: Standing[] = []
  let prepared = 0
  const prepare = async (): Promise<void> => {
    prepared += 1
  }
  const vigil = keepVigil({ config, target, prepare, keep: (standing) => kept.push(standing) })
  const watched = { config, target, vigil, kept, prepared: () => prepared }
  all.push(watched)
  return watched
}

const launched = (command: string) => configOf({ launch: { command } }).then(watchedBy)

/** @returns when the message that ended it was missed. */
async function crash({ config }: Watched): Promise<number> {
  await fetch(`${config.baseUrl}/crash`).catch(() => undefined)
  return Date.now()
}

const end = async ({ vigil, target }: Watched): Promise<void> => {
  await vigil.close()
  await target.stop()
}

test('a launched target that ends is started again three times, and then it is lost', async () => {
  const watched = await launched('exec node server.cjs')
  watched.vigil.begin()
  for (let starts = 1; starts <= 3; starts += 1) {
    const { outages, lost } = await watched.vigil.look({ missedAt: await crash(watched) })
    assert.equal(lost, undefined)
    assert.deepEqual(
      outages.map(({ how, startedAgain, output, to }) => [how, startedAgain, output, to !== undefined]),
      Array.from({ length: starts }, () => ['exit code 7', true, ['reading null'], true]),
    )
    assert.equal(watched.prepared(), starts)
    assert.match(await (await fetch(`${watched.config.baseUrl}`)).text(), /^\d+$/)
  }
  const { outages, lost } = await watched.vigil.look({ missedAt: await crash(watched) })
  assert.equal(lost, 'it ended (exit code 7) after it had been started again 3 times')
  assert.equal(outages.length, 4)
  assert.equal(outages.at(-1)?.to, undefined)
  assert.deepEqual(watched.kept.at(-1), { outages, lost, suspects: 0, startsLeft: 0 })
})

test('several that miss a target wait for one and the same start', async () => {
  const watched = await launched('exec node server.cjs')
  watched.vigil.begin()
  const missedAt = await crash(watched)
  const standings = await Promise.all(
    [missedAt, missedAt - 5, missedAt + 5].map((at) => watched.vigil.look({ missedAt: at })),
  )
  assert.deepEqual(
    standings.map(({ outages }) => outages.length),
    [1, 1, 1],
  )
  assert.equal(watched.kept.at(0)?.waiting, true)
  // What was missed before it came back is known.
  assert.equal((await watched.vigil.look({ missedAt })).outages.length, 1)
})

test('a target that lives is left alone, whatever was missed', async () => {
  const watched = await launched('exec node server.cjs')
  watched.vigil.begin()
  assert.deepEqual(await watched.vigil.look({ missedAt: Date.now() }), { outages: [], suspects: 0 })
  assert.deepEqual(watched.kept, [])
})

test('a target that another starts again is waited for', async () => {
  const watched = await launched('while true; do node server.cjs; sleep 1; done')
  watched.vigil.begin()
  const { outages, lost } = await watched.vigil.look({ missedAt: await crash(watched) })
  assert.equal(lost, undefined)
  assert.equal(outages.length, 1)
  assert.equal(outages[0]?.startedAgain, undefined)
  assert.ok(Number(outages[0]?.to) - Number(outages[0]?.from) > 800)
  const killer = { check: 'some.check', message: 'payload null' }
  assert.deepEqual((await watched.vigil.look({ killer })).outages[0]?.killer, killer)
  assert.equal((await watched.vigil.look({ suspect: true })).suspects, 1)
})

test('a target that is restarted on purpose is not missed', async () => {
  const watched = await launched('exec node server.cjs')
  watched.vigil.begin()
  const restart = watched.vigil.during(async () => watched.target.restart?.())
  await sleep(20)
  const standing = await watched.vigil.look({ missedAt: Date.now() })
  await restart
  assert.deepEqual(standing, { outages: [], suspects: 0 })
})

test('what ends before preflight is over is started again only afterwards, and nothing once the run is over', async () => {
  const watched = await launched('exec node server.cjs')
  await crash(watched)
  await sleep(300)
  assert.equal(watched.prepared(), 0)
  watched.vigil.begin()
  assert.equal((await watched.vigil.look({ missedAt: Date.now() })).outages.length, 1)
  assert.equal(watched.prepared(), 1)
  void watched.vigil.look({ missedAt: await crash(watched) })
  await end(watched)
  await assert.rejects(fetch(`${watched.config.baseUrl}`))
})

test('a target that Assay did not launch may come back after it was given up', { timeout: 60_000 }, async () => {
  const port = await freePort()
  const listen = () =>
    new Promise<ReturnType<typeof createServer>>((resolve) => {
      const one = createServer((_, response) => response.end()).listen(port, '127.0.0.1', () => resolve(one))
    })
  const config = await configOf({
    target: { name: 'Acme', roles: ['ServiceProvider'], baseUrl: `http://127.0.0.1:${port}` },
  })
  const watched = await watchedBy(config)
  watched.vigil.begin()
  const { lost } = await watched.vigil.look({ missedAt: Date.now() })
  assert.equal(lost, 'it has answered nobody for 30 s')
  const back = await listen()
  const standing = await watched.vigil.look({})
  assert.equal(standing.lost, undefined)
  assert.ok(standing.outages[0]?.to)
  back.close()
  back.closeAllConnections()
})
