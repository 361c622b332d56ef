import { resolve } from 'node:path'
import { counted } from '../../../reports/index.js'
import type { Profile } from '../../../requirements/types.js'
import { defaultOptions } from '../../run/options.js'
import { suiteVersion } from '../../run/version.js'
import { type Signals, watchSignals } from '../../runner/signals.js'
import { loadTargets } from '../../target/file/target-file.js'
import { refuseTaken } from '../../target/process/launch.js'
import { openBench } from '../../watch/bench/bench.js'
import { handWorkAt } from '../../watch/bench/work.js'
import { watchChanges } from '../../watch/changes.js'
import { type Desk, openDesk } from '../../watch/desk.js'
import { type Command, keysLine, readCommands } from '../../watch/keys.js'
import { allViews, type Loop, namedChecks, openLoop } from '../../watch/loop.js'
import { openInBrowser } from '../../watch/page/browser.js'
import { pageOf } from '../../watch/page/of-warm.js'
import { watchPresence } from '../../watch/presence.js'
import { playRound } from '../../watch/round.js'
import { terminalView } from '../../watch/terminal.js'
import { type Warm, warmUp } from '../../watch/warm.js'
import { complain } from '../complain.js'
import { checkSelection, listChecks, namesOf, nothingSelected } from '../list-checks.js'

/** Flags of `assay watch`. */
export interface WatchFlags {
  readonly config: string
  readonly profile: Profile
  readonly strict: boolean
  readonly only: readonly string[]
  readonly state?: string
  /** Opens the page at once. */
  readonly page: boolean
}

/**
 * Keeps lab and target up, and carries checks out whenever something has changed, until the user ends it.
 * @returns exit code 0.
 * @throws ConfigError where there is nothing to watch.
 */
export async function watch(flags: WatchFlags): Promise<number> {
  const signals = watchSignals()
  try {
    const targets = await loadTargets(flags.config)
    for (const target of targets) await refuseTaken(target)
    const list = await listChecks()
    const options = {
      ...defaultOptions('', targets),
      checks: namesOf(list),
      profile: flags.profile,
      strict: flags.strict,
      only: flags.only,
      largeKeys: flags.profile !== 'quick',
      ...(flags.state !== undefined && { state: resolve(flags.state) }),
    }
    if (options.only.length > 0) checkSelection(list, options)
    const warm = await warmUp(options, list)
    try {
      return await carryOn(warm, signals, flags)
    } finally {
      await warm.close()
    }
  } finally {
    signals.close()
  }
}

async function carryOn(warm: Warm, signals: Signals, { config, page: atOnce }: WatchFlags): Promise<number> {
  const { targets } = warm.options
  const desk = openDesk(warm.plan)
  const checks = desk.everything().size
  if (checks === 0) throw nothingSelected(targets)
  const { stdin, stdout } = process
  const say = (line: string): void => void stdout.write(`${line}\n`)
  const presence = watchPresence(targets, () => loop.back())
  const bench = openBench(handWorkAt(warm))
  const page = await pageOf(warm, desk, bench, (wish) => loop.want(wish))
  const loop = openLoop({
    desk,
    view: allViews([terminalView({ desk, kept: warm.kept, out: stdout }), page.view]),
    play: (ids, stop, hears) => bench.during(() => playRound(warm, ids, stop, hears)),
    absent: presence.absent,
  })
  const paths = targets.flatMap(({ watched }) => watched)
  const endings = [
    presence.close,
    page.close,
    watchChanges(paths, {
      begun: loop.changing,
      settled: (files) => loop.want({ kind: 'change', files }),
    }),
    watchChanges([resolve(config)], {
      begun: () => undefined,
      settled: () => say(`assay: ${config} has changed: end this and start it again, so that it counts.`),
    }),
    readCommands(
      stdin,
      (command) => obey(command, { loop, desk, open: () => show(page.address) }),
      (text) => void stdout.write(text),
    ),
  ]
  signals.onSignal(() => loop.end())
  say(`Assay ${suiteVersion()} watches ${targets.map(({ name }) => name).join(', ')}: ${counted(checks, 'check')}.`)
  say(keysLine(stdin.isTTY === true))
  if (paths.length === 0) say('Nothing says what to watch: name files in watch.paths of the target file, or use keys.')
  if (atOnce) show(page.address)
  loop.want({ kind: 'start' })
  if (signals.interrupted) loop.end()
  try {
    await loop.run()
    return 0
  } finally {
    for (const end of endings) await end()
  }
}

/** Says where the page is; at a terminal a browser is opened, too. */
function show(address: string): void {
  process.stdout.write(`The page: ${address}\n`)
  if (process.stdout.isTTY) openInBrowser(address)
}

/** What a command of the user concerns. */
interface Obeying {
  readonly loop: Loop
  readonly desk: Desk
  readonly open: () => void
}

function obey(command: Command, { loop, desk, open }: Obeying): void {
  if (command.kind === 'quit') loop.end()
  else if (command.kind === 'page') open()
  else if (command.kind !== 'checks') loop.want({ kind: command.kind })
  else
    try {
      loop.want(namedChecks(desk, command.names))
    } catch (error) {
      complain(error)
    }
}
