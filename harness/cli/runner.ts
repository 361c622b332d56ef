import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { packageFile } from '../run/version.js'
import type { Signals } from './signals.js'

/** How long the runner may take to end its checks after an interrupt, milliseconds. */
const graceMs = 8_000

/**
 * Runs Playwright on the suites, in a process group of its own so that it is interrupted exactly once.
 * Its exit code says nothing that the results do not say better.
 */
export function runRunner(
  signals: Signals,
  env: Readonly<Record<string, string>> = {},
): Promise<{ interrupted: boolean }> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli')
  const child = spawn(process.execPath, [cli, 'test', '-c', packageFile('harness/cli/playwright.config.js')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
    env: { ...process.env, ...env },
  })
  const end = (signal: NodeJS.Signals) =>
    child.pid !== undefined && child.exitCode === null && process.kill(-child.pid, signal)
  let timer: NodeJS.Timeout | undefined
  signals.onSignal((count) => {
    end(count === 1 ? 'SIGINT' : 'SIGKILL')
    timer ??= setTimeout(() => end('SIGKILL'), graceMs)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve({ interrupted: signals.interrupted })
    })
  })
}
