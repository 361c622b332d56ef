#!/usr/bin/env node
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { levels, profiles } from '../../requirements/types.js'
import { suiteVersion } from '../run/version.js'
import { certify } from './certify.js'
import { complain, exitCodes } from './complain.js'
import { kit } from './kit.js'
import { list } from './list.js'

const collect = (value: string, before: readonly string[]): string[] => [...before, ...value.split(',').filter(Boolean)]

const wholeNumber =
  (least: number) =>
  (text: string): number => {
    const value = Number(text)
    if (!Number.isInteger(value) || value < least)
      throw new InvalidArgumentError(`It takes a whole number from ${least} up; for example 2.`)
    return value
  }

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
  .option('--config <file>', 'target file: YAML, JSON or TypeScript')
  .addOption(new Option('--profile <profile>', 'how deep to go').choices([...profiles]).default('standard'))
  .option('--strict', `fail on violations of level ${levels[1]} too`, false)
  .option('--reference [role...]', 'certify reference participants of these roles')
  .option('--fault <name>', 'give the reference participants a fault')
  .option('--only <id>', 'check, requirement or case ids; may be repeated', collect, [])
  .option('--workers <n>', 'checks that run side by side', wholeNumber(1))
  .option('--seed <n>', 'seed of names and order', wholeNumber(0))
  .option('--state <folder>', 'folder that keeps the identity of the lab (see `assay kit`)')
  .option('--out <folder>', 'folder of results and reports', 'assay-report')
  .option('--json', 'print the results as JSON', false)
  .action(async (flags) => exit(await certify(flags)))

program
  .command('kit')
  .description('write the kit for a target that runs elsewhere')
  .requiredOption('--config <file>', 'target file with fixed lab ports')
  .requiredOption('--state <folder>', 'folder that keeps the identity of the lab for later runs')
  .action(async (flags) => exit(await kit(flags)))

program
  .command('list')
  .description('list requirements and checks')
  .option('--json', 'print JSON', false)
  .action(async (flags) => exit(await list(flags)))

/** Everything is written by then; what was given up on an interrupt must not keep the command alive. */
const exit = (code: number): void => {
  process.exitCode = code
  if (code === exitCodes.interrupted) process.stdout.write('', () => process.exit())
}

// Whoever read our output has enough (`assay list | head`); that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : exitCodes.configuration
  else process.exitCode = complain(error)
}
