import { parseArgs } from 'node:util'
import { ConfigError } from '../../harness/contracts/errors.js'

/** What is to be compared. */
export interface Asked {
  /** Revision of the one side. */
  readonly before: string
  /** Revision of the other; none stands for the working tree as it is. */
  readonly after?: string
  /** Whether a few minutes have to do. */
  readonly quick: boolean
}

const usage =
  'npm run verdicts -- A [B] [--quick], two git revisions, B being the working tree where it is left out; for example npm run verdicts -- HEAD~1'

/** Reads `A [B] [--quick]`. @throws ConfigError on anything else. */
export function readAsked(args: readonly string[]): Asked {
  const { positionals, values } = parsed(args)
  const [before, after, ...more] = positionals
  if (before === undefined || more.length > 0) throw new ConfigError(`It takes one revision or two: ${usage}.`)
  return { before, ...(after !== undefined && { after }), quick: values.quick === true }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { quick: { type: 'boolean' } } })
  } catch (error) {
    throw new ConfigError(`${error instanceof Error ? error.message : String(error)} It is ${usage}.`)
  }
}
