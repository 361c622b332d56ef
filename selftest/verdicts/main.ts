import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { complain, exitCodes } from '../../harness/cli/complain.js'
import { ConfigError } from '../../harness/errors.js'
import { differences } from './compare.js'
import { type Run, runsFor } from './runs.js'
import { build, certify, commitOf, remove, type Side, unknownTo } from './side.js'

/** Exit code where a run could not be compared. */
const notCompared = 2
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())

/** Reads `A [B] [--quick]`. */
function readAsked(args: readonly string[]): {
  readonly revisions: readonly [string, string]
  readonly quick: boolean
} {
  const { positionals, values } = parsed(args)
  const [before, after = 'HEAD', ...more] = positionals
  if (before === undefined || more.length > 0)
    throw new ConfigError(
      'Name the commit before and the one after, or the one before alone: npm run verdicts -- A [B].',
    )
  return { revisions: [before, after], quick: values.quick ?? false }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { quick: { type: 'boolean' } } })
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error))
  }
}

/** What became of one run: how many differences, or that it was left out or could not be compared. */
type Came = number | 'left out' | 'not compared'

async function compareRun(run: Run, [before, after]: readonly [Side, Side]): Promise<Came> {
  for (const side of [before, after]) {
    const [unknown] = unknownTo(side, run)
    if (unknown === undefined) continue
    say(`${run.name}: left out, ${side.revision} does not know ${unknown}`)
    return 'left out'
  }
  // Both sides at once: what the machine is busy with meets them alike.
  const [was, is] = await Promise.allSettled([certify(before, run, stop.signal), certify(after, run, stop.signal)])
  if (stop.signal.aborted) return 'not compared'
  if (was.status === 'rejected' || is.status === 'rejected') {
    const why = [was, is].flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []))
    say(`${run.name} could not be compared: ${why.join('; ')}.`)
    return 'not compared'
  }
  const lines = differences(was.value, is.value)
  if (lines.length > 0) say([run.name, ...lines.map((line) => `  ${line}`)].join('\n'))
  return lines.length
}

async function compareAll(sides: readonly [Side, Side], quick: boolean): Promise<number> {
  const builds = await Promise.allSettled(sides.map((side) => build(side, stop.signal)))
  for (const one of builds) if (one.status === 'rejected') throw one.reason
  const came: Came[] = []
  for (const run of runsFor(quick)) if (!stop.signal.aborted) came.push(await compareRun(run, sides))
  if (stop.signal.aborted) {
    say('Interrupted: not everything was compared.')
    return exitCodes.interrupted
  }
  const counts = came.filter((one) => typeof one === 'number')
  say(`${counts.reduce((sum, one) => sum + one, 0)} differences over ${counts.length} runs`)
  return came.includes('not compared') ? notCompared : 0
}

async function main(): Promise<number> {
  const { revisions, quick } = readAsked(process.argv.slice(2))
  const commits = revisions.map(commitOf)
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'assay-verdicts-'))
  const side = (place: 0 | 1): Side => ({
    revision: revisions[place],
    commit: commits[place] ?? '',
    folder: join(folder, place === 0 ? 'before' : 'after'),
  })
  const sides = [side(0), side(1)] as const
  try {
    return await compareAll(sides, quick)
  } finally {
    for (const one of sides) remove(one)
    rmSync(folder, { recursive: true, force: true })
  }
}

process.exitCode = await main().catch(complain)
