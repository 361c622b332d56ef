import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PlannedCheck } from '../contracts/plan.js'
import type { CheckResult } from '../contracts/results.js'
import type { RunFile } from '../contracts/run.js'
import { findLeaks } from '../evidence/leaks/scan.js'
import { lazySearch } from '../evidence/leaks/search.js'
import { secretsOf } from '../evidence/leaks/secrets.js'
import { evidencePath } from '../evidence/store.js'
import { tellPrinted } from '../run/printed.js'
import { checkResult } from '../run/results.js'
import type { Hears } from './round.js'
import type { Warm } from './warm.js'

/** Takes what checks of a round have left. */
export interface Keeping {
  judged(planned: PlannedCheck): void
  /** Keeps the evidence of all that were judged. */
  flush(): void
  /** Puts what the target printed beside the evidence of its checks, once all of the round are over. */
  tellPrinted(): Promise<void>
}

/** How long evidence may wait to be kept beside more of its kind, milliseconds: secrets are searched for in all at once. */
const patienceMs = 2_000

/** Keeps the evidence of checks beyond their round, unless a secret of the run stands in it. */
export function keepingFor(warm: Warm, run: RunFile, hears: Pick<Hears, 'judged' | 'kept'>): Keeping {
  let waiting: CheckResult[] = []
  let last = performance.now()
  const secrets = () => [...secretsOf(run), ...secretsOf({ ...run, folder: warm.folder })]
  const flush = (): void => {
    last = performance.now()
    const results = waiting
    waiting = []
    if (results.length === 0) return
    // None of them may have left anything.
    const leaks = existsSync(run.out) ? findLeaks(run.out, secrets()) : []
    hears.kept(results.map((result) => keep(warm, run, result, leaks)))
  }
  return {
    judged(planned) {
      const result = checkResult(run, planned, { complete: true, interrupted: false })
      hears.judged(result)
      waiting.push(result)
      if (performance.now() - last > patienceMs) flush()
    },
    flush,
    tellPrinted: () => tellPrinted({ ...run, out: warm.kept }, lazySearch(secrets)),
  }
}

/** What a check saw last is what it saw the time before, from now on; without its pictures. */
function keepForComparison(warm: Warm, path: string): void {
  const [from, to] = [join(warm.kept, path), join(warm.before, path)]
  if (!existsSync(from)) return
  mkdirSync(dirname(to), { recursive: true })
  renameSync(from, to)
}

function keep(warm: Warm, run: RunFile, result: CheckResult, leaks: ReturnType<typeof findLeaks>): CheckResult {
  const path = evidencePath(result.target, result.role, result.id)
  const pictures = path.replace(/\.json$/, '')
  keepForComparison(warm, path)
  const leak = leaks.find(({ name }) => name === path || name.startsWith(`${pictures}/`))
  for (const name of [path, pictures]) {
    const [from, to] = [join(run.out, name), join(warm.kept, name)]
    rmSync(to, { recursive: true, force: true })
    if (leak || !existsSync(from)) continue
    mkdirSync(dirname(to), { recursive: true })
    renameSync(from, to)
  }
  if (!leak) return result
  const { evidence: _, ...rest } = result
  const reason = `Its evidence held a ${leak.kinds.join(', a ')} and was removed. This is a defect of Assay.`
  return { ...rest, verdict: 'harness-error', reason }
}
