import { count, counted, duration } from '../../../reports/text.js'
import type { TargetConfig } from '../../contracts/target.js'
import { type Figures, readFigures } from '../../run/figures.js'
import { type Forecast, forecast } from '../../run/forecast.js'
import type { RunOptions } from '../../run/options.js'
import { logsIn } from '../../run/selection.js'
import type { ListedCheck } from '../../runner/kept-list.js'
import { planOf } from '../../runner/planning.js'

/** Says what a run would do, and starts and sends nothing. @returns exit code 0. */
export function dryRun(options: RunOptions, list: readonly ListedCheck[], json: boolean): number {
  const { targets } = options
  const figures = readFigures()
  const plan = planOf(list, {
    ...options,
    targets: targets.map(({ name, roles }) => ({ name, roles })),
  })
  const listed = new Map(list.map(({ check, timing, weight }) => [check.id, { waits: timing.waits, weight }]))
  const knownOf = (id: string) => listed.get(id) ?? { waits: 0, weight: 1 }
  const told = targets.map((config) => ({ config, forecast: forecast(config, plan, knownOf, figures) }))
  if (json) {
    const all = told.map(({ config, forecast: { leftOut, ...rest } }) => ({
      target: config.name,
      roles: config.roles,
      ...rest,
      leftOut: Object.fromEntries(leftOut),
    }))
    const { version, recorded } = figures ?? {}
    process.stdout.write(`${JSON.stringify({ targets: all, ...(figures && { figures: { version, recorded } }) })}\n`)
    return 0
  }
  const logins = plan.some(({ selected, check }) => selected.run && logsIn(check))
  const lines = told.flatMap(({ config, forecast: one }) => aboutTarget(config, one, options, figures))
  process.stdout.write(
    `${['Dry run: nothing is started, and nothing is sent.', ...lines, '', ...processes(options, logins)].join('\n')}\n`,
  )
  return 0
}

function aboutTarget(
  config: TargetConfig,
  { topics, checks, messages, largest, waits, seconds, unknown, closed, leftOut }: Forecast,
  { workers, safe, profile }: RunOptions,
  figures: Figures | undefined,
): readonly string[] {
  const pace = config.pace
  const bound = pace === undefined ? 'as fast as they are answered' : `${pace} in a second at most`
  const rows = topics.map(({ topic, checks: own, messages: sent }) => row(topic, count(own), count(sent)))
  return [
    '',
    `${config.name} as ${config.roles.join(', ')}: ${counted(checks, 'check')} of the ${profile} profile${safe ? ', safe ones alone' : ''}`,
    row('topic', 'checks', 'messages'),
    ...rows,
    row('all', count(checks), count(messages)),
    '',
    ...say(
      'messages',
      `about ${count(messages)}, ${bound}, ${safe ? 'one at a time' : `of ${counted(workers, 'check')} at a time`}`,
    ),
    ...say('largest message', largest ? `${kilobytes(largest.bytes)} (${largest.check})` : 'not known without figures'),
    ...say(
      'waits',
      waits === 0
        ? 'no check that mostly waits'
        : `${duration(1000 * waits)} in checks that mostly wait, beside others`,
    ),
    ...say(
      'roughly',
      howLong({ messages, seconds, unknown }, { pace, atOnce: safe ? 1 : (figures?.atOnce ?? 1) }, figures),
    ),
    ...closed.map(({ setting, checks: number }) =>
      line(
        'not testable',
        `${counted(number, 'check')}: \`${setting}\` in the target file opens ${number === 1 ? 'it' : 'them'}`,
      ),
    ),
    ...(config.participants.length > 0
      ? say('not testable', 'what needs control of the registry, since `participants` names all parties that there are')
      : []),
    ...(config.login?.registered
      ? say('not testable', 'what needs relying parties that are new to the target, since `login.registered` is set')
      : []),
    ...[...leftOut].map(([reason, number]) => line('left out', `${counted(number, 'check')}. ${reason}`)),
  ]
}

const row = (...[topic, checks, messages]: readonly [string, string, string]): string =>
  `  ${topic.padEnd(20)}${checks.padStart(8)}${messages.padStart(10)}`

const line = (label: string, text: string): string => `  ${label.padEnd(17)}${text}`

const say = (label: string, text: string): readonly string[] => [line(label, text)]

const kilobytes = (bytes: number): string => `${count(Math.ceil(bytes / 1024))} KB`

/** Seconds that each message takes at least where no figures tell. */
function howLong(
  { messages, seconds, unknown }: Pick<Forecast, 'messages' | 'unknown'> & { readonly seconds: number | undefined },
  { pace, atOnce }: { readonly pace: number | undefined; readonly atOnce: number },
  figures: Figures | undefined,
): string {
  const paced = pace === undefined ? 0 : messages / pace
  if (!figures || seconds === undefined)
    return paced > 0
      ? `${duration(1000 * paced)} at that pace (no figures of the reference: this build has none, \`npm run figures\` records them)`
      : 'not known: this build has no figures of the reference (`npm run figures` records them)'
  const more = unknown > 0 ? `; ${counted(unknown, 'check')} of them without figures` : ''
  const source = `figures of the reference, recorded with version ${figures.version} on ${figures.recorded}${more}; your server may be slower`
  return `${duration(1000 * Math.max(paced, seconds / atOnce))} (${source})`
}

/** What would be started on this machine. */
function processes({ targets, oneProcess, workers }: RunOptions, logins: boolean): readonly string[] {
  const launched = targets.flatMap(({ name, launch }) => (launch ? [`${name}: ${launch.command}`] : []))
  const own = oneProcess
    ? 'the lab and the checks in this process'
    : `the lab, and processes for ${counted(workers, 'check')} at a time`
  return [
    line('would start', own),
    ...launched.map((command) => line('', command)),
    ...(logins ? [line('', 'Chromium, where a page of a login needs it')] : []),
  ]
}
