import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { complain, exitCodes } from '../../harness/cli/complain.js'
import { ConfigError } from '../../harness/contracts/errors.js'
import { numberOf, roleOf } from '../kill-matrix/asked.js'
import { seeded } from '../kill-matrix/schedule.js'
import { choosingRoles, combinationsOf } from './combinations.js'
import { remarksOn } from './play.js'

// `npm run variants`: references that choose several things otherwise at once are certified all the same.

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

function readArgs(args: readonly string[]) {
  const options = { role: { type: 'string' }, sample: { type: 'string' }, seed: { type: 'string' } } as const
  try {
    const { role, sample, seed } = parseArgs({ args: [...args], options }).values
    return {
      roles: role === undefined ? choosingRoles : [roleOf(role)],
      sample: numberOf('sample', sample) ?? Number.POSITIVE_INFINITY,
      seed: numberOf('seed', seed) ?? randomInt(2 ** 31),
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`${why} It is npm run variants -- [--role ROLE] [--sample N [--seed S]].`)
  }
}

async function run(): Promise<number> {
  const { roles, sample, seed } = readArgs(process.argv.slice(2))
  const random = seeded(seed)
  const all = roles.flatMap((role) => combinationsOf(role).map((variants) => ({ role, variants, at: random() })))
  const drawn = [...all].sort((one, other) => one.at - other.at).slice(0, sample)
  say(`${drawn.length} of ${all.length} combinations, drawn by --seed ${seed}`)
  let wrong = 0
  for (const { role, variants } of drawn) {
    if (stop.signal.aborted) return exitCodes.interrupted
    const remarks = await remarksOn(role, variants, stop.signal)
    say(`${remarks.length === 0 ? 'ok' : 'NO'}  ${role}: ${variants.join(', ')}`)
    for (const remark of remarks) say(`      ${remark}`)
    wrong += remarks.length
  }
  return wrong === 0 ? 0 : 1
}

try {
  process.exitCode = await run()
} catch (error) {
  process.exitCode = complain(error)
}
