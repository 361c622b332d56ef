#!/usr/bin/env node
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { levels, profiles } from '../../requirements/types.js'
import { documentKinds } from '../contracts/document-kinds.js'
import type { Shard } from '../contracts/plan.js'
import { readShard } from '../run/shards/shard.js'
import { suiteVersion } from '../run/version.js'
import { complain, exitCodes } from './complain.js'

const collect = (value: string, before: readonly string[]): string[] => [...before, ...value.split(',').filter(Boolean)]

/** A target file that is named twice would silently be another one. */
const oneFile = (file: string, before?: string): string => {
  if (before === undefined) return file
  throw new InvalidArgumentError(
    'It takes one file: certify each target by itself; `assay report` shows them together.',
  )
}

const wholeNumber =
  (least: number) =>
  (text: string): number => {
    const value = Number(text)
    if (!Number.isInteger(value) || value < least)
      throw new InvalidArgumentError(`It takes a whole number from ${least} up; for example 2.`)
    return value
  }

const positive = (text: string): number => {
  const value = Number(text)
  if (!(value > 0 && value < Number.POSITIVE_INFINITY))
    throw new InvalidArgumentError('It takes a number above 0; for example 5, or 0.5.')
  return value
}

const shardNumber = (text: string): Shard => {
  const shard = readShard(text)
  if (!shard)
    throw new InvalidArgumentError('It takes the number of the shard and how many there are; for example 2/4.')
  return shard
}

// Each command is loaded when it is called, so that none waits for what another needs.
const program = new Command('assay')
  .description('Conformance tests for the roles of a federated trust scheme.')
  .version(suiteVersion())
  .exitOverride()
  .showHelpAfterError(false)
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'assay: ')) })

program
  .command('certify')
  .description('certify a target, or the embedded reference participants where none is named')
  .option('--target <url>', 'base URL of the target')
  .option('--role <role>', 'role of the target; may be repeated', collect, [])
  .option('--party-id <id>', 'Party Identifier of the target')
  .option('--config <file>', 'target file: YAML, JSON or TypeScript', oneFile)
  .addOption(new Option('--profile <profile>', 'how deep to go').choices([...profiles]).default('standard'))
  .option('--strict', `fail on violations of level ${levels[1]} too`, false)
  .option('--reference [role...]', 'certify reference participants of these roles')
  .option('--fault <name>', 'give the reference participants a fault')
  .option(
    '--only <id>',
    'check, requirement or case ids, or patterns of them: "audience.*" (in quotes, or the shell expands it); may be repeated',
    collect,
    [],
  )
  .option('--safe', 'for shared test systems: only conforming messages and single wrong ones, one at a time', false)
  .option('--rate <n>', 'requests per second at most (10 with --safe)', positive)
  .option('--dry-run', 'say what would run, and start and send nothing', false)
  .option('--workers <n>', 'checks that run side by side (cores + 1, and one per role at least)', wholeNumber(1))
  .option('--seed <n>', 'seed of names and random mutations', wholeNumber(0))
  .option('--shard <i/n>', 'run one of n parts of the checks; `assay report` merges them', shardNumber)
  .option('--baseline <file>', 'fail only on what got worse than in these results')
  .option('--policy <file>', 'policy of a scheme operator by which verdicts and gate stand (see docs/operator.md)')
  .option('--state <folder>', 'folder that keeps the identity of the lab (see `assay kit`)')
  .option('--sign-key <file>', 'private key (PEM) that signs the attestation; one of the run alone by default')
  .option('--allure', 'write results for Allure too, by allure-playwright', false)
  .option('--out <folder>', 'folder of results and reports (assay-report; with --only assay-report-only)')
  .option(
    '--guises <values>',
    'the one guise that checks are played in beside the default one, such as "alg=RS512, key=4096", or none (usual)',
  )
  .option('--keep', "leave the run's folder with its keys and kits where it is, and print it", false)
  .option('--json', 'print the results as JSON', false)
  .action(async (flags) => exit(await (await import('./commands/certify.js')).certifyOrComplain(flags)))

program
  .command('watch')
  .description('keep lab and target up while you write it, and run what is not green whenever something changes')
  .requiredOption('--config <file>', 'target file; its watch.paths say what to look at', oneFile)
  .addOption(new Option('--profile <profile>', 'how deep to go').choices([...profiles]).default('standard'))
  .option('--strict', `fail on violations of level ${levels[1]} too`, false)
  .option(
    '--only <id>',
    'check, requirement or case ids, or patterns of them: "audience.*"; may be repeated',
    collect,
    [],
  )
  .option('--state <folder>', 'folder that keeps the identity of the lab (see `assay kit`)')
  .option('--page', 'open the page of the watch at once', false)
  .action(async (flags) => exit(await (await import('./commands/watch.js')).watch(flags)))

program
  .command('init')
  .description('write a target file for a server: start it, or wait for it, and find out what it takes')
  .option('--command <command>', 'starts the server, which then has ASSAY_KIT and ASSAY_BASE_URL')
  .option('--url <url>', 'base URL of a server that runs elsewhere')
  .option('--role <role>', 'its role')
  .option('--name <name>', 'its name in reports (that of this folder)')
  .option('--out <file>', 'the target file, which must not be there yet', 'assay.yaml')
  .option('--state <folder>', 'folder that keeps kit and ports for a server that runs elsewhere', '.assay')
  .option('--wait <seconds>', 'how long it is waited for', wholeNumber(1), 600)
  .action(async (flags) => exit(await (await import('./commands/init.js')).init(flags)))

