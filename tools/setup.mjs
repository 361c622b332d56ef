// Makes a fresh clone ready: packages, compiled code, data. Run by npm's `pre` scripts; prints only when it does
// something. `--certify` leaves the tools of the static checks out. Plain JavaScript without dependencies, in a syntax
// that old versions of Node read too, so that they can say what is missing.
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onInterrupt } from './setup/command.mjs'
import { compile, isCompiled } from './setup/compile.mjs'
import { areListed, listFaults } from './setup/faults.mjs'
import { isListed, list } from './setup/list.mjs'
import { oneAtATime } from './setup/one-at-a-time.mjs'
import { install, isInstalled } from './setup/packages.mjs'
import { SetUpFailed, say, step } from './setup/say.mjs'

const file = fileURLToPath(import.meta.url)
const root = dirname(dirname(file))
const tools = join(root, 'tools')

const requireNode = () => {
  const [major, minor, patch] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && (minor < 18 || (minor === 18 && patch < 1))))
    throw new SetUpFailed(`Assay needs Node 20.18.1 or newer; this is Node ${process.versions.node}.`)
}

/** A configuration of Playwright that imports this file wants to run, and not to lint. */
const isCommand = process.argv[1] !== undefined && realpathSync(process.argv[1]) === realpathSync(file)
const wantsTools = isCommand && !process.argv.includes('--certify') && existsSync(join(tools, 'package-lock.json'))

const steps = [
  { what: 'Installing packages (npm ci)', isDone: () => isInstalled(root), work: () => install(root) },
  {
    what: 'Installing the tools of the static checks (npm ci)',
    isDone: () => !wantsTools || isInstalled(tools),
    work: () => install(tools),
  },
  { what: 'Listing the faults', isDone: () => areListed(root), work: async () => listFaults(root) },
  {
    what: 'Compiling',
    isDone: () => isCompiled(root),
    work: () => compile(root),
  },
  // What belongs to a build and is made by compiled code stands below.
  { what: 'Listing the checks', isDone: () => isListed(root), work: () => list(root) },
]

const setUp = async () => {
  requireNode()
  if (steps.every(({ isDone }) => isDone())) return
  const letGo = await oneAtATime(join(root, '.setup-at-work'), root)
  const unwatched = onInterrupt(letGo)
  try {
    for (const { what, isDone, work } of steps) if (!isDone()) await step(what, work)
  } finally {
    unwatched()
    letGo()
  }
}

try {
  await setUp()
} catch (error) {
  if (!(error instanceof SetUpFailed)) throw error
  say(error.message)
  process.exit(error.code)
}
