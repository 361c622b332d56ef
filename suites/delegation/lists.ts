import type { Json } from '../../harness/contracts/json.js'
import { memberOf } from '../../harness/wire/decode.js'

/** The elements of what should be a list; none where it is none. */
export const elements = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : []

/** The elements of all lists of that name. */
export const listed = (of: readonly Json[], name: string): readonly Json[] =>
  of.flatMap((one) => elements(memberOf(one, name)))
