import assert from 'node:assert/strict'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parse } from 'yaml'
import type { Results } from '../../harness/contracts/results.js'
import { assertNothingLeft, compiled, type Ended, resultsIn, type Sandbox, sandbox } from '../stage/assay-command.js'

/** A Job of `examples/kubernetes`, as far as it is tried here. */
interface Job {
  readonly kind: string
  readonly spec: {
    readonly completionMode?: string
    readonly completions?: number
    readonly parallelism?: number
    readonly template: { readonly spec: { readonly containers: readonly Container[] } }
  }
}

interface Container {
  readonly image: string
  readonly command: readonly string[]
  readonly args: readonly [string]
  readonly env: readonly { readonly name: string; readonly value?: string }[]
}

const jobNamed = (name: string): Job => parse(readFileSync(`examples/kubernetes/${name}.yaml`, 'utf8')) as Job
const containerOf = ({ spec }: Job): Container => spec.template.spec.containers[0] as Container
const scriptOf = (job: Job): string => containerOf(job).args[0]

describe('the manifests for Kubernetes', () => {
  const names = readdirSync('examples/kubernetes').flatMap((file) => /^(.*)\.yaml$/.exec(file)?.[1] ?? [])
  for (const name of names)
    test(`${name} names every variable that its script reads`, () => {
      const job = jobNamed(name)
      const container = containerOf(job)
      assert.equal(job.kind, 'Job')
      assert.deepEqual(container.command, ['/bin/sh', '-euc'])
      const given = new Set([...container.env.map((one) => one.name), 'JOB_COMPLETION_INDEX', 'out'])
      for (const [, variable = ''] of scriptOf(job).matchAll(/\b([A-Z][A-Z_]+|out)\b(?=["/}) ]|$)/gm))
        assert.ok(given.has(variable), variable)
      assert.equal(job.spec.completionMode, /JOB_COMPLETION_INDEX/.test(scriptOf(job)) ? 'Indexed' : undefined)
    })

  test('shards has as many pods as there are shards', () => {
    const job = jobNamed('shards')
    const shards = containerOf(job).env.find(({ name }) => name === 'SHARDS')?.value
    assert.equal(shards, String(job.spec.completions))
  })
})

/** Participants of the fleet: some break a rule, one cannot be started. */
const size = 8
const faults: Readonly<Record<number, string>> = { 1: 'follows-told-audience', 4: 'follows-told-audience' }
const broken = 6
const nameOf = (index: number): string => `participant-${String(index).padStart(2, '0')}`

describe('a fleet of launched targets', () => {
  let box: Sandbox
  const at = (...path: readonly string[]): string => join(box.folder, ...path)
  before(() => {
    box = sandbox()
    mkdirSync(at('targets'))
    mkdirSync(at('bin'))
    // A command as it is on the path of the image; what is certified is kept small.
    const assay = `exec ${process.execPath} ${compiled('harness/cli/main.js')} "$@"`
    box.write('bin/assay', `#!/bin/sh\n[ "$1" = certify ] && set -- "$@" --profile quick --workers 1\n${assay}\n`)
    chmodSync(at('bin/assay'), 0o755)
    const consumer = `exec ${process.execPath} ${compiled('harness/reference/main.js')} ServiceConsumer`
    for (let index = 0; index < size; index += 1) {
      const env = { ASSAY_FAULT: faults[index] ?? '' }
      const file = {
        target: { name: nameOf(index), roles: ['ServiceConsumer'] },
        launch: { command: index === broken ? 'exit 7' : consumer, ...(index in faults && { env }) },
        trigger: { url: '$' + '{ASSAY_BASE_URL}/trigger' },
      }
      box.write(`targets/${nameOf(index)}.yaml`, JSON.stringify(file))
    }
  })
  after(() => box.remove())

  const run = (name: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
    box.startShell(scriptOf(jobNamed(name)), {
      env: { PATH: `${at('bin')}:${process.env.PATH}`, TARGETS: at('targets'), RESULTS: at('results'), ...env },
    }).ended

  test('becomes one page, with a row for each and the trend over its runs', async () => {
    const { parallelism = 1, completions = 0 } = jobNamed('fleet').spec
    assert.ok(completions >= size, 'there is an index for each')
    const left = Array.from({ length: size }, (_, index) => index)
    const pod = async (): Promise<void> => {
      for (let index = left.shift(); index !== undefined; index = left.shift()) {
        const { code, stderr } = await run('fleet', { RUN: 'night-2', JOB_COMPLETION_INDEX: String(index) })
        assert.equal(code, 0, stderr)
      }
    }
    await Promise.all(Array.from({ length: parallelism }, pod))
    await assertNothingLeft(box)

    const first = await run('fleet-overview')
    assert.equal(first.code, 1, first.stderr)
    const lines = first.stdout.split('\n').slice(0, size)
    const ends = (text: string) => lines.filter((line) => line.includes(text)).length
    assert.equal(ends(': Not certified as ServiceConsumer'), 2)
    assert.equal(ends(': no results. '), 1)
    assert.equal(ends(': Certified as ServiceConsumer'), size - 3)

    nightBefore()
    const second = await run('fleet-overview')
    assert.equal(second.code, 1)
    const page = readFileSync(at('results/overview.html'), 'utf8')
    const rows = /<section id="participants".*?<\/section>/s.exec(page)?.[0].match(/<tr>/g)?.length
    assert.equal(rows, 1 + size)
    for (const night of ['night-1', 'night-2'])
      for (let index = 0; index < size; index += 1) {
        const link = `./${night}/${nameOf(index)}/index.html`
        assert.equal(page.includes(`href="${link}"`), existsSync(at('results', link)), link)
      }
    assert.match(page, /Since the run before.*participant-04.*Newly failing/s)
  })

  test('refuses an index for which there is no target file', async () => {
    const beyond = await run('fleet', { RUN: 'night-3', JOB_COMPLETION_INDEX: String(size) })
    assert.notEqual(beyond.code, 0)
    assert.ok(!existsSync(at('results/night-3')))
  })

  /** The same runs a day earlier, when nobody broke a rule. */
  function nightBefore(): void {
    cpSync(at('results/night-2'), at('results/night-1'), { recursive: true })
    for (const name of readdirSync(at('results/night-1'))) {
      const results = resultsIn(at('results/night-1', name))
      if (!results) continue
      const sound: Results = {
        ...results,
        run: { ...results.run, id: `${results.run.id}-1`, startedAt: '2026-01-01T00:00:00.000Z' },
        checks: results.checks.map((check) => (check.verdict === 'fail' ? { ...check, verdict: 'pass' } : check)),
      }
      writeFileSync(at('results/night-1', name, 'results.json'), JSON.stringify(sound))
    }
  }
})
