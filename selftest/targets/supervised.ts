import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

// Plays a supervisor: node supervised.js KIND. Starts the hostile target of that kind, and again within two seconds
// each time that it has ended.

/** How long it waits before it starts it again, milliseconds. */
const pauseMs = 1_200

const hostile = fileURLToPath(new URL('hostile.js', import.meta.url))
for (;;) {
  const child = spawn(process.execPath, [hostile, ...process.argv.slice(2)], { stdio: 'inherit' })
  await new Promise((resolve) => child.once('exit', resolve))
  await sleep(pauseMs)
}
