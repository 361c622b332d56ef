import type { Outage } from '../contracts/outage.js'
import type { OutageResult } from '../contracts/results.js'
import type { RunFile } from '../contracts/run.js'
import type { Secret } from '../evidence/leaks/note.js'
import { type Search, searchFor } from '../evidence/leaks/search.js'
import { redactText } from '../evidence/redact.js'
import { readStanding } from '../target/process/standing.js'

/** Which targets were gone in the middle of a run, by their names. */
export type Outages = ReadonlyMap<string, readonly OutageResult[]>

/** Longest line that is kept of what a target printed, in characters. */
const longestLine = 300

/**
 * Reads them from the run's folder.
 * @param secrets What a target may have printed, and nobody else is to read.
 */
export function outagesOf({ folder, targets }: RunFile, secrets: readonly Secret[]): Outages {
  const known = targets.flatMap(({ name }) => {
    const { outages = [] } = readStanding(folder, name) ?? {}
    return outages.length > 0 ? [[name, outages] as const] : []
  })
  if (known.length === 0) return new Map()
  const search = searchFor(secrets)
  return new Map(known.map(([name, outages]) => [name, outages.map((outage) => told(outage, search))]))
}

function told({ from, to, how, startedAgain, output = [], killer }: Outage, search: Search): OutageResult {
  const lastOutput = withoutSecrets(output, search)
  return {
    at: new Date(from).toISOString(),
    ...(to !== undefined && { durationMs: Math.round(to - from) }),
    how,
    ...(startedAgain && { startedAgain }),
    ...(lastOutput !== '' && { lastOutput }),
    ...(killer && { killer: { check: killer.check, message: killer.message } }),
  }
}

/** Long runs go as in any answer of a target; a line that still holds a secret goes as a whole. */
function withoutSecrets(lines: readonly string[], search: Search): string {
  const clean = lines.map((line) => {
    const redacted = redactText(line, []).slice(0, longestLine)
    return search(Buffer.from(redacted)).size > 0 ? '‹a line that held a secret›' : redacted
  })
  const text = clean.join('\n').trim()
  // Such as a key that is spread over lines.
  return search(Buffer.from(text)).size > 0 ? '‹lines that held a secret›' : text
}
