import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FromHost, ToHost } from './protocol.js'

// The process that keeps the browser of one worker. It is a process of its own for three reasons: Playwright's runner
// would write down what is typed into its pages; a page that crashes a browser must not crash a check; and a process
// that is killed cannot tidy up.

/** All that Chromium and Playwright leave on the disk. */
const folder = mkdtempSync(join(tmpdir(), 'assay-browser-'))
for (const name of ['TMPDIR', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME']) process.env[name] = folder
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

const tell = (message: FromHost): void => {
  if (process.connected) process.send?.(message)
}

// Imported only now, since it looks for the temporary folder once.
const { openKeeper } = await import('./chromium/keeper.js')
try {
  const end = (): void => void keeper.close().finally(() => process.exit())
  const keeper = await openKeeper(process.argv[2] as string, tell, end)
  process.once('disconnect', end)
  process.on('SIGTERM', end)
  // Of a terminal: the worker decides what becomes of its checks, and goes when it is done.
  process.on('SIGINT', () => undefined)
  process.on('SIGHUP', () => undefined)
  process.on('message', (message: ToHost) => keeper.hear(message))
  if (process.connected) tell({ ready: true })
  else end()
} catch (error) {
  tell({ ready: false, why: error instanceof Error ? error.message : String(error) })
  process.disconnect()
}
