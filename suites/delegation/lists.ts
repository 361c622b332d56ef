import { elementsOf, type Json } from '../../harness/contracts/json.js'
import { memberOf } from '../../harness/wire/decode.js'

/** The elements of all lists of that name. */
export const listed = (of: readonly Json[], name: string): readonly Json[] =>
  of.flatMap((one) => elementsOf(memberOf(one, name)))
