import type { PlannedCheck } from '../contracts/plan.js'
import type { TargetConfig } from '../contracts/target.js'

/** A setting of the target file that opens checks which are not testable without it. */
export interface OpenSetting {
  /** As the target file spells it. */
  readonly setting: string
  readonly isMissing: (config: TargetConfig) => boolean
  readonly opens: (planned: PlannedCheck) => boolean
}

const topicOf = ({ check: { id } }: PlannedCheck): string => id.split('.')[0] ?? ''

const ofTopics =
  (...topics: readonly string[]) =>
  (planned: PlannedCheck): boolean =>
    topics.includes(topicOf(planned))

/** What is known before anything is started; what else a check misses it says when it runs. */
export const openSettings: readonly OpenSetting[] = [
  {
    setting: 'service',
    isMissing: ({ service }) => service === undefined,
    opens: (planned) => ofTopics('service', 'asking')(planned) || planned.check.id === 'answers.service-unasked',
  },
  {
    setting: 'login.start',
    isMissing: ({ login }) => login?.start === undefined,
    opens: ofTopics('relying-party', 'login-client'),
  },
  {
    setting: 'trigger',
    isMissing: ({ trigger }) => trigger === undefined,
    opens: ({ role }) => role === 'ServiceConsumer',
  },
  {
    setting: 'launch or restart',
    isMissing: ({ launch, restart }) => launch === undefined && restart === undefined,
    opens: ({ check: { id } }) => /\bafter-restart$/.test(id),
  },
]
