import { spawnSync } from 'node:child_process'
import { packageFile } from '../harness/run/version.js'

// What the proof of a check costs: a row, and checks for which a human logs in.

const proofs = [
  ['audience.two', 'a row', 15],
  ['service.any-of-one', 'a flow', 60],
  ['login.nonce', 'a login', 60],
] as const

for (const [id, what, aim] of proofs) {
  const began = performance.now()
  const { status } = spawnSync(process.execPath, [packageFile('selftest/kill-matrix/prove.js'), id], {
    stdio: 'ignore',
  })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  process.stdout.write(`prove ${id} (${what}): ${seconds} s, exit code ${status} (aim: at most ${aim} s, 0)\n`)
}
