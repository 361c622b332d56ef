import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { filesBelow, lockFile } from '../../harness/evidence/files.js'
import { evidencePath, readEvidence, writeEvidence } from '../../harness/evidence/store.js'
import { lockOut } from '../../harness/run/out-lock.js'
import { collectResults } from '../../harness/run/results.js'
import { assertOneSentence, compiled, hostileTarget, sandbox, targetFile } from '../stage/assay-command.js'
import { endedRun } from '../stage/report-folder.js'

const box = sandbox()
after(() => box.remove())

/** A new folder of the sandbox, and its lock. */
function folder(name: string) {
  const out = join(box.folder, name)
  mkdirSync(out)
  return { out, lock: join(out, lockFile) }
}

/** A process of Node that locks a folder and lives on. */
async function holderOf(out: string) {
  const script = `import { lockOut } from ${JSON.stringify(compiled('harness/run/out-lock.js'))}
    lockOut(${JSON.stringify(out)})
    console.log('locked')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

describe('the folder of a run', () => {
  it('is for one run at a time, and free when that is over', async () => {
    const { out } = folder('one')
    const unlock = lockOut(out)
    assert.deepEqual(filesBelow(out), [], 'no file of a report')
    const says = new RegExp(
      `another run \\(pid ${process.pid}\\) writes into ${out}: name another folder with --out\\.$`,
    )
    assert.throws(() => lockOut(out), { code: 'CONFIG_ERROR', message: says })
    const config = targetFile(box, 'grants.json', hostileTarget('grants-everything'))
    await assertOneSentence(
      box.start(['certify', '--config', config, '--out', out, '--json', '--only', 'audience.two']).ended,
      new RegExp(says.source, 'm'),
    )
    assert.deepEqual(readdirSync(out), [lockFile], 'the other run goes on')
    unlock()
    assert.deepEqual(readdirSync(out), [])
    lockOut(out)()
  })

  it('is taken over from a process that was killed, and not from one that lives', async () => {
    const { out, lock } = folder('killed')
    const holder = await holderOf(out)
    assert.throws(() => lockOut(out), new RegExp(`pid ${holder.pid}\\)`))
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    assert.ok(existsSync(lock))
    const unlock = lockOut(out)
    assert.throws(() => lockOut(out), new RegExp(`pid ${process.pid}\\)`))
    unlock()
    assert.deepEqual(readdirSync(out), [])
  })

  it('is not held by a process that has the pid of an earlier one, as the first of each container has', () => {
    const { out, lock } = folder('container')
    const unlock = lockOut(out)
    const held = JSON.parse(readFileSync(lock, 'utf8')) as object
    unlock()
    assert.ok('began' in held, 'this machine tells when a process began')
    writeFileSync(lock, JSON.stringify({ ...held, began: '1', id: 'earlier' }))
    lockOut(out)()
    assert.deepEqual(readdirSync(out), [])
  })

  it('is held by a run of another machine for as long as that shows that it lives', () => {
    const { out, lock } = folder('elsewhere')
    writeFileSync(lock, JSON.stringify({ pid: 1, host: 'runner-7', place: 'runner-7', id: 'x' }))
    assert.throws(
      () => lockOut(out),
      /another run \(pid 1 on runner-7\) writes into .*: name another folder with --out, or wait a minute/,
    )
    const before = new Date(Date.now() - 61_000)
    utimesSync(lock, before, before)
    lockOut(out)()
    // Somebody has opened it, and not written yet.
    writeFileSync(lock, '')
    assert.throws(() => lockOut(out), /another run writes into /)
    utimesSync(lock, before, before)
    lockOut(out)()
    assert.deepEqual(readdirSync(out), [])
  })
})

it('evidence that another run wrote into the folder is none of this one', () => {
  const { run, plan } = endedRun(2)
  after(() => rmSync(run.out, { recursive: true }))
  const [own, foreign] = plan.map(({ target, role, check }) => evidencePath(target, role, check.id))
  for (const [path, id] of [[own, run.id] as const, [foreign, 'another'] as const]) {
    const evidence = readEvidence(run.out, path as string)
    assert.ok(evidence)
    writeEvidence(run.out, { ...evidence, run: id })
  }
  const { results, exitCode } = collectResults(run, plan, { complete: true, interrupted: false })
  assert.deepEqual(
    results.checks.map(({ verdict }) => verdict),
    ['pass', 'harness-error'],
  )
  assert.match(results.checks[1]?.reason ?? '', /^Its evidence is of another run, which wrote into /)
  assert.notEqual(exitCode, 0)
})
