import type { JsonObject } from '../../../harness/contracts/json.js'
import { claims } from '../../../harness/mutations/mutation.js'
import type { ContextWith, Mutation, Need } from '../../../harness/mutations/types.js'

/**
 * Claims that are wrong, and the sound ones beside them under names in capitals (RFC 7519 §4 compares names as they
 * stand): where a reader ignores letter case, the last one counts, or the first.
 */
export const soundInCapitals = <N extends Need = never>(
  name: string,
  wrong: (sound: JsonObject, context: ContextWith<N>) => JsonObject,
  ...needs: readonly N[]
): readonly Mutation[] =>
  (['behind', 'before'] as const).map((where) =>
    claims(
      `${name}, what is sound in capitals ${where} it`,
      (all, context: ContextWith<N>) => {
        const own = { ...all }
        const changed = wrong(own, context)
        const sound = Object.fromEntries(Object.keys(changed).map((claim) => [claim.toUpperCase(), own[claim] ?? null]))
        for (const claim of Object.keys(own)) delete all[claim]
        Object.assign(all, ...(where === 'behind' ? [own, changed, sound] : [sound, own, changed]))
      },
      ...needs,
    ),
  )
