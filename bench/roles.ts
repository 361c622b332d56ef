import { availableParallelism } from 'node:os'
import { machineRoles } from '../harness/check/coverage.js'
import { type Profile, type Role, roles } from '../requirements/types.js'
import { measure, median } from './measure.js'

/** Runs of several reference participants at once, in the order in which `assay certify` takes them. */
const times = Number(process.argv[2] ?? 1)
const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** @param aimSeconds Where an aim was set for it. */
async function run(what: string, of: readonly Role[], profile: Profile, aimSeconds?: number): Promise<void> {
  const walls: number[] = []
  for (let index = 0; index < times; index++) {
    const { wallMs, results, exchanges, processes } = await measure([
      ...of.flatMap((role) => ['--reference', role]),
      ...['--profile', profile, '--seed', '1'],
    ])
    walls.push(wallMs)
    const ran = results.checks.filter(({ evidence }) => evidence !== undefined).length
    const cpu = [...processes].map(([name, { cpuSeconds }]) => {
      const seconds = [...cpuSeconds.values()].reduce((sum, one) => sum + one, 0)
      return `${name} ${seconds.toFixed(1)} s`
    })
    const verdicts = new Set(results.targets.flatMap((target) => target.roles.map(({ verdict }) => verdict)))
    say(`${what}: ${ran} checks, ${exchanges} requests, ${[...verdicts].join(', ')}; processor: ${cpu.join(', ')}`)
  }
  const aim = aimSeconds === undefined ? '' : ` (aim: under ${aimSeconds} s)`
  say(`${what}: ${(median(walls) / 1000).toFixed(1)} s${aim}`)
}

say(`${availableParallelism()} cores, Node ${process.version}, medians of ${times} runs`)
await run('the five machine roles', machineRoles, 'standard')
await run('all seven roles', roles, 'standard', 100)
await run('all seven roles, quick profile', roles, 'quick', 40)
