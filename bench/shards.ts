import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Results } from '../harness/contracts/results.js'
import { packageFile } from '../harness/run/version.js'
import { largeSample, sample, writeSample } from '../selftest/reports/reports-sample.js'
import { splitRun } from '../selftest/stage/run-sample.js'
import { median } from './measure.js'

/** What merging the shards of a run costs, from the start of the command to its end, with every view of the merged run. */
const times = Number(process.argv[2] ?? 3)
const count = 20
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** A run of about 1,000 checks with its evidence; what the sample leaves out is left out of the results too. */
async function keepRun(): Promise<Results> {
  const results = largeSample(sample(3), 250)
  mkdirSync(join(folder, 'run'))
  await writeSample(join(folder, 'run'), results)
  const checks = results.checks.map(({ evidence, ...check }) =>
    evidence !== undefined && existsSync(join(folder, 'run', evidence)) ? { ...check, evidence } : check,
  )
  return { ...results, checks }
}

function keepShard(results: Results, index: number): string {
  const out = join(folder, `shard-${index + 1}`)
  for (const { evidence } of results.checks)
    if (evidence !== undefined) cpSync(join(folder, 'run', evidence), join(out, evidence))
  writeFileSync(join(out, 'results.json'), JSON.stringify(results))
  return out
}

const run = await keepRun()
const shards = splitRun(run, count).map(keepShard)
const command = [packageFile('harness/cli/main.js'), 'report', ...shards, '--out', join(folder, 'merged')]
const figures: number[] = []
for (let index = 0; index < times; index++) {
  const started = performance.now()
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' })
  figures.push(performance.now() - started)
  if (status !== 1 && status !== 4) throw new Error(`The shards were not merged: ${stderr}`)
}
rmSync(folder, { recursive: true })
say(`${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}, medians of ${times}`)
say(`merging ${count} shards of ${run.checks.length} checks: ${(median(figures) / 1000).toFixed(2)} s (aim: under 3 s)`)
