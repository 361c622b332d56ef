/** What a trigger tells a ServiceConsumer: a command as environment, a URL as JSON body. */
export interface TriggerCall {
  /** Base URL of the ServiceProvider that it is to call. */
  readonly ASSAY_PROVIDER_URL: string
  readonly ASSAY_PROVIDER_PARTY_ID: string
  /** Id of the check, for the log of the consumer. */
  readonly ASSAY_CHECK: string
}

/** What came of a trigger. That it failed says nothing about the consumer: it may well report that a hostile provider refused it. */
export interface Triggered {
  /** Exit code 0, or an answer 2xx. */
  readonly succeeded: boolean
  /** One sentence, with the last output below it. */
  readonly said: string
  /** It was still going on when its time was over (`trigger.timeoutSeconds`). */
  readonly outlived?: true
}

/** Where the steward listens. */
export interface StewardAddress {
  readonly url: string
  readonly token: string
}

/** One call of a `trigger`. */
export interface TriggerOrder {
  readonly call: TriggerCall
  /** It does not wait for triggers before it. */
  readonly besideOthers?: true
}

/** What came of a trigger, and how long it took, milliseconds. */
export interface TimedTrigger extends Triggered {
  readonly durationMs: number
}
