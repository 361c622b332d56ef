import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { tokenRoles } from '../../harness/check/coverage.js'
import { complain } from '../../harness/cli/complain.js'
import { listChecks, namesOf } from '../../harness/cli/list-checks.js'
import { ConfigError } from '../../harness/contracts/errors.js'
import type { Role } from '../../requirements/types.js'
import { numberOf, roleOf } from '../kill-matrix/asked.js'
import { drawnFrom, everyFault, type Pair, wholeRules } from './pairs.js'
import { type Played, playDrawn, playWhole } from './play.js'

// `npm run guises`: confines faults to one guise each, and shows that the suite notices them.

const seed = 20261120
const say = (line: string): void => void process.stdout.write(`${line}\n`)

interface Asked {
  readonly roles: readonly Role[]
  /** Pairs drawn for each role, in place of the faults that remove a rule as a whole. */
  readonly sample?: number
  readonly lot: number
  /** How the ids of the checks begin that are played; all where absent. */
  readonly only?: string
  /** The only value that faults are confined to; each one where absent. */
  readonly value?: string
}

function readArgs(args: readonly string[]): Asked {
  const usage = 'npm run guises -- [--role ROLE] [--sample N [--seed S]] [--only BEGINNING] [--value NAME]'
  const options = {
    role: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string' },
    value: { type: 'string' },
  } as const
  try {
    const { role, sample, seed: lot, only, value } = parseArgs({ args: [...args], options }).values
    return {
      roles: role === undefined ? tokenRoles : [roleOf(role)],
      ...(sample !== undefined && { sample: numberOf('sample', sample) ?? 0 }),
      lot: numberOf('seed', lot) ?? randomInt(2 ** 31),
      ...(only !== undefined && { only }),
      ...(value !== undefined && { value }),
    }
  } catch (error) {
    throw new ConfigError(`${error instanceof Error ? error.message : String(error)} It is ${usage}.`)
  }
}

const wordsOf = ({ role, check, fault, value }: Pair): string => `${fault} under ${value} × ${check} at ${role}`

function tell(played: readonly Played[]): number {
  const missed = played.filter(({ outcome }) => outcome === 'unnoticed')
  const count = (outcome: Played['outcome']): number => played.filter((one) => one.outcome === outcome).length
  for (const one of missed) say(`  ${wordsOf(one.pair)}: ${one.reason}`)
  say(
    `${played.length} pairs: ${count('noticed')} noticed, ${count('unnoticed')} unnoticed, ${count('not sent')} whose message cannot have that form`,
  )
  return missed.length
}

async function run(): Promise<number> {
  const { roles, sample, lot, only = '', value: asked } = readArgs(process.argv.slice(2))
  const list = await listChecks()
  const naming = { seed, checks: namesOf(list) }
  if (sample !== undefined) say(`${sample} pairs of each role are drawn by --seed ${lot}`)
  const isWanted = ({ check, value }: Pair): boolean => check.startsWith(only) && (asked ?? value) === value
  let [unnoticed, pairs] = [0, 0]
  for (const role of roles) {
    const began = Date.now()
    const played =
      sample === undefined
        ? await playWhole(wholeRules(list, role, seed).filter(isWanted), naming)
        : await playDrawn(drawnFrom(everyFault(list, role).filter(isWanted), sample, lot), naming)
    say(`${role}, ${Math.round((Date.now() - began) / 1000)} s`)
    unnoticed += tell(played)
    pairs += played.length
  }
  if (pairs === 0) throw new ConfigError('No pair is of that kind: no check and value that were named go together.')
  return unnoticed === 0 ? 0 : 1
}

try {
  process.exitCode = await run()
} catch (error) {
  process.exitCode = complain(error)
}
