import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Results } from '../../harness/contracts/results.js'
import { viewFiles } from '../../harness/evidence/files.js'
import { evidenceOfPair } from '../reports/evidence-sample.js'
import { assertPlain, type Ended, resultsIn, type Sandbox, sandbox } from '../stage/assay-command.js'
import { runOf, splitRun } from '../stage/run-sample.js'

let box: Sandbox
before(() => {
  box = sandbox()
})
after(() => box.remove())
afterEach(() => {
  for (const name of readdirSync(box.folder)) if (name !== 'tmp') rmSync(join(box.folder, name), { recursive: true })
})

const report = (...args: readonly string[]): Promise<Ended> => box.start(['report', ...args]).ended
const at = (...path: readonly string[]): string => join(box.folder, ...path)

/** A folder as `assay certify` leaves it, views and attestation apart. */
function keep(name: string, results: Results): string {
  mkdirSync(at(name), { recursive: true })
  writeFileSync(at(name, 'results.json'), `${JSON.stringify(results, null, 1)}\n`)
  for (const check of results.checks) {
    if (check.evidence === undefined) continue
    const file = at(name, check.evidence)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(evidenceOfPair(check, check.verdict === 'fail' ? 200 : 400)))
  }
  return name
}

/** A folder as a run leaves it that came to no results. */
function empty(name: string): string {
  mkdirSync(at(name), { recursive: true })
  return name
}

/** Every file below a folder with its digest. */
const digests = (name: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(at(name), { recursive: true, encoding: 'utf8' })
      .filter((file) => statSync(at(name, file)).isFile())
      .map(
        (file) =>
          [
            file,
            createHash('sha256')
              .update(readFileSync(at(name, file)))
              .digest('hex'),
          ] as const,
      )
      .sort(),
  )

const run = runOf(['pass', 'fail', 'pass', 'pass'])
const sound = runOf(['pass', 'pass', 'pass', 'pass'])
const shards = (results: Results, count: number): readonly string[] =>
  splitRun(results, count).map((one, index) => keep(`shard-${index + 1}`, one))

describe('assay report of one run', () => {
  test('rebuilds every view from the results and the evidence, the same each time', async () => {
    keep('run', run)
    const { code, stdout, stderr } = await report('run')
    assert.equal(code, 1, stderr)
    assert.match(stdout, /Not certified/)
    const first = digests('run')
    for (const name of viewFiles) rmSync(at('run', name))
    assert.equal((await report('run/results.json')).code, 1)
    assert.deepEqual(digests('run'), first)
  })

  test('exits as the gate says', async () => {
    assert.equal((await report(keep('sound', sound))).code, 0)
    assert.equal((await report(keep('open', runOf(['pass', 'not-testable'])))).code, 2)
    assert.equal((await report(keep('cut', { ...sound, complete: false }))).code, 2)
  })

  test('leaves the run alone where it is rebuilt in another folder, and takes nothing along from a report before it', async () => {
    keep('run', run)
    const before = digests('run')
    keep('out', runOf(['pass', 'pass', 'pass', 'pass', 'pass']))
    assert.equal((await report('run', '--out', 'out')).code, 1)
    assert.deepEqual(digests('run'), before)
    assert.deepEqual(resultsIn(at('out')), run)
    assert.equal(existsSync(at('out', 'evidence/acme/ServiceProvider/check.4.json')), false)
    for (const name of viewFiles) assert.ok(existsSync(at('out', name)), name)
  })

  test('takes pictures along', async () => {
    keep('run', run)
    mkdirSync(at('run/evidence/acme/ServiceProvider/check.0'))
    writeFileSync(at('run/evidence/acme/ServiceProvider/check.0/1.png'), 'png')
    await report('run', '--out', 'out')
    assert.equal(readFileSync(at('out/evidence/acme/ServiceProvider/check.0/1.png'), 'utf8'), 'png')
  })
})

