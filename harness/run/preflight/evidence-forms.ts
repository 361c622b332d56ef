import type { Sent } from '../../check/types.js'
import type { SettingLine } from '../../contracts/errors.js'
import type { DelegationSettings } from '../../contracts/interface.js'
import { presets } from '../../target/presets.js'
import { isElsewhere } from './find-out.js'

/** Forms tried at most; each is a message for each kind of caller. */
const mostForms = 12

const setting = (name: keyof DelegationSettings, value: SettingLine[1]): SettingLine => [
  `interface.delegation.${name}`,
  value,
]

/** In what a request of deployed servers differs from that of the text, one difference at a time. */
const differences: readonly SettingLine[] = [
  setting('context', null),
  setting('context', { place: 'environment.serviceProviders', form: 'list' }),
  setting('memberCase', 'snake'),
  setting('forwardedIn', 'request'),
]

const paths = [...new Set(Object.values(presets).map(({ settings }) => settings.delegation.path))]

/** Whether the unconditional policy is permitted under these settings. @returns the answer to the first request. */
export type AskFor = (lines: readonly SettingLine[]) => Promise<{ readonly permits: boolean; readonly sent: Sent }>

/**
 * The settings under which a server permits that refuses a request for evidence as they are: another path where nobody
 * answers there, then one difference at a time. What is permitted is asked for twice.
 * @param refused The answer to the request as the settings have it.
 * @returns none where no form is permitted, or the target asks for patience.
 */
export async function evidenceForm(
  ask: AskFor,
  refused: Sent,
  current: Pick<DelegationSettings, 'path'>,
): Promise<readonly SettingLine[]> {
  let tried = 0
  let isOver = false
  const permits = async (lines: readonly SettingLine[]): Promise<boolean> => {
    if (isOver || tried++ >= mostForms) return false
    const first = await ask(lines)
    isOver = first.sent.outcome.kind === 'deferred' || first.sent.outcome.kind === 'no-answer'
    return first.permits && (await ask(lines)).permits
  }
  const base = isElsewhere(refused) ? await pathOf(ask, current.path) : []
  if (base === undefined) return []
  if (base.length > 0 && (await permits(base))) return base
  for (const difference of differences) {
    const lines = [...base, difference]
    if (await permits(lines)) return lines
  }
  return []
}

/** The path at which somebody answers requests for evidence; none where nobody does. */
async function pathOf(ask: AskFor, own: string): Promise<readonly SettingLine[] | undefined> {
  const others = [own.endsWith('/') ? own.slice(0, -1) : `${own}/`, ...paths].filter((path) => path !== own)
  for (const path of others) {
    const line = setting('path', path)
    if (!isElsewhere((await ask([line])).sent)) return [line]
  }
  return undefined
}
