import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { compiled, type Ended, type RunningCommand, sandbox } from '../stage/assay-command.js'

// `npm run verdicts` in a clone whose Assay is a few lines that write the results that its commit says.

const box = sandbox()
after(() => box.remove())
const clone = join(box.folder, 'clone')

const setUp = `import { existsSync } from 'node:fs'
if (existsSync('broken')) { console.error('It does not compile.'); process.exit(4) }
if (existsSync('slow')) { console.error('at work'); setTimeout(() => {}, 60_000) }
`
const assay = `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
const args = process.argv.slice(2)
if (args[0] === 'list') {
  console.log(JSON.stringify({ checks: [{ id: 'audience.two', role: 'ServiceProvider', profile: 'quick', detects: [] }] }))
} else {
  const out = args[args.indexOf('--out') + 1]
  const [verdict, kind] = readFileSync('says', 'utf8').split(' ')
  if (verdict === 'dies') { console.error('The disk is full.'); process.exit(4) }
  mkdirSync(out)
  writeFileSync(join(out, 'one.json'), JSON.stringify({ facts: [{ kind }, { kind }] }))
  const check = { id: 'audience.two', target: 'one', role: 'ServiceProvider', level: 'must', verdict, evidence: 'one.json' }
  writeFileSync(join(out, 'results.json'), JSON.stringify({ complete: true, checks: [check] }))
}
`

const git = (...args: readonly string[]): string => {
  const who = ['-c', 'user.name=somebody', '-c', 'user.email=somebody@example.org', '-c', 'commit.gpgsign=false']
  return execFileSync('git', [...who, ...args], { cwd: clone, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
const write = (files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(clone, name, '..'), { recursive: true })
    writeFileSync(join(clone, name), text)
  }
}
/** Commits the working tree with these files as a tag. */
const commit = (tag: string, files: Readonly<Record<string, string>>): void => {
  write(files)
  git('add', '--all')
  git('commit', '--quiet', '--message', tag)
  git('tag', tag)
}

const start = (...args: readonly string[]): RunningCommand =>
  box.startNode([compiled('selftest/verdicts/main.js'), ...args], { cwd: clone })
const run = (...args: readonly string[]): Promise<Ended> => start(...args).ended

/** Asserts that no work tree and no folder is left. */
function assertTidy(): void {
  assert.equal(git('worktree', 'list').trim().split('\n').length, 1)
  assert.deepEqual(readdirSync(join(box.folder, 'tmp')), [])
}

const hasGit = spawnSync('git', ['--version']).status === 0

describe('the comparison of two commits', { skip: hasGit ? false : 'missing on this machine: git' }, () => {
  before(() => {
    mkdirSync(clone)
    git('init', '--quiet')
    const files = { 'package.json': '{"type":"module"}', 'tools/setup.mjs': setUp, 'dist/harness/cli/main.js': assay }
    commit('passes', { ...files, says: 'pass control' })
    commit('fails', { says: 'fail control' })
    commit('dies', { says: 'dies' })
    commit('broken', { broken: '' })
    rmSync(join(clone, 'broken'))
    commit('slow', { slow: '' })
    write({ says: 'pass refusal' })
  })

  test('prints nothing but the count where both say the same', async () => {
    const { code, stdout, stderr } = await run('passes', 'passes')
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^passes \(\w+\) and passes \(\w+\): 2 verdicts of 2 runs compared, 0 differ \(\d+ s\)\n$/)
    assertTidy()
  })

  test('prints what differs, which is no failure', async () => {
    const { code, stdout, stderr } = await run('passes', 'fails', '--quick')
    assert.equal(code, 0, stderr)
    const [title, line, where, last] = stdout.split('\n')
    assert.deepEqual(
      [title, line, where],
      ['Changed (1)', '  audience.two: pass → fail (must)', '      ServiceProvider'],
    )
    assert.match(String(last), /1 verdicts of 1 runs compared, 1 differ/)
    assertTidy()
  })

  test('takes the working tree as it is for the other side', async () => {
    const { code, stdout, stderr } = await run('passes', '--quick')
    assert.equal(code, 0, stderr)
    assert.match(stdout, /audience\.two: pass as before \(must\), facts: control → refusal\n/)
    assert.match(stdout, /^passes \(\w+\) and the working tree: /m)
  })

  test('says what could not be run', async () => {
    const died = await run('passes', 'dies', '--quick')
    assert.equal(died.code, 2)
    assert.match(
      died.stdout,
      /^the seven references could not be run at dies \(\w+\): no results are there; it ends with 4: The disk is full\.\n/,
    )
    assert.match(died.stdout, /; 1 runs of a side could not be made \(/)
    const broken = await run('broken', 'passes')
    assert.equal(broken.code, 2)
    assert.equal(broken.stdout, 'broken cannot be built: `node tools/setup.mjs` ends with 4: It does not compile.\n')
    assertTidy()
  })

  for (const [args, says] of [
    [['passes~1'], /^assay: There is no commit passes~1 here: git knows no such revision; .*\n$/],
    [['--upload-pack'], /^assay: Unknown option '--upload-pack'.*npm run verdicts -- A \[B\].*\n$/],
    [[], /^assay: It takes one revision or two: .*\n$/],
    [['a', 'b', 'c'], /^assay: It takes one revision or two: .*\n$/],
  ] as const)
    test(`asks for what it can compare: ${args.join(' ') || 'nothing'}`, async () => {
      const { code, stderr } = await run(...args)
      assert.equal(code, 3)
      assert.match(stderr, says)
      assertTidy()
    })

  test('says that a shallow clone lacks the commit', async () => {
    const shallow = join(box.folder, 'shallow')
    git('clone', '--quiet', '--depth', '1', `file://${clone}`, shallow)
    const { code, stderr } = await box.startNode([compiled('selftest/verdicts/main.js'), 'HEAD~1'], { cwd: shallow })
      .ended
    assert.equal(code, 3)
    assert.match(
      stderr,
      /^assay: There is no commit HEAD~1 here: the clone is a shallow one, and `git fetch --unshallow` brings the rest\.\n$/,
    )
  })

  test('takes its work trees away when it is interrupted, and ends what runs there', async () => {
    const { child, ended } = start('passes', 'slow')
    for (let tries = 0; tries < 100 && !box.processes().some(({ command }) => /setup\.mjs/.test(command)); tries += 1)
      await sleep(50)
    child.kill('SIGINT')
    const { code, stdout } = await ended
    assert.equal(code, 130)
    assert.match(stdout, /Interrupted; the work trees are gone\.\n$/)
    assertTidy()
    assert.deepEqual(box.processes(), [])
  })
})
