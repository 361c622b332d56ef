import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { packageFile } from '../harness/run/version.js'
import { keptKeys } from '../selftest/stage/kept-keys.js'

// What each file of the self-test costs, one at a time, the dearest first; `whole` or `fast` for the files of one command.

const [part] = process.argv.slice(2)
const folder = packageFile('selftest')
/** Unit of processor time in `/proc`, the same on every Linux that Node runs on. */
const ticksPerSecond = 100

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.js'))
  .filter((name) => part === undefined || name.split('/').includes('whole') === (part === 'whole'))
  .map((name) => join(folder, name))

/** Processor seconds of all processes that have ended below this one; none where there is no `/proc`. */
function spent(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
  } catch {
    return Number.NaN
  }
}

function costOf(file: string) {
  const [began, before] = [performance.now(), spent()]
  const { status } = spawnSync(process.execPath, ['--test', file], {
    stdio: 'ignore',
    env: { ...process.env, ...keptKeys() },
  })
  return { file, status, wall: (performance.now() - began) / 1000, cpu: spent() - before }
}

const costs = files.map(costOf).sort((one, other) => other.cpu - one.cpu)
const total = (what: 'wall' | 'cpu'): string => costs.reduce((sum, cost) => sum + cost[what], 0).toFixed(0)
for (const { file, status, wall, cpu } of costs.filter((cost) => cost.cpu >= 1 || cost.status !== 0))
  process.stdout.write(
    `${cpu.toFixed(1).padStart(7)} s processor  ${wall.toFixed(1).padStart(7)} s wall  ${relative(folder, file)}${status === 0 ? '' : `  exit code ${status}`}\n`,
  )
process.stdout.write(`${files.length} files: ${total('cpu')} s of processor time, ${total('wall')} s of wall\n`)
