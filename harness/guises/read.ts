import { ConfigError } from '../contracts/errors.js'
import type { Bundle } from './bundles.js'
import { guiseValues } from './values.js'

/**
 * The guise that `--guises` asks for, names of values with commas between them; none for `none`, and those of the
 * profile for `usual`, of which nothing is said here.
 * @throws ConfigError for a name that there is not, and for two values of one dimension.
 */
export function readGuises(text: string): readonly Bundle[] | undefined {
  if (text.trim() === 'usual') return undefined
  if (text.trim() === 'none') return []
  const values = text.split(',').map((name) => {
    const value = guiseValues.find((one) => one.name === name.trim())
    if (value) return value
    const known = guiseValues.map((one) => one.name).join(', ')
    throw new ConfigError(
      `--guises names "${name.trim()}", which there is not; take \`usual\`, \`none\` or some of these: ${known}.`,
    )
  })
  const twice = values.find(({ dimension }, index) => values.findIndex((one) => one.dimension === dimension) < index)
  if (twice)
    throw new ConfigError(`--guises takes one value of a dimension, since a message has only one ${twice.dimension}.`)
  return [values.map(({ name }) => name)]
}
