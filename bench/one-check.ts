import { type Measured, measure, median } from './measure.js'

// One check, cold: a target that is launched and ready at once, and the whole of `assay certify --only`.

const times = Number(process.argv[2] ?? 5)
const args = ['--reference', 'ServiceProvider', '--only', 'audience.two']
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const cpuOf = ({ processes }: Measured, what: string): number =>
  [...(processes.get(what)?.cpuSeconds.values() ?? [])].reduce((sum, one) => sum + one, 0)

const runs: Measured[] = []
for (let index = 0; index < times; index += 1) runs.push(await measure(args))

const wall = median(runs.map(({ wallMs }) => wallMs)) / 1000
const kinds = [...new Set(runs.flatMap(({ processes }) => [...processes.keys()]))]
const whole = median(runs.map((run) => kinds.reduce((sum, what) => sum + cpuOf(run, what), 0)))
say(
  `one check, cold, medians of ${times} runs: ${wall.toFixed(2)} s of wall (aim: 2.5), ${whole.toFixed(2)} s of processor time (aim: 4)`,
)
for (const what of kinds) say(`  ${what}: ${median(runs.map((run) => cpuOf(run, what))).toFixed(2)} s`)
