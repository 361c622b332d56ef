import { ConfigError, HarnessError } from '../contracts/errors.js'
import type { RunFile, RunOrder, RunTarget } from '../contracts/run.js'
import type { Triggered, TriggerOrder } from '../contracts/steward.js'
import { loginOf } from '../target/login.js'
import { provision } from '../target/process/hook.js'
import { openJournal } from '../target/process/journal.js'
import { launchTarget, type RunningTarget } from '../target/process/launch.js'
import { keepStanding } from '../target/process/standing.js'
import { notRestartable, startSteward } from '../target/process/steward.js'
import { runTrigger } from '../target/process/trigger.js'
import { keepVigil, type Vigil } from '../target/process/vigil.js'
import { allOrNone, unlessAborted } from './cancel.js'
import { runTarget } from './run-target.js'
import type { Stage, StagedTarget } from './stage.js'

/** Ends something that was started. */
export type Ending = () => Promise<void> | void

/** Ends everything, the last started first, whatever comes of each. */
export async function endAll(endings: Ending[]): Promise<void> {
  const problems: unknown[] = []
  for (const end of endings.splice(0).reverse()) {
    try {
      await end()
    } catch (error) {
      problems.push(error)
    }
  }
  if (problems.length > 0) throw problems[0]
}

/** The targets of a stage, launched. */
export interface Engaged {
  /** Without what preflight learns. */
  readonly run: RunFile
  /** From now on a target that ends is started again. */
  begin(): void
  /**
   * An error that the user can mend has what the launched target printed below, which often says why it did not do as it
   * should; of one that is not launched it says where its kit is.
   */
  withHelp<T>(target: Pick<RunTarget, 'name'>, work: Promise<T>): Promise<T>
}

/** What engages targets, and takes what ends them. */
export interface Engaging {
  /** Gives up what is being started. */
  readonly stop: AbortController
  /** Takes what ends the targets. */
  readonly target: Ending[]
  /** Takes what ends all that serves the checks of one run. */
  readonly round: Ending[]
  /** Hears one sentence for the user. */
  readonly complain: (message: string) => void
}

const unwatched = (name: string): Promise<never> => Promise.reject(new HarnessError(`Nobody watches over "${name}".`))

const whereKitIs = ({ config, kit, isKept }: StagedTarget): string =>
  isKept && !config.launch ? ` Its kit: ${kit.folder}` : ''

/**
 * Launches the targets of a stage, each with its `provision`, and what does for checks that only their owner can do.
 * @throws ConfigError where one does not start.
 */
export async function engage(
  stage: Stage,
  order: RunOrder,
  { stop, target: ofTarget, round: ofRound, complain }: Engaging,
): Promise<Engaged> {
  const { signal } = stop
  const running = new Map<string, RunningTarget>()
  const vigils = new Map<string, Vigil>()
  const triggers = new Map<string, (order: TriggerOrder) => Promise<Triggered>>()
  const steward = await startSteward({
    restart: (name) => {
      const restart = running.get(name)?.restart
      return (restart && vigils.get(name)?.during(restart)) ?? Promise.reject(notRestartable(name))
    },
    provision: (name) => vigils.get(name)?.prepare() ?? unwatched(name),
    standing: (name, sighting) => vigils.get(name)?.look(sighting) ?? unwatched(name),
    trigger: (name, order) =>
      triggers.get(name)?.(order) ??
      Promise.reject(new ConfigError(`"${name}" has no \`trigger\` in the target file.`)),
    login: (name, role) => {
      const staged = stage.targets.find(({ config }) => config.name === name)
      return staged && loginOf(staged.config, role, staged.kit.humans)
    },
  })
  ofRound.push(steward.close)
  const targets = await allOrNone(stop, stage.targets, async (staged): Promise<RunTarget> => {
    const { config, kit } = staged
    const told = { ASSAY_KIT: kit.folder, ASSAY_BASE_URL: config.baseUrl }
    const target = await launchTarget(config, told, signal, openJournal(order.folder, config.name))
    ofTarget.push(target.stop)
    target.onCrash(({ message }) => complain(message))
    running.set(config.name, target)
    const prepare = () => provision(config, told).catch(({ message }: Error) => complain(message))
    const vigil = keepVigil({ config, target, prepare, keep: (now) => keepStanding(order.folder, config.name, now) })
    ofRound.push(() => vigil.close())
    vigils.set(config.name, vigil)
    triggers.set(config.name, ({ call }) => runTrigger(config, told, call))
    await unlessAborted(signal, provision(config, told))
    return runTarget(staged, target.restart !== undefined)
  })
  const { control, keys } = stage
  return {
    run: { ...order, control, keys, steward: steward.address, targets },
    begin: () => {
      for (const vigil of vigils.values()) vigil.begin()
    },
    async withHelp({ name }, work) {
      try {
        return await work
      } catch (error) {
        const staged = stage.targets.find(({ config }) => config.name === name)
        const help = `${staged ? whereKitIs(staged) : ''}${running.get(name)?.lastOutput() ?? ''}`
        throw error instanceof ConfigError && help !== ''
          ? new ConfigError(`${error.message}${help}`, { settings: error.settings })
          : error
      }
    },
  }
}
