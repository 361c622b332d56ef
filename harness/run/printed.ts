import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Evidence, RecordedOutput } from '../contracts/evidence.js'
import type { RunFile } from '../contracts/run.js'
import { filesBelow } from '../evidence/files.js'
import type { Search } from '../evidence/leaks/search.js'
import { withoutSecrets } from '../evidence/output.js'
import { readEvidence, slug, writeEvidence } from '../evidence/store.js'
import { type PrintedLine, readJournal } from '../target/process/journal.js'

/** What is kept for one check, bytes. */
const mostBytes = 4_096

/** What is printed so shortly after a check, milliseconds, still came of it: a server may print after it has answered. */
const lagMs = 25

/** The evidence file of a check, and the time between its first message and its end. */
interface Stretch {
  readonly path: string
  readonly from: number
  readonly to: number
}

/**
 * Puts what each launched target printed during a check beside the evidence of that check. Done when a run has ended,
 * because only then all secrets are known that a target may have printed.
 */
export async function tellPrinted({ out, folder, targets }: RunFile, search: () => Search): Promise<void> {
  // What was printed last may still be on its way to us.
  await sleep(lagMs)
  for (const { name, roles } of targets) {
    const lines = readJournal(folder, name)
    if (lines.length === 0) continue
    const stretches = roles.flatMap((role) => stretchesIn(out, `evidence/${slug(name)}/${role}`))
    for (const stretch of stretches) {
      const own = lines.slice(firstFrom(lines, stretch.from), firstFrom(lines, stretch.to))
      const evidence = own.length === 0 ? undefined : readEvidence(out, stretch.path)
      if (!evidence) continue
      const beside = stretches.filter((one) => one !== stretch && one.from < stretch.to && stretch.from < one.to).length
      writeEvidence(out, { ...evidence, printed: { ...lastOf(own, search()), ...(beside > 0 && { beside }) } })
    }
  }
}

function stretchesIn(out: string, place: string): readonly Stretch[] {
  return filesIn(join(out, place)).flatMap((file): Stretch[] => {
    const path = `${place}/${file}`
    const evidence = readEvidence(out, path)
    return evidence ? [{ path, ...timeOf(evidence) }] : []
  })
}

function filesIn(folder: string): readonly string[] {
  try {
    return filesBelow(folder).filter((name) => name.endsWith('.json'))
  } catch {
    return [] // No check of that role was carried out.
  }
}

/** A check may have waited for others before its first message. */
function timeOf({ startedAt, durationMs, messages, ledger }: Evidence): Pick<Stretch, 'from' | 'to'> {
  const begun = Date.parse(startedAt)
  const sent = messages.flatMap(({ exchanges }) => exchanges.map((exchange) => Date.parse(exchange.startedAt)))
  const known = [...sent, ...ledger.map(({ at }) => at)].filter((at) => at >= begun)
  return { from: known.length > 0 ? Math.min(...known) : begun, to: begun + durationMs + lagMs }
}

/** Index of the first line that was printed at a time or later. */
function firstFrom(lines: readonly PrintedLine[], time: number): number {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle] as PrintedLine).at < time) low = middle + 1
    else high = middle
  }
  return low
}

/** The last lines, as many as there is room for. */
function lastOf(lines: readonly PrintedLine[], search: Search): Pick<RecordedOutput, 'lines' | 'omitted'> {
  // No more than these can have room, an empty one being none.
  const last = lines.slice(-mostBytes / 2)
  const clean = withoutSecrets(
    last.map(({ text }) => text),
    search,
  )
  let room = mostBytes
  const from = clean.findLastIndex((line) => {
    room -= Buffer.byteLength(line) + 1
    return room < 0
  })
  const kept = clean.slice(from + 1)
  const lost = lines.reduce((sum, line) => sum + (line.lost ?? 0), 0)
  const omitted = lost + lines.length - last.length + clean.length - kept.length
  return { lines: kept, ...(omitted > 0 && { omitted }) }
}
