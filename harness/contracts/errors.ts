import type { Json } from './json.js'

/** A setting of the target file: its dotted path, and its value. */
export type SettingLine = readonly [path: string, value: Json]

/** Base of everything that Assay throws on purpose; `code` is stable and may be matched. */
export abstract class AssayError extends Error {
  abstract readonly code: string
}

/** Nothing can be said about the target: the control was refused, or no answer came. */
export class Inconclusive extends AssayError {
  readonly code = 'INCONCLUSIVE'
}

/** Our own mistake, never the target's. */
export class HarnessError extends AssayError {
  readonly code = 'HARNESS_ERROR'
}

/** Something the user can mend: target file, flags, an unreachable target. One sentence that says what to do. */
export class ConfigError extends AssayError {
  readonly code = 'CONFIG_ERROR'
  /** What mends it, where that is known. */
  readonly settings: readonly SettingLine[]

  constructor(
    message: string,
    { settings = [], ...rest }: ErrorOptions & { readonly settings?: readonly SettingLine[] } = {},
  ) {
    super(message, rest)
    this.settings = settings
  }
}

/** A hook or fixture is missing; the sentence names the setting. */
export class NotTestable extends AssayError {
  readonly code = 'NOT_TESTABLE'
}