program
  .command('kit')
  .description('write the kit for a target that runs elsewhere')
  .requiredOption('--config <file>', 'target file with fixed lab ports')
  .requiredOption('--state <folder>', 'folder that keeps the identity of the lab for later runs')
  .action(async (flags) => exit(await (await import('./commands/kit.js')).kit(flags)))

program
  .command('replay')
  .description('run one check of an earlier run again and print what differs from then')
  .argument('<check>', 'id of the check')
  .option('--results <folder>', 'report folder of the earlier run', 'assay-report')
  .option('--config <file>', 'target file')
  .option('--target <url>', 'base URL of the target')
  .option('--role <role>', 'role of the target; may be repeated', collect, [])
  .option('--party-id <id>', 'Party Identifier of the target')
  .option('--reference [role...]', 'reference participants of these roles')
  .option('--fault <name>', 'give the reference participants a fault')
  .option('--strict', `fail on violations of level ${levels[1]} too`, false)
  .option('--state <folder>', 'folder that keeps the identity of the lab (see `assay kit`)')
  .action(async (check, flags) => exit(await (await import('./commands/replay.js')).replay(check, flags)))

program
  .command('lab')
  .description('keep the counterparties up for hand work, with a live log of calls, until Ctrl-C')
  .requiredOption('--config <file>', 'target file')
  .option('--state <folder>', 'folder that keeps the identity of the lab (see `assay kit`)')
  .option('--json', 'print each call as a line of JSON', false)
  .action(async (flags) => exit(await (await import('./commands/lab.js')).lab(flags)))

program
  .command('mint')
  .description('print a fresh client assertion and a line of curl that sends it')
  .option('--config <file>', 'target file')
  .option('--target <url>', 'base URL of the target')
  .option('--role <role>', 'role of the target; may be repeated', collect, [])
  .option('--party-id <id>', 'Party Identifier of the target')
  .option('--state <folder>', 'folder of a running `assay lab`, which then knows the party')
  .option('--mutate <name>', 'what is wrong with it: a mutation, or the check that sends it')
  .option('--as <party>', 'Party Identifier of a party of the kit; a new party by default')
  .option('--list', 'list the mutations', false)
  .option('--json', 'print JSON', false)
  .action(async (flags) => exit(await (await import('./commands/mint.js')).mint(flags)))

program
  .command('list')
  .description('list requirements and checks')
  .argument('[words...]', 'only checks, cases and requirements that hold all of these words')
  .option('--roles', 'count the checks and rules of each role', false)
  .option('--json', 'print JSON', false)
  .action(async (words, flags) => exit(await (await import('./commands/list.js')).list(words, flags)))

program
  .command('validate')
  .description('validate a claim (or a set of claims), a credential or a signed JWT')
  .addArgument(new Argument('<kind>', 'what it is').choices([...documentKinds]))
  .argument('<file>', 'the document; - for standard input')
  .option('--strict', 'let rules that are only implied decide too', false)
  .option('--context <uri>', 'the second @context of a credential, which may be any otherwise')
  .option('--json', 'print JSON', false)
  .action(async (kind, file, flags) => exit(await (await import('./commands/validate.js')).validate(kind, file, flags)))

program
  .command('report')
  .description('rebuild the report of a run, merge the shards of one, or make an overview of many')
  .argument('<results...>', 'results.json of each run or shard, or the folder that holds it')
  .option('--out <folder>', 'folder of what is merged (assay-report); a single run is rebuilt where it lies')
  .option('--policy <file>', 'judge the run anew by this policy, into the folder policies/ beside it')
  .option('--strict', `judge the run anew, with violations of level ${levels[1]} deciding`, false)
  .option('--compare', 'compare two runs, the earlier one first, on a page (assay-compare/compare.html)', false)
  .option('--sign-key <file>', 'private key (PEM) that signs the attestation of what is written')
  .action(async (paths, flags) => exit(await (await import('./commands/report.js')).report(paths, flags)))

program
  .command('verify')
  .description('verify the attestation of a report folder and recompute the verdict from its evidence')
  .argument('<file>', 'attestation.json, or its folder')
  .option('--public-key <file>', 'key or certificate (PEM) that must have signed')
  .option('--policy <file>', 'policy by which the verdicts must stand, those of the run or those in its policies/')
  .option('--json', 'print JSON', false)
  .action(async (file, flags) => exit(await (await import('./commands/verify.js')).verify(file, flags)))

program
  .command('explain')
  .description('show the rule behind an id, its clause, why it matters, what to do, and the checks')
  .argument('<id>', 'requirement, check or case')
  .option('--results <folder>', 'report folder of a run: what came of it there, and what the target printed meanwhile')
  .action(async (id, flags) => exit(await (await import('./commands/explain.js')).explain(id, flags)))

program
  .command('doctor')
  .description('say what on this machine is missing')
  .option('--json', 'print JSON', false)
  .action(async (flags) => exit(await (await import('./commands/doctor.js')).doctor(flags)))

/** Everything is written by then; what was given up on an interrupt must not keep the command alive. */
const exit = (code: number): void => {
  process.exitCode = code
  if (code === exitCodes.interrupted) process.stdout.write('', () => process.exit())
}

// The reader of our output may close it when it has enough (`assay list | head`); that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : exitCodes.configuration
  else process.exitCode = complain(error)
}
