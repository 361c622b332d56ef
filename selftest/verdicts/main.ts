import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { complain, exitCodes } from '../../harness/cli/complain.js'
import { type Asked, readAsked } from './asked.js'
import { certify } from './certify.js'
import { compare, type Difference, type Judged } from './compare.js'
import { NotRun } from './not-run.js'
import { type Listed, type Run, runsOf } from './plan.js'
import { report } from './report.js'
import { listOf, openTrees, type Tree, type Trees } from './trees.js'

// `npm run verdicts -- A [B] [--quick]`: what an unchanged target would hear differently from two commits.

/** Something could not be compared. */
const notCompared = 2
const began = Date.now()
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const progress = (line: string): void =>
  void process.stderr.write(`${Math.round((Date.now() - began) / 1000)} s: ${line}\n`)

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())

/** Both sides of something. */
interface Sides<T> {
  readonly before: T
  readonly after: T
}

/** Builds what has to be built; the working tree is what the set-up of this very command has compiled. */
async function build(trees: Trees, { before, after }: Asked): Promise<Sides<Tree>> {
  const root = process.cwd()
  const [earlier, later] = [await trees.commitOf(before), after === undefined ? undefined : await trees.commitOf(after)]
  progress(`building ${before}${after === undefined ? '' : ` and ${after}`}`)
  const built = async (side: string, revision: string, commit: string): Promise<Tree> => {
    const tree = await trees.build(side, commit).catch((error: unknown) => {
      throw error instanceof NotRun ? new NotRun(`${revision} cannot be built: ${error.message}`) : error
    })
    return { ...tree, name: tree.name.startsWith(revision) ? revision : `${revision} (${tree.name})` }
  }
  const [one, other] = await Promise.all([
    built('before', before, earlier),
    later === undefined ? { folder: root, name: 'the working tree' } : built('after', String(after), later),
  ])
  return { before: one, after: other }
}

/** What came of one run at both sides. */
type Outcome = { readonly judged: number; readonly found: readonly Difference[] } | { readonly not: readonly string[] }

/** Makes a run at both sides, one after the other where it uses every core by itself. */
async function play(run: Run, sides: Sides<Tree>, folder: string, number: number): Promise<Outcome> {
  const at = (side: 'before' | 'after'): Promise<readonly Judged[] | string> =>
    certify(sides[side], run, side, join(folder, `${number}-${side}`), stop.signal).catch((error: unknown) => {
      if (error instanceof NotRun) return `${run.name} could not be run at ${sides[side].name}: ${error.message}`
      throw error
    })
  const first = await at('before')
  const second = await at('after')
  if (!stop.signal.aborted) progress(run.name)
  if (typeof first === 'string' || typeof second === 'string')
    return { not: [first, second].filter((one) => typeof one === 'string') }
  return { judged: Math.max(first.length, second.length), found: compare(first, second) }
}

/** Whole runs one after the other, then the others, as many at a time as there are cores. */
async function playAll(runs: readonly Run[], sides: Sides<Tree>, folder: string): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  const work = async (queue: Run[]): Promise<void> => {
    for (let run = queue.shift(); run !== undefined && !stop.signal.aborted; run = queue.shift())
      outcomes.push(await play(run, sides, folder, runs.indexOf(run)))
  }
  await work(runs.filter(({ alone }) => alone))
  const others = runs.filter(({ alone }) => !alone)
  await Promise.all(Array.from({ length: availableParallelism() }, () => work(others)))
  return outcomes
}

/** Faults that one side alone knows, which no run can compare. */
function strangers(lists: Sides<readonly Listed[]>): readonly string[] {
  const named = (list: readonly Listed[]) => new Set(list.flatMap(({ detects }) => detects))
  const [one, other] = [named(lists.before), named(lists.after)]
  return [...[...one].filter((name) => !other.has(name)), ...[...other].filter((name) => !one.has(name))].sort()
}

async function run(trees: Trees, asked: Asked): Promise<number> {
  const sides = await build(trees, asked)
  const lists = { before: await listOf(sides.before, stop.signal), after: await listOf(sides.after, stop.signal) }
  const runs = runsOf(lists.before, lists.after, asked.quick)
  progress(`${runs.length} runs at each side`)
  const outcomes = await playAll(runs, sides, trees.folder)
  if (stop.signal.aborted) return exitCodes.interrupted
  const names = { before: sides.before.name, after: sides.after.name }
  const found = outcomes.flatMap((outcome) => ('found' in outcome ? outcome.found : []))
  const not = outcomes.flatMap((outcome) => ('not' in outcome ? outcome.not : []))
  const judged = outcomes.reduce((sum, outcome) => sum + ('judged' in outcome ? outcome.judged : 0), 0)
  for (const line of report(found, names)) say(line)
  const unknown = strangers(lists)
  if (unknown.length > 0) say(`Faults that one side alone knows, not played: ${unknown.join(', ')}`)
  for (const line of not) say(line)
  const left = not.length > 0 ? `; ${not.length} runs of a side could not be made` : ''
  say(
    `${names.before} and ${names.after}: ${judged} verdicts of ${runs.length} runs compared, ${found.length} differ${left} (${Math.round((Date.now() - began) / 1000)} s)`,
  )
  return not.length > 0 ? notCompared : 0
}

async function main(): Promise<number> {
  const asked = readAsked(process.argv.slice(2))
  const trees = openTrees(process.cwd(), stop.signal)
  try {
    return await run(trees, asked)
  } catch (error) {
    if (stop.signal.aborted) return exitCodes.interrupted
    if (!(error instanceof NotRun)) throw error
    say(error.message)
    return notCompared
  } finally {
    await trees.remove()
    if (stop.signal.aborted) say('Interrupted; the work trees are gone.')
  }
}

process.exitCode = await main().catch(complain)
