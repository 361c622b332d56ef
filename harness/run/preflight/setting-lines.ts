import { stringify } from 'yaml'
import type { SettingLine } from '../../contracts/errors.js'
import type { Json, JsonObject } from '../../contracts/json.js'

/** Why something of a target cannot be judged, and the settings that mend it, where they are known. */
export interface Problem {
  readonly sentence: string
  readonly lines: readonly SettingLine[]
}

/** Settings by dotted paths as one object, as in a target file. */
export function nested(lines: readonly SettingLine[]): JsonObject {
  const all: JsonObject = {}
  for (const [path, value] of lines) {
    const names = path.split('.')
    const last = names.pop() as string
    let group = all
    for (const name of names) {
      group[name] ??= {}
      group = group[name] as JsonObject
    }
    group[last] = value
  }
  return all
}

/** The same as a reader writes them into a target file, on one line each. */
export const inFlow = (lines: readonly SettingLine[]): string =>
  Object.entries(nested(lines))
    .map(([name, value]) => `\`${name}: ${flow(value)}\``)
    .join(' and ')

/** Settings by their dotted paths, for a sentence. */
export const byPath = (lines: readonly SettingLine[]): string =>
  lines.map(([path, value]) => `\`${path}: ${flow(value)}\``).join(', ')

const flow = (value: Json): string => stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim()
