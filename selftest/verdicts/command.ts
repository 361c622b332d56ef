import { type ChildProcess, spawn } from 'node:child_process'

/** How a command ended. */
export interface Ended {
  /** Exit code; `null` where a signal ended it, or where it did not start. */
  readonly code: number | null
  readonly stdout: string
  /** What it said last on standard error, or why it did not start. */
  readonly said: string
}

export interface CommandOptions {
  readonly cwd: string
  /** Ends it, and all that it has started. */
  readonly signal: AbortSignal
  /** Bound, milliseconds. */
  readonly boundMs: number
}

/** Time in which an interrupted command has to tidy up, milliseconds. */
const graceMs = 10_000

/** What belongs to the npm script or git hook that runs us, or chooses what Assay does: a command in another tree would take it for its own. */
const foreign = /^(npm_(?!execpath$|config_(?!local_prefix$))|INIT_CWD$|GIT_|NODE_TEST_CONTEXT$|ASSAY_(?!CHROMIUM$))/

/** The environment for commands of a tree. */
const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name))),
  NO_COLOR: '1',
  npm_config_prefer_offline: 'true',
})

/** Runs a command in a process group of its own, which goes with it. */
export function command(
  program: string,
  args: readonly string[],
  { cwd, signal, boundMs }: CommandOptions,
): Promise<Ended> {
  if (signal.aborted) return Promise.resolve({ code: null, stdout: '', said: 'interrupted' })
  const child = spawn(program, args, { cwd, env: environment(), detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const told = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      told[name] += text
    })
  return new Promise((resolve) => {
    let late: NodeJS.Timeout | undefined
    let isLate = false
    const end = (): void => {
      tell(child, 'SIGINT')
      late ??= setTimeout(() => tell(child, 'SIGKILL'), graceMs)
    }
    const bound = setTimeout(() => {
      isLate = true
      end()
    }, boundMs)
    signal.addEventListener('abort', end)
    const settle = (code: number | null, why?: string): void => {
      for (const timer of [bound, late]) clearTimeout(timer)
      signal.removeEventListener('abort', end)
      tell(child, 'SIGKILL')
      resolve({ code, stdout: told.stdout, said: why ?? lastLine(told.stderr) ?? lastLine(told.stdout) ?? '' })
    }
    child.once('error', (error) => settle(null, error.message))
    child.once('exit', (code) => {
      const why = isLate ? `it did not end within ${boundMs / 60_000} minutes` : undefined
      // What was left behind holds the pipes open, and is ended then.
      const patience = setTimeout(() => settle(code, why), 500)
      child.once('close', () => {
        clearTimeout(patience)
        settle(code, why)
      })
    })
  })
}

/** Sends a signal to the whole group; one that has ended needs none. */
function tell({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

const lastLine = (text: string): string | undefined => text.trimEnd().split('\n').at(-1)?.trim() || undefined
