import { availableParallelism } from 'node:os'
import { listChecks, namesOf } from '../harness/cli/list-checks.js'
import { faultVariable, partyFaults } from '../selftest/kill-matrix/schedule.js'
import { type BareLoop, bareLoop } from './bare-loop.js'
import { type Measured, measure, median } from './measure.js'

const role = 'ServiceProvider'
const seed = 1
const times = Number(process.argv[2] ?? 3)
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
const repeat = async <T>(work: () => Promise<T>): Promise<T[]> => {
  const all: T[] = []
  for (let index = 0; index < times; index++) all.push(await work())
  return all
}
const wall = (runs: readonly Measured[]): number => median(runs.map(({ wallMs }) => wallMs))

/** 100 checks that each meet a fault which they name. */
async function hundredFaults(): Promise<string> {
  const list = await listChecks()
  const pairs = list
    .filter(({ role: of, selected, check }) => of === role && selected.run && check.profile !== 'deep')
    .map(({ check: { id, detects } }) => [id, partyFaults.find((name) => detects.includes(name))] as const)
    .flatMap(([id, fault]) => (fault === undefined ? [] : [[id, [fault]] as const]))
  return faultVariable(new Map(pairs.slice(0, 100)), role, { seed, checks: namesOf(list) })
}

say(`${availableParallelism()} cores, Node ${process.version}, medians of ${times} runs against the reference ${role}`)
const args = ['--reference', role, '--seed', String(seed)]
const standard = await repeat(() => measure(args))
const { results, exchanges, processes } = standard.at(-1) as Measured
const ran = results.checks.filter(({ evidence }) => evidence !== undefined).length
say(
  `standard run: ${ran} checks, ${exchanges} token requests, ${seconds(wall(standard))} (aim: at least 250 checks under 15 s)`,
)
say(`start to first verdict: ${seconds(median(standard.map(({ firstVerdictMs }) => firstVerdictMs)))}`)
for (const [what, { memoryMb, cpuSeconds }] of processes) {
  const cpu = [...cpuSeconds.values()].reduce((sum, one) => sum + one, 0)
  say(
    `  ${what} (${cpuSeconds.size}): peak memory ${memoryMb.toFixed(0)} MB (aim: under 400 MB), processor ${cpu.toFixed(1)} s`,
  )
}
const bare = await repeat<BareLoop>(() => bareLoop(ran, exchanges, 2))
const whole = median(bare.map(({ wholeMs }) => wholeMs))
say(
  `bare loop: ${exchanges} token requests of ${ran} parties, outages, a restart and a silent registry, ${seconds(median(bare.map(({ loopMs }) => loopMs)))}, with set-up ${seconds(whole)}`,
)
say(
  `ratio of the standard run to the bare loop, both with set-up: ${(wall(standard) / whole).toFixed(2)} (aim: under 2)`,
)
const faults = await hundredFaults()
const failing = await repeat(() => measure([...args, '--fault', faults]))
const failed = (failing.at(-1) as Measured).results.checks.filter(
  ({ verdict }) => verdict === 'fail' || verdict === 'finding',
).length
say(
  `with ${failed} failing checks: ${seconds(wall(failing))}, ${seconds(wall(failing) - wall(standard))} more (aim: under 5 s)`,
)
say(`quick run: ${seconds(wall(await repeat(() => measure([...args, '--profile', 'quick']))))} (aim: under 8 s)`)
