import assert from 'node:assert/strict'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Results } from '../../harness/contracts/results.js'
import {
  assertNothingLeft,
  assertPlain,
  compiled,
  type Ended,
  resultsIn,
  type Sandbox,
  sandbox,
} from '../stage/assay-command.js'
import { runOf, splitRun } from '../stage/run-sample.js'

let box: Sandbox
before(() => {
  box = sandbox()
})
after(() => box.remove())

const consumer = `exec ${process.execPath} ${compiled('harness/reference/main.js')} ServiceConsumer`

/** A target file of a launched ServiceConsumer, of which few checks say everything. */
function target(name: string, fault?: string, waivers?: readonly object[]): string {
  if (waivers) box.write(`${name}.waivers.json`, JSON.stringify(waivers))
  const file = {
    target: { name: 'Acme', roles: ['ServiceConsumer'] },
    launch: { command: consumer, ...(fault && { env: { ASSAY_FAULT: fault } }) },
    trigger: { url: '$' + '{ASSAY_BASE_URL}/trigger' },
    ...(waivers && { waivers: `./${name}.waivers.json` }),
  }
  return box.write(`${name}.json`, JSON.stringify(file))
}

const certify = (out: string, config: string, ...more: readonly string[]): Promise<Ended> =>
  box.start(['certify', '--config', config, '--profile', 'quick', '--workers', '1', '--out', out, ...more]).ended

const fault = 'follows-told-audience'
const failing = ({ checks }: Results) => checks.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
const results = (out: string): Results => resultsIn(join(box.folder, out)) as Results
const waiver = (id: string) => ({
  ...{ id, reason: 'Mended in 2.4.', owner: 'platform team' },
  ...{ link: 'https://issues.example/41', expires: '2099-12-31' },
})

describe('the gate of the command', () => {
  test('fails on what got worse than the baseline, and on nothing else', async () => {
    const [sound, faulty] = await Promise.all([
      certify('sound', target('sound')),
      certify('faulty', target('faulty', fault)),
    ])
    assert.deepEqual([sound.code, faulty.code], [0, 1], sound.stderr + faulty.stderr)
    const broken = failing(results('faulty'))
    assert.ok(broken.length > 0)

    const [worse, known, better, less] = await Promise.all([
      certify('worse', 'faulty.json', '--baseline', 'sound'),
      certify('known', 'faulty.json', '--baseline', join('faulty', 'results.json')),
      certify('better', 'sound.json', '--baseline', 'faulty'),
      certify('less', 'sound.json', '--baseline', 'sound', '--only', broken[0] ?? ''),
    ])
    assert.deepEqual(
      [worse, known, better, less].map(({ code }) => code),
      [1, 0, 0, 1],
    )
    const changed = (out: string, kind: 'newlyFailing' | 'newlyPassing' | 'failing') =>
      results(out)
        .baseline?.[kind].map(({ id }) => id)
        .sort()
    assert.deepEqual(changed('worse', 'newlyFailing'), [...broken].sort())
    assert.deepEqual(changed('known', 'failing'), [...broken].sort())
    assert.deepEqual(changed('better', 'newlyPassing'), [...broken].sort())
    assert.ok((results('less').baseline?.lostCoverage.length ?? 0) > 5)
    assert.equal(results('known').gate, 'pass')
    assert.equal(results('known').targets[0]?.roles[0]?.verdict, 'not-certified')
    await assertNothingLeft(box)
  })

  test('tolerates what is waived, and no waiver that is needless', async () => {
    const broken = failing(results('faulty'))
    const [waived, needless] = await Promise.all([
      certify('waived', target('waived', fault, broken.map(waiver))),
      certify('needless', target('needless', undefined, [waiver(broken[0] ?? '')])),
    ])
    assert.equal(waived.code, 0, waived.stderr)
    assert.deepEqual(
      results('waived')
        .checks.filter(({ verdict }) => verdict === 'waived')
        .map(({ id }) => id)
        .sort(),
      [...broken].sort(),
    )
    assert.match(waived.stdout, /✕ Fails, waived/)
    assert.match(waived.stdout, /✕ Not certified/)
    assert.equal(needless.code, 1)
    assert.match(needless.stdout, /The gate fails\. The waiver of .* is needless/)
    assert.equal((await box.start(['verify', 'waived']).ended).code, 0)
  })
})

describe('what the gate cannot be computed with', () => {
  const refused = async (ended: Promise<Ended>, says: RegExp) => {
    const { code, stderr } = await ended
    assert.equal(code, 3, stderr)
    assert.match(stderr, says)
    assert.match(stderr, /^assay: [^\n]*\n$/)
    assertPlain(stderr)
    assert.equal(existsSync(join(box.folder, 'out')), false)
  }
  const kept = (name: string, run: Results): string => {
    mkdirSync(join(box.folder, name))
    writeFileSync(join(box.folder, name, 'results.json'), JSON.stringify(run))
    return name
  }

  test('is reported before anything is started', async () => {
    const config = target('plain')
    const whole = runOf(['pass', 'pass'])
    mkdirSync(join(box.folder, 'nothing'))
    const rows: readonly (readonly [readonly string[], RegExp])[] = [
      [['--baseline', 'nowhere'], /nowhere does not exist/],
      [['--baseline', 'nothing'], /--baseline nothing holds no results\.json/],
      [['--baseline', box.write('cut.json', '{"version": 1, "run": {')], /cut\.json is no JSON, or was cut short/],
      [['--baseline', kept('other', runOf(['pass'], { target: 'Beta' }))], /is about Beta, not about Acme\./],
      [['--baseline', kept('short', { ...whole, complete: false })], /was cut short: it takes a complete one\./],
      [['--baseline', kept('part', splitRun(whole, 2)[0] as Results)], /is shard 1\/2 of a run: merge the shards/],
      [['--shard', '0/2'], /--shard.*for example 2\/4\./],
    ]
    for (const [flags, says] of rows) await refused(certify('out', config, ...flags), says)
    const unknown = target('unknown', undefined, [waiver('replay.paralel')])
    await refused(
      certify('out', unknown),
      /unknown\.waivers\.json:1:\d+: \[0\]\.id is "replay\.paralel", which names no check of ServiceConsumer/,
    )
    const rule = target('rule', undefined, [waiver('JWT-JTI')])
    await refused(
      certify('out', rule),
      /"JWT-JTI", which names no check of ServiceConsumer; waive those of its checks that fail: /,
    )
    const elsewhere = box.write(
      'elsewhere.json',
      JSON.stringify({ target: { name: 'Acme', roles: ['ServiceProvider'], baseUrl: 'http://127.0.0.1:1' } }),
    )
    await refused(
      certify('out', elsewhere, '--shard', '1/2'),
      /--shard needs a target that Assay launches: give "Acme" a launch\.command/,
    )
  })
})