describe('assay report of shards', () => {
  test('merges them with their evidence, and attests what it wrote', async () => {
    const { code, stderr } = await report(...shards(run, 3))
    assert.equal(code, 1, stderr)
    const merged = resultsIn(at('assay-report'))
    assert.deepEqual(
      merged?.checks.map(({ verdict }) => verdict),
      ['pass', 'fail', 'pass', 'pass'],
    )
    for (const { evidence = '' } of merged?.checks ?? []) assert.ok(existsSync(at('assay-report', evidence)), evidence)
    assert.ok(existsSync(at('assay-report/attestation.json')))
  })

  test('says what is missing, and certifies nobody without it', async () => {
    const [one = '', two = ''] = shards(sound, 3)
    const { code, stderr, stdout } = await report(one, two, empty('lost'), '--out', 'out')
    assert.equal(code, 2)
    assert.equal(stderr, 'assay: lost: The run came to no results.\n')
    assert.match(stdout, /Not fully verified.*2 of 3 shards are here/s)
    assert.equal(resultsIn(at('out'))?.complete, false)
  })
})

describe('assay report of many runs', () => {
  test('makes an overview that links to the report of each, and merges shards on the way', async () => {
    const parts = shards(runOf(['pass', 'pass'], { target: 'Beta', id: 'beta' }), 2)
    await report(keep('acme run', run))
    const { code, stdout, stderr } = await report('acme run', ...parts, '--out', 'all')
    assert.equal(code, 1, stderr)
    assert.match(stdout, /^Acme: Not certified.*\nBeta: Certified/)
    const page = readFileSync(at('all/overview.html'), 'utf8')
    for (const link of ['./../acme%20run/index.html', './merged-beta/index.html']) {
      assert.ok(page.includes(`href="${link}"`), link)
      assert.ok(existsSync(at('all', decodeURIComponent(link))), link)
    }
    const again = await report('acme run', ...parts, 'all/merged-beta', '--out', 'all')
    assert.equal(again.stdout, stdout, 'what was merged before is no further run')
  })

  test('has a row for a run that came to no results, and is not passed by it', async () => {
    keep('one', sound)
    keep('two', runOf(['pass'], { target: 'Beta', id: 'beta' }))
    assert.equal((await report('one', 'two', '--out', 'all')).code, 0)
    const { code, stdout } = await report('one', 'two', empty('three'), '--out', 'all')
    assert.equal(code, 2)
    assert.match(stdout, /^three: no results\./m)
    keep('three', { ...sound, complete: false, targets: [], checks: [], requirements: [] })
    assert.match(
      (await report('one', 'two', 'three', '--out', 'all')).stdout,
      /^three: no results\. The run was ended/m,
    )
  })

  test('exits by the last run of each', async () => {
    keep('old', runOf(['fail'], { id: 'old', startedAt: '2026-11-18T12:00:00.000Z' }))
    keep('new', runOf(['pass'], { id: 'new', startedAt: '2026-11-19T12:00:00.000Z' }))
    assert.equal((await report('old', 'new')).code, 0)
  })

  test('is not passed by a run that came to nothing since the target is to be mended', async () => {
    const [target] = sound.targets as [Results['targets'][number]]
    const blocked = [{ role: 'ServiceProvider', sentence: 'GET /service serves nobody.' }] as const
    const nothing = runOf(['not-testable'], { target: 'Beta', id: 'beta' })
    keep('one', sound)
    keep('two', { ...nothing, targets: [{ ...target, name: 'Beta', blocked }] })
    assert.equal((await report('one', 'two')).code, 3)
  })
})

