import { checkPage, type EvidenceOf, evidenceIn, unplayedPage } from '../../../reports/index.js'
import { connectLab } from '../../lab/channel/client.js'
import { newCalls } from '../../run/new-calls.js'
import { collectResults } from '../../run/results.js'
import { runTarget } from '../../run/run-target.js'
import { unstartedRun } from '../../run/session.js'
import type { Bench } from '../bench/bench.js'
import { benchRole } from '../bench/work.js'
import type { Desk, Laid } from '../desk.js'
import type { Wish } from '../loop.js'
import type { Warm } from '../warm.js'
import { type OpenPage, openPage } from './open-page.js'

/** The page of a watch. @param want Hears which round it asks for. */
export async function pageOf(warm: Warm, desk: Desk, bench: Bench, want: (wish: Wish) => void): Promise<OpenPage> {
  const labs = warm.stage.targets.map(({ world }) => connectLab(warm.stage.control, world))
  const page = await openPage({
    desk,
    title: warm.options.targets.map(({ name, roles }) => `${name} as ${roles.join(', ')}`).join('; '),
    check: (laid) => checkShown(warm, laid),
    calls: labs.map(newCalls),
    want,
    ...(benchRole(warm) && { bench }),
  })
  return {
    ...page,
    async close() {
      await page.close()
      await Promise.all(labs.map((lab) => lab.close()))
    },
  }
}

/** What came of a check as it was carried out last. */
function checkShown(warm: Warm, { planned, result }: Laid): string {
  if (!result) return unplayedPage(planned.check.title)
  const targets = warm.stage.targets.map((staged) => runTarget(staged, false))
  const run = { ...unstartedRun(warm.options), out: warm.kept, only: [planned.check.id], targets }
  const { results } = collectResults(run, [planned], { complete: true, interrupted: false })
  const [kept, before] = [warm.kept, warm.before].map(evidenceIn)
  return checkPage({ ...results, checks: [result] }, result, kept as EvidenceOf, before)
}
