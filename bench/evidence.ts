import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { publish } from '../harness/cli/publish.js'
import type { Secret } from '../harness/evidence/leaks/note.js'
import { searchFor } from '../harness/evidence/leaks/search.js'
import { packageFile } from '../harness/run/version.js'
import { endedRun } from '../selftest/stage/report-folder.js'
import { median } from './measure.js'

// What it costs that evidence lasts and nothing leaks: publishing, verifying, searching.

const times = Number(process.argv[2] ?? 3)
const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Median of the milliseconds that some work takes. */
async function milliseconds(work: () => unknown): Promise<string> {
  const all: number[] = []
  for (let index = 0; index < times; index++) {
    const started = performance.now()
    await work()
    all.push(performance.now() - started)
  }
  return `${Math.round(median(all))} ms`
}

/** As many secrets as a standard run of all roles has, or more. */
const secrets: readonly Secret[] = [
  ...Array.from(
    { length: 10_000 },
    (): Secret => ({ kind: 'signature', value: randomBytes(256).toString('base64url') }),
  ),
  ...Array.from(
    { length: 5_000 },
    (): Secret => ({ kind: 'bearer token', value: randomBytes(32).toString('base64url') }),
  ),
  ...Array.from({ length: 50 }, (): Secret => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    return { kind: 'private key', value: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
  }),
]

const { run, plan } = endedRun(1_000, 100)
const end = { complete: true, interrupted: false }
say(`1,000 checks with their evidence, medians of ${times}`)
say(
  `  results, views, attestation and the search for ${secrets.length} secrets: ${await milliseconds(() => publish(run, plan, end, { secrets }))}`,
)
const verify = [packageFile('harness/cli/main.js'), 'verify', run.out]
say(`  assay verify: ${await milliseconds(() => execFileSync(process.execPath, verify))} (aim: under 1 s)`)
rmSync(run.out, { recursive: true })

const text = Buffer.from(randomBytes(25_000_000).toString('hex'))
say(
  `50 MB searched for ${secrets.length} secrets: ${await milliseconds(() => searchFor(secrets)(text))} (aim: under 2 s)`,
)
