import { afterEach } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import type { Results } from '../../harness/contracts/results.js'

/** A command that has ended. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
  readonly ms: number
}

/** Ends that are kept for a test that fails, and characters of each of their outputs. */
const kept = 3
const tail = 2_000
const ends: string[] = []

/** Keeps how a command ended: a test of this file that fails says so, since its assertion may look at something far from the command. */
export const keepEnd = (args: readonly string[], ended: Ended): void => keep(howEnded(ended, args))

/** Keeps why checks of a run were left open, for the same reason. */
export function keepOpen({ checks }: Pick<Results, 'checks'>): void {
  const open = checks.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'harness-error')
  if (open.length === 0) return
  const lines = open.map(({ target, id, verdict, reason }) => `  ${target}, ${id}: ${verdict}: ${reason}`)
  keep(['Checks were left open.', ...lines].join('\n').slice(0, tail))
}

function keep(end: string): void {
  ends.push(end)
  if (ends.length > kept) ends.shift()
}

/** How a command ended, with the end of what it said. */
export function howEnded({ code, signal, stdout, stderr, ms }: Ended, args: readonly string[] = []): string {
  const lines = [
    `The command ended with ${code === null ? `signal ${signal}` : `exit code ${code}`} after ${(ms / 1_000).toFixed(1)} s.`,
    ...(args.length > 0 ? [`  command: ${args.join(' ').slice(0, tail)}`] : []),
    ...Object.entries({ stdout, stderr }).map(([name, text]) => `  ${name}: ${endOf(text)}`),
  ]
  return lines.join('\n')
}

const endOf = (text: string): string => {
  const plain = stripVTControlCharacters(text).trim()
  return plain === '' ? '(nothing)' : `${plain.length > tail ? '…' : ''}${plain.slice(-tail)}`
}

// Outside the test runner, as in a soak, there is no test to say it of.
if (process.env.NODE_TEST_CONTEXT !== undefined)
  afterEach((context) => {
    if ('diagnostic' in context && 'passed' in context && context.passed === false)
      for (const end of ends) context.diagnostic(end)
  })
