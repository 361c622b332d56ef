import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { packageFile } from '../run/version.js'
import type { Signals } from './signals.js'

/** How long the runner may take to end its checks after an interrupt, milliseconds. */
const graceMs = 8_000

/**
 * Runs Playwright on the suites, in a process group of its own so that it is interrupted exactly once. Nothing of the group is left
 * when it returns. Its exit code says nothing that the results do not say better; what ended it is returned for the case of a crash.
 */
export function runRunner(signals: Signals): Promise<string> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli')
  const child = spawn(process.execPath, [cli, 'test', '-c', packageFile('harness/cli/playwright.config.js')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
    // What it runs is compiled: its own compiler would cost a second, and its cache is not safe for runs side by side.
    env: { ...process.env, PW_DISABLE_TS_ESM: '1' },
  })
  const end = (signal: NodeJS.Signals) => {
    if (child.pid !== undefined) signalGroup(child.pid, signal)
  }
  let timer: NodeJS.Timeout | undefined
  const interrupt = (count: number) => {
    end(count === 1 ? 'SIGINT' : 'SIGKILL')
    timer ??= setTimeout(() => end('SIGKILL'), graceMs)
  }
  // A signal that came just before there was a runner.
  if (signals.interrupted) interrupt(1)
  signals.onSignal(interrupt)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      // Workers of a runner that was killed.
      end('SIGKILL')
      resolve(signal ?? `exit code ${code}`)
    })
  })
}

const signalGroup = (group: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(-group, signal)
  } catch {
    // Nobody is left, which is what every caller is after.
  }
}
