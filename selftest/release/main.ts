import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { complain, exitCodes } from '../../harness/cli/complain.js'
import { NotRun } from '../verdicts/not-run.js'
import { listOf, openTrees } from '../verdicts/trees.js'
import { readAsked } from './asked.js'
import { type Means, release, StepFailed } from './release.js'

// `npm run release -- VERSION [--since REV] [--dry-run]`.

const stepFailed = 1
const root = process.cwd()
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())

/** Standard output is shown and returned; a command that stops at an interrupt has got it from the terminal, too. */
const run = (program: string, args: readonly string[], folder = root): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      process.stdout.write(text)
    })
    const failed = (why: string): void => reject(new StepFailed(`\`${program} ${args.join(' ')}\` ${why}`))
    child.once('error', ({ message }) => failed(`did not start: ${message}`))
    child.once('close', (code, signal) => (code === 0 ? resolve(said) : failed(`ended with ${code ?? signal}`)))
  })

async function lists(since: string): ReturnType<Means['lists']> {
  const trees = openTrees(root, stop.signal)
  try {
    const before = await trees.build('before', await trees.commitOf(since))
    const after = { folder: root, name: 'the working tree' }
    return { before: await listOf(before, stop.signal), after: await listOf(after, stop.signal) }
  } finally {
    await trees.remove()
  }
}

function emptyFolder(): ReturnType<Means['emptyFolder']> {
  const path = mkdtempSync(join(tmpdir(), 'assay-release-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function main(): Promise<number> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string }
  const asked = readAsked(process.argv.slice(2), version)
  const today = new Date().toISOString().slice(0, 10)
  try {
    await release(asked, { root, say, run, lists, emptyFolder, today })
    return 0
  } catch (error) {
    if (stop.signal.aborted) return exitCodes.interrupted
    if (!(error instanceof StepFailed || error instanceof NotRun)) throw error
    say(`${error.message}; mend it and give the same command again.`)
    return stepFailed
  }
}

process.exitCode = await main().catch(complain)