/** What is wrong with what lies at `bad`, and what is said. */
const bad: Readonly<Record<string, readonly [make: () => readonly string[], says: RegExp]>> = {
  'a path that is not there': [() => ['nowhere'], /nowhere does not exist: name a results\.json/],
  'a folder without results': [
    () => [empty('empty')],
    /There are no results in empty: name the folders of runs that came to an end\./,
  ],
  'results that were cut short': [
    () => {
      keep('run', run)
      writeFileSync(at('run/results.json'), readFileSync(at('run/results.json')).subarray(0, 5_000))
      return ['run']
    },
    /run\/results\.json is no JSON, or was cut short/,
  ],
  'a file of something else': [
    () => [box.write('package.json', '{"name":"a"}')],
    /package\.json is no results file of version 1 \(.*\): name one that `assay certify` wrote\./,
  ],
  'results of a later version': [
    () => [keep('run', { ...run, version: 2 } as unknown as Results)],
    /run\/results\.json is no results file of version 1 \(\/version /,
  ],
  'a time that is none': [
    () => [keep('run', { ...run, run: { ...run.run, finishedAt: 'soon' } })],
    /\/run\/finishedAt must be a time/,
  ],
  'a check that stands twice': [
    () => [keep('run', { ...run, checks: [...run.checks, ...run.checks.slice(0, 1)] })],
    /\/checks holds 1 of them twice/,
  ],
  'evidence that is missing': [
    () => {
      keep('run', run)
      for (const number of [1, 2]) rmSync(at(`run/evidence/acme/ServiceProvider/check.${number}.json`))
      return ['run']
    },
    /check\.1\.json is missing, and 1 more files of evidence: fetch the whole folder of the run\./,
  ],
  'evidence outside its folder': [
    () => {
      keep('run', run)
      const checks = run.checks.map((check) => ({ ...check, evidence: '../secret.json' }))
      writeFileSync(at('run/results.json'), JSON.stringify({ ...run, checks }))
      return ['run', '--out', 'out']
    },
    /"\.\.\/secret\.json" is no place for evidence\./,
  ],
  'evidence that is a link to elsewhere': [
    () => {
      keep('run', run)
      const file = at('run/evidence/acme/ServiceProvider/check.0.json')
      rmSync(file)
      symlinkSync(box.write('secret.json', '{}'), file)
      return ['run', '--out', 'out']
    },
    /check\.0\.json is missing/,
  ],
  'the same run twice': [
    () => [keep('one', run), keep('two', run)],
    /one\/results\.json and two\/results\.json are results of the same run: name one of them\./,
  ],
  'shards of two versions': [
    () => {
      const [one, two] = splitRun(run, 2) as [Results, Results]
      return [keep('one', one), keep('two', { ...two, suite: { ...two.suite, version: '9.9.9' } })]
    },
    /no shards of one run: they differ in the version of Assay\. Merge those of one run only\./,
  ],
  'a shard twice': [
    () => {
      const [one = ''] = shards(run, 2)
      return [one, keep('copy', JSON.parse(readFileSync(at(one, 'results.json'), 'utf8')) as Results)]
    },
    /are both shard 1\/2: name one of them\./,
  ],
  'a shard that there cannot be': [
    () => [keep('run', { ...run, run: { ...run.run, shard: '5/4' } })],
    /calls itself shard 5\/4, which there cannot be\./,
  ],
  'a shard whose folder is to be written': [
    () => [...shards(run, 2), '--out', 'shard-1'],
    /shard-1 is the folder of shard 1\/2: name another, so that the shard is kept\./,
  ],
  'a key that cannot be read': [
    () => [keep('run', run), '--sign-key', box.write('key.pem', 'no key')],
    /--sign-key .*key\.pem holds no key that is taken here/,
  ],
  'a folder that cannot be written': [
    () => [...shards(run, 2), '--out', join(box.write('file', ''), 'below')],
    /file\/below cannot be written: a part of that path is a file, not a folder\./,
  ],
}

describe('assay report of what it cannot use', () => {
  for (const [title, [make, says]] of Object.entries(bad))
    test(`says in a sentence that there is ${title}, and overwrites nothing`, async () => {
      const args = make()
      keep('assay-report', sound)
      writeFileSync(at('assay-report/index.html'), 'the report before')
      const before = digests('.')
      const { code, stderr, stdout } = await report(...args)
      assert.equal(code, 3, `${stdout}${stderr}`)
      assert.match(stderr, says)
      assert.match(stderr, /^assay: [^\n]*\n$/)
      assertPlain(stderr)
      assert.deepEqual(digests('.'), before)
    })

  test('writes all or nothing where it is interrupted', async () => {
    const parts = shards(run, 3)
    for (const wait of [150, 250, 350]) {
      rmSync(at('out'), { recursive: true, force: true })
      const command = box.start(['report', ...parts, '--out', 'out'])
      await sleep(wait)
      command.child.kill('SIGINT')
      const { code } = await command.ended
      if (!existsSync(at('out'))) {
        assert.notEqual(code, 1)
        continue
      }
      // Also where the wish to stop came when all was written.
      assert.equal(resultsIn(at('out'))?.checks.length, 4, `exit code ${code}`)
      const files = Object.keys(digests('out'))
      for (const file of ['index.html', 'junit.xml', 'attestation.json']) assert.ok(files.includes(file), file)
      for (const file of files) assert.doesNotMatch(file, /part$|tmp$/)
    }
  })
})
