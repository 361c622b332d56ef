import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { HarnessError } from '../contracts/errors.js'
import { packageFile } from '../run/version.js'
import type { ProgressPlace, Runner } from './types.js'

/** How long the runner may take to end its checks after an interrupt, milliseconds. */
const graceMs = 8_000

/**
 * Playwright on the suites, in a process group of its own so that it is interrupted exactly once. It is not started yet.
 */
export function createPlaywright(progress: ProgressPlace): Runner {
  let running: Running | undefined
  return {
    start: () => {
      running = startPlaywright(progress)
    },
    async finish(signals) {
      if (!running) throw new HarnessError('The runner was never started.')
      const { signal, ended } = running
      let timer: NodeJS.Timeout | undefined
      const interrupt = (count: number) => {
        signal(count === 1 ? 'SIGINT' : 'SIGKILL')
        timer ??= setTimeout(() => signal('SIGKILL'), graceMs)
      }
      // A signal that came just before.
      if (signals.interrupted) interrupt(1)
      signals.onSignal(interrupt)
      try {
        return await ended
      } finally {
        clearTimeout(timer)
      }
    },
    async end() {
      running?.signal('SIGKILL')
      await running?.ended
    },
  }
}

interface Running {
  /** To the whole group. */
  signal(signal: NodeJS.Signals): void
  /** What ended it. */
  readonly ended: Promise<string>
}

const outputs = { stdout: 'inherit', stderr: 2, nowhere: 'ignore' } as const

function startPlaywright(progress: ProgressPlace): Running {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli')
  const child = spawn(process.execPath, [cli, 'test', '-c', packageFile('harness/cli/playwright.config.js')], {
    // It ends when nobody holds its standard input any more (harness/cli/reporter.ts).
    stdio: ['pipe', outputs[progress], 'inherit'],
    detached: true,
    // What it runs is compiled: its own compiler would cost a second, and its cache is not safe for runs side by side.
    env: { ...process.env, PW_DISABLE_TS_ESM: '1' },
  })
  let gone = false
  const signal = (what: NodeJS.Signals) => {
    if (child.pid !== undefined && !gone) signalGroup(child.pid, what)
  }
  const ended = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(message))
    child.once('exit', (code, by) => {
      // Workers of a runner that was killed.
      signal('SIGKILL')
      gone = true
      resolve(by ?? `exit code ${code}`)
    })
  })
  return { signal, ended }
}

const signalGroup = (group: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(-group, signal)
  } catch {
    // Nobody is left, which is what every caller is after.
  }
}
