// Runs the compiled self-test, found in every folder below dist/selftest; what lies in a folder `whole` takes long and belongs to the rest.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'

/** Most milliseconds of one file; a process that hangs is ended and fails, and the run goes on. */
const fileTimeout = 900_000
/** Files at a time: three keep two cores busy, and more make each of them dearer; of the rest many wait for a target. */
const atATime = { fast: 3, rest: 4 }

const files = (parts) =>
  readdirSync(join('dist', 'selftest'), { recursive: true })
    .filter((name) => name.endsWith('.test.js'))
    .filter((name) => parts.includes(name.split(sep).includes('whole') ? 'rest' : 'fast'))
    .sort()
    .map((name) => join('dist', 'selftest', name))

/** Counts of a TAP summary, and the skipped tests by reason. */
const counted = (text, status) => {
  const count = (word) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
  const failed = count('fail') + count('cancelled')
  const reasons = new Map()
  for (const [, reason] of text.matchAll(/# SKIP (.+)$/gm)) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  return {
    passed: count('pass'),
    failed: status !== 0 && failed === 0 ? 1 : failed,
    // The summary leaves out groups of tests that are skipped whole.
    skipped: [...text.matchAll(/# (?:SKIP|TODO)\b/g)].length,
    reasons,
  }
}

/** Runs the parts `fast` and `rest`; `without` names what the machine lacks. */
export function selfTest(parts, without) {
  const chosen = files(parts)
  // Without a file Node looks for tests of its own accord.
  if (chosen.length === 0) return { passed: 0, failed: 1, skipped: 0, reasons: new Map() }
  const folder = mkdtempSync(join(tmpdir(), 'assay-tap-'))
  const tap = join(folder, 'out.tap')
  try {
    const { status } = spawnSync(
      process.execPath,
      [
        '--test',
        `--test-concurrency=${Math.max(...parts.map((part) => atATime[part]))}`,
        `--test-timeout=${fileTimeout}`,
        '--test-reporter=spec',
        '--test-reporter-destination=stdout',
        '--test-reporter=tap',
        `--test-reporter-destination=${tap}`,
        ...chosen,
      ],
      {
        stdio: ['ignore', 'inherit', 'inherit'],
        env: {
          ...process.env,
          ASSAY_SELFTEST_WITHOUT: without.join(),
          // Runs of the tests share their keys, which cost more than the rest of a short run.
          ASSAY_SELFTEST_KEYS: join(folder, 'keys'),
        },
      },
    )
    return counted(readFileSync(tap, 'utf8'), status)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
