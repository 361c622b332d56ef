import { mutationNamed, mutationNames } from '../../../suites/support/named-mutations.js'
import { ConfigError } from '../../contracts/errors.js'
import { type Guise, type GuiseValue, guiseOf } from '../../guises/types.js'
import { guiseValues } from '../../guises/values.js'
import type { Mutation } from '../../mutations/types.js'
import { didYouMean } from '../../target/file/spelling.js'

/** What is asked of a message that is made by hand: everything that is left empty is as usual. */
export interface Asked {
  readonly mutation?: string
  readonly guise?: string
}

/** A message that is asked for. */
export interface Form {
  readonly mutation?: Mutation
  readonly guise?: Guise
}

/** Conforming forms that one message by itself can have; what the target has seen before takes others. */
export const benchGuises: readonly GuiseValue[] = guiseValues.filter(({ history }) => history === undefined)

/**
 * The message that is asked for.
 * @throws ConfigError for a name that there is not.
 */
export function formOf({ mutation = '', guise = '' }: Asked): Form {
  const [wrong, worn] = [mutation.trim(), guise.trim()]
  return {
    ...(wrong !== '' && { mutation: known(mutationNamed(wrong), wrong, 'mutation of a token request', mutationNames) }),
    ...(worn !== '' && {
      guise: guiseOf([
        known(
          benchGuises.find(({ name }) => name === worn),
          worn,
          'form of a message',
          benchGuises.map(({ name }) => name),
        ),
      ]),
    }),
  }
}

function known<T>(found: T | undefined, wanted: string, what: string, names: readonly string[]): T {
  if (found !== undefined) return found
  throw new ConfigError(`${JSON.stringify(wanted)} is no ${what}.${didYouMean(wanted, names)}`)
}
