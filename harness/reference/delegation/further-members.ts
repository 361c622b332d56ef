import { isObject, type Json } from '../../contracts/json.js'

const objects = (value: Json | undefined) => (Array.isArray(value) ? (value as readonly Json[]) : []).filter(isObject)

/** Whether policy sets hold what some schemas want beside what the text shows of them (L188); a variant asks for it. */
export const holdFurtherMembers = (policySets: Json | undefined): boolean =>
  objects(policySets).every(
    ({ maxDelegationDepth, policies }) =>
      typeof maxDelegationDepth === 'number' &&
      objects(policies).every(
        ({ target }) => isObject(target) && isObject(target.environment) && Array.isArray(target.environment.licenses),
      ),
  )
