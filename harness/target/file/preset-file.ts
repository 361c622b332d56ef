import { ConfigError } from '../../contracts/errors.js'
import type { InterfaceOverrides } from '../../contracts/interface.js'
import { presetSchema } from '../../contracts/target-file/interface-schema.js'
import { sentencesFor } from './problems.js'
import { readSource } from './source.js'
import { validate } from './validate.js'

/** Reads a preset file; mistakes come back as sentences, so that they stand beside those of the target file. */
export const loadPreset = async (
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ sentences: readonly string[]; settings?: InterfaceOverrides; secrets?: readonly string[] }> => {
  try {
    const [source] = await readSource(file)
    if (!source) return { sentences: [] }
    const { parsed, secrets, problems } = validate(presetSchema, source.data, env)
    const sentences = sentencesFor(problems, source, presetSchema)
    return { sentences, settings: (parsed ?? {}) as InterfaceOverrides, secrets }
  } catch (error) {
    if (error instanceof ConfigError) return { sentences: [error.message] }
    throw error
  }
}
