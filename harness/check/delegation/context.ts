import type { DelegationSettings } from '../../contracts/interface.js'
import { isObject, type Json, type JsonObject } from '../../contracts/json.js'
import { memberOf } from '../../wire/decode.js'
import { withRecordMember } from '../../wire/members.js'
import type { Context } from './types.js'

type Place = DelegationSettings['context']

/** Whether requests have the context where the text has it (L185). */
export const isAsStated = (place: Place): boolean => place?.place === 'context.serviceProvider' && place.form === 'text'

/** Whether a context can be said at its place in the requests of a target: elsewhere it is one ServiceProvider, or none. */
export function canSay({ context: place }: DelegationSettings, { text, value }: Context): boolean {
  if (isAsStated(place)) return true
  if (!place || text !== undefined) return false
  if (value === undefined || value === null) return true
  const names = isObject(value) ? Object.keys(value) : ['no group']
  return (
    names.length === 0 || (names.join() === 'serviceProvider' && typeof memberOf(value, names[0] ?? '') === 'string')
  )
}

/** The members of the target of a policy that hold a context, as the settings place it. */
export function placedContext(place: Place, value: Json | undefined): JsonObject {
  if (!place || value === undefined) return {}
  if (isAsStated(place)) return { context: value }
  const provider = memberOf(value, 'serviceProvider')
  if (provider === undefined) return {}
  return withRecordMember({}, place.place, place.form === 'list' ? [provider] : provider)
}
