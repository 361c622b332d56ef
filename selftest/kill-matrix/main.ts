import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { complain, exitCodes } from '../../harness/cli/complain.js'
import { listChecks, namesOf } from '../../harness/cli/list-checks.js'
import { roles } from '../../requirements/types.js'
import { type Asked, readAsked } from './asked.js'
import { type Cell, cellsOf, isNoticed, missing, surprise } from './cells.js'
import { changedSince, changesIn } from './changed.js'
import { type Commit, commit, keptRecord } from './kept.js'
import { checksOf, type MatrixCheck, type Pairing } from './pairing.js'
import { openRecord, play, type Record } from './play.js'
import { table } from './table.js'
import { changedPairings, drawn, wantedPairings } from './wanted.js'

/** Names of parties follow from it. */
const seed = 20261120
const page = 'docs/kill-matrix.md'
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const seconds = (since: number): string => `${Math.round((Date.now() - since) / 1000)} s`

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

/** The pairs that are asked for by what has changed, and by lot. */
function partOf(all: readonly Pairing[], checks: readonly MatrixCheck[], asked: Asked): Pairing[] {
  const { since, sample = 0, seed: lot = randomInt(2 ** 31) } = asked
  const ids = [...new Set(checks.map(({ id }) => id))]
  const changed = since === undefined ? [] : changedPairings(all, changesIn(changedSince(since), ids), lot)
  if (since !== undefined) say(`${changed.length} pairs have changed since ${since}`)
  say(`${sample} pairs are drawn by --seed ${lot}`)
  return [...new Set([...changed, ...drawn(all, sample, lot)])]
}

/** Plays what is wanted and prints each surprise as it is found. */
async function playAll(wanted: readonly Pairing[], record: Record, { minutes, form }: Asked): Promise<readonly Cell[]> {
  const began = Date.now()
  let runs = 0
  await play(wanted, {
    naming: { seed, checks: namesOf(planned), ...(form !== undefined && { form }) },
    record,
    signal: stop.signal,
    ...(minutes !== undefined && { until: began + minutes * 60_000 }),
    say: ({ role, everywhere, pairings }, all) => {
      runs += 1
      say(
        `${seconds(began)}: run ${runs} of at least ${all}, ${role}, ${pairings.length} checks${everywhere ? `, ${everywhere.join('+')}` : ''}`,
      )
      for (const words of surprisesOf(cellsOf(pairings, record.played))) say(`  ${words}`)
    },
  })
  return cellsOf(wanted, record.played)
}

const surprisesOf = (cells: readonly Cell[]): string[] => cells.flatMap((cell) => surprise(cell) ?? [])

function writePage(cells: readonly Cell[], left: number, { id, dirty }: Commit): void {
  // The page shows the deep pairs too, where they were played at this commit.
  const at = dirty ? `\`${id}\`, with files that differ from it` : `\`${id}\``
  writeFileSync(page, table({ cells, planned, at, left }))
}

const planned = await listChecks()

async function run(): Promise<number> {
  const began = Date.now()
  const asked = readAsked(process.argv.slice(2))
  const checks = checksOf(planned)
  const all = wantedPairings(checks, asked)
  const isPart = asked.since !== undefined || asked.sample !== undefined
  const isKept = !isPart && !asked.company && asked.form === undefined
  const wanted = isPart ? partOf(all, checks, asked) : all
  if (wanted.length === 0) return nothing(asked)
  const at = commit()
  const record = isKept ? keptRecord(at) : openRecord()
  const cells = asked.page ? cellsOf(wanted, record.played) : await playAll(wanted, record, asked)
  if (isKept) {
    const every = { ...asked, roles, checks: [], deep: false }
    const whole = wantedPairings(checks, every)
    const deep = wantedPairings(checks, { ...every, deep: true })
    const left = missing(whole, record.played).length
    writePage(cellsOf([...whole, ...deep], record.played), left, at)
    say(`${page}: ${left === 0 ? 'whole' : `${left} runs of a check are left`}`)
  }
  if (stop.signal.aborted) {
    say('Interrupted. What was played is kept; the same command takes it up at this commit.')
    return exitCodes.interrupted
  }
  const surprises = surprisesOf(cells)
  for (const words of surprises) say(`  ${words}`)
  const left = missing(wanted, record.played).length
  const time = left > 0 ? `; ${left} runs of a check were left out, for want of time` : ''
  say(
    `${cells.filter(({ named }) => named).length} named pairs, ${cells.filter(isNoticed).length} noticed; ${cells.filter(({ named }) => !named).length} others; ${surprises.length} surprises${time} (${seconds(began)})`,
  )
  return surprises.length === 0 ? 0 : 1
}

function nothing({ since }: Asked): number {
  say(
    since === undefined
      ? 'Nothing of the matrix was asked for: no check has such an id at such a role.'
      : `No pair has changed since ${since}.`,
  )
  return since === undefined ? exitCodes.configuration : 0
}

process.exitCode = await run().catch(complain)
