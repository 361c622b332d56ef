import type { Outage } from '../contracts/outage.js'
import type { OutageResult } from '../contracts/results.js'
import type { RunFile } from '../contracts/run.js'
import type { Search } from '../evidence/leaks/search.js'
import { withoutSecrets } from '../evidence/output.js'
import { readStanding } from '../target/process/standing.js'

/** Which targets were gone in the middle of a run, by their names. */
export type Outages = ReadonlyMap<string, readonly OutageResult[]>

/**
 * Reads them from the run's folder.
 * @param search Finds what a target may have printed, and nobody else is to read.
 */
export function outagesOf({ folder, targets }: RunFile, search: () => Search): Outages {
  const known = targets.flatMap(({ name }) => {
    const { outages = [] } = readStanding(folder, name) ?? {}
    return outages.length > 0 ? [[name, outages] as const] : []
  })
  return new Map(known.map(([name, outages]) => [name, outages.map((outage) => told(outage, search()))]))
}

function told({ from, to, how, startedAgain, output = [], killer }: Outage, search: Search): OutageResult {
  const lastOutput = withoutSecrets(output, search).join('\n').trim()
  return {
    at: new Date(from).toISOString(),
    ...(to !== undefined && { durationMs: Math.round(to - from) }),
    how,
    ...(startedAgain && { startedAgain }),
    ...(lastOutput !== '' && { lastOutput }),
    ...(killer && { killer: { check: killer.check, message: killer.message } }),
  }
}
