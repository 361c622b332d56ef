import { parseArgs } from 'node:util'
import { complain } from '../../harness/cli/complain.js'
import { listChecks, namesOf } from '../../harness/cli/list-checks.js'
import { ConfigError } from '../../harness/contracts/errors.js'
import { didYouMean } from '../../harness/target/file/spelling.js'
import { roleOf } from './asked.js'
import type { MatrixNaming } from './names.js'
import { checksOf, type MatrixCheck } from './pairing.js'
import { openRecord, play } from './play.js'
import { type Outcome, outcomeOf, proofPairings, stepsOf } from './proof.js'

// `npm run prove -- ID [--role R] [--all-roles]`, for somebody who adds a check.

const seed = 20261120
const exitCodes: Readonly<Record<Outcome, number>> = { proved: 0, 'not proved': 1, unjudged: 2 }
const marks: Readonly<Record<Outcome, string>> = { proved: 'ok', 'not proved': 'NO', unjudged: '?' }
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stop.abort()
    process.exitCode = 130
  })

/** The check at the roles at which it is to be proved. */
function meant(checks: readonly MatrixCheck[], args: readonly string[]): readonly MatrixCheck[] {
  const { id, role, everywhere } = readArgs(args)
  const own = checks.filter((check) => check.id === id)
  if (own.length === 0) {
    const ids = [...new Set(checks.map((check) => check.id))]
    throw new ConfigError(`There is no check ${id}.${didYouMean(id, ids)} \`npx assay list\` shows them all.`)
  }
  if (everywhere) return own
  const chosen = role === undefined ? own[0] : own.find((check) => check.role === roleOf(role))
  if (!chosen)
    throw new ConfigError(
      `${id} does not concern the role ${role}: name one of ${own.map((check) => check.role).join(', ')}.`,
    )
  return [chosen]
}

function readArgs(args: readonly string[]) {
  const usage = 'npm run prove -- ID [--role ROLE] [--all-roles]; for example npm run prove -- audience.two'
  const options = { role: { type: 'string' }, 'all-roles': { type: 'boolean' } } as const
  try {
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options })
    const [id] = positionals
    if (id !== undefined && positionals.length === 1) return { id, role: values.role, everywhere: values['all-roles'] }
  } catch (error) {
    throw new ConfigError(`${error instanceof Error ? error.message : String(error)} It is ${usage}.`)
  }
  throw new ConfigError(`It takes the id of one check: ${usage}.`)
}

async function prove(check: MatrixCheck, checks: readonly MatrixCheck[], naming: MatrixNaming): Promise<Outcome> {
  const began = Date.now()
  const seconds = (): string => `${((Date.now() - began) / 1000).toFixed(1)} s`
  const pairings = proofPairings(check, checks)
  const record = openRecord()
  const told = new Set<string>()
  // A step is printed as soon as it is decided; the last of them, about the others, when everything is.
  const tell = (ended: boolean): void => {
    const steps = stepsOf(check, pairings, record.played)
    for (const { words, outcome } of ended ? steps : steps.slice(0, -1)) {
      if (told.has(words) || (!ended && outcome === 'unjudged')) continue
      told.add(words)
      say(`  ${marks[outcome].padEnd(2)}  ${words} (${seconds()})`)
    }
  }
  say(`${check.id} at ${check.role}`)
  await play(pairings, { naming, record, signal: stop.signal, say: () => tell(false) })
  tell(true)
  const steps = stepsOf(check, pairings, record.played)
  const outcome = outcomeOf(steps)
  const count = steps.filter((step) => step.outcome === 'proved').length
  const words = { proved: 'is proved', 'not proved': 'is not proved', unjudged: 'could not be judged whole here' }
  say(`${check.id} ${words[outcome]} at ${check.role}: ${count} of ${steps.length} steps hold (${seconds()})`)
  return outcome
}

async function run(): Promise<number> {
  const listed = await listChecks()
  const checks = checksOf(listed)
  const naming = { seed, checks: namesOf(listed) }
  const outcomes: Outcome[] = []
  for (const check of meant(checks, process.argv.slice(2)))
    if (!stop.signal.aborted) outcomes.push(await prove(check, checks, naming))
  if (stop.signal.aborted) return 130
  return exitCodes[outcomeOf(outcomes.map((outcome) => ({ words: '', outcome })))]
}

process.exitCode = await run().catch(complain)
