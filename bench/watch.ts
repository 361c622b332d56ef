import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { packageFile } from '../harness/run/version.js'
import { loadTargets } from '../harness/target/file/target-file.js'
import { withBaseUrl } from '../harness/target/process/base-url.js'
import { launchTarget } from '../harness/target/process/launch.js'
import { hostileTarget } from '../selftest/stage/assay-command.js'
import { median } from './measure.js'

// A warm watch of a server that grants everything: from a change of a file to the verdict of one check that fails, and
// of the last of ten. The target's own start is measured by itself.

const times = Number(process.argv[2] ?? 5)
const ten = [
  ...['audience.two', 'audience.missing', 'audience.empty', 'algorithm.none', 'algorithm.hs256-public-key'],
  ...['chain.self-signed', 'identity.missing', 'http.no-assertion', 'jws-form.missing-parts', 'certificate.expired'],
]
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-watch-'))
const source = join(folder, 'source')
const config = join(folder, 'target.json')
const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** From a change to the line of the watch that says what came of it, milliseconds. */
async function fromChange(only: readonly string[], says: RegExp): Promise<number> {
  const args = ['watch', '--config', config, ...only.flatMap((id) => ['--only', id])]
  const child = spawn(process.execPath, [packageFile('harness/cli/main.js'), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const next = (wanted: RegExp): Promise<void> =>
    new Promise((resolve) => {
      const look = (line: string): void => {
        if (!wanted.test(line)) return
        lines.off('line', look)
        resolve()
      }
      lines.on('line', look)
    })
  const over = /^Round \d+: .* \S+ m?s\.$/
  await next(over)
  const figures: number[] = []
  for (let index = 0; index < times; index += 1) {
    const [said, ended] = [next(says), next(over)]
    const since = performance.now()
    writeFileSync(source, String(index))
    await said
    figures.push(performance.now() - since)
    await ended
  }
  child.stdin.end('quit\n')
  await new Promise((resolve) => child.once('exit', resolve))
  return median(figures)
}

/** How long the target takes until it answers, milliseconds. */
async function ownStart(): Promise<number> {
  const figures: number[] = []
  for (let index = 0; index < times; index += 1) {
    const [target] = await loadTargets(config)
    if (!target) throw new Error('There is no target.')
    const settled = await withBaseUrl(target)
    const since = performance.now()
    const { stop } = await launchTarget(settled, { ASSAY_KIT: folder, ASSAY_BASE_URL: settled.baseUrl })
    figures.push(performance.now() - since)
    await stop()
  }
  return median(figures)
}

writeFileSync(source, 'new')
writeFileSync(config, JSON.stringify({ ...hostileTarget('grants-everything'), watch: { paths: ['source'] } }))
try {
  const start = await ownStart()
  const beyond = (ms: number): string => `${((ms - start) / 1000).toFixed(2)} s beyond the target's own start`
  say(`a warm watch, medians of ${times} changes; the target starts in ${(start / 1000).toFixed(2)} s`)
  say(
    `  from a change to the verdict of one check: ${beyond(await fromChange(['audience.two'], /\[audience\.two\]$/))} (aim: 1)`,
  )
  say(
    `  from a change to the last verdict of ten that fail: ${beyond(await fromChange(ten, /^Round \d+: .* m?s\.$/))} (aim: 2)`,
  )
} finally {
  rmSync(folder, { recursive: true })
}
