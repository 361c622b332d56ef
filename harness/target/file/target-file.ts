import { createHash } from 'node:crypto'
import { dirname, resolve } from 'node:path'
import { ConfigError } from '../../contracts/errors.js'
import { isObject } from '../../contracts/json.js'
import type { TargetConfig } from '../../contracts/target.js'
import { targetSchema } from '../../contracts/target-file/schema.js'
import { slug } from '../../evidence/store.js'
import { resolveTarget } from '../config.js'
import { absolute } from './absolute.js'
import { checkInterface } from './contradictions.js'
import { loadPreset } from './preset-file.js'
import { type Problem, pathName, sentencesFor, valueAt } from './problems.js'
import { checkMeaning, isPresetFile } from './semantics.js'
import { type KeyPath, readSource, type SourceDocument } from './source.js'
import { validate } from './validate.js'
import { loadWaivers } from './waivers.js'

type Environment = Readonly<Record<string, string | undefined>>

/** One target within a source: a document of its own, or an entry of `targets:`. */
interface Entry {
  readonly source: SourceDocument
  readonly prefix: KeyPath
  readonly written: unknown
}

/**
 * Reads a target file (YAML, JSON, TypeScript) with all its targets. Throws one `ConfigError` with a sentence for
 * every mistake of the file: place, key, value, legal example.
 */
export const loadTargets = async (file: string, env: Environment = process.env): Promise<readonly TargetConfig[]> => {
  const documents = await readSource(file)
  const mistakes = documents.flatMap(listMistakes)
  const targets: TargetConfig[] = []
  const names = new Set<string>()
  for (const entry of documents.flatMap(entriesOf)) {
    const { config, sentences } = await loadEntry(entry, dirname(resolve(file)), env, names)
    mistakes.push(...sentences)
    if (config) targets.push(config)
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'))
  return targets
}

const entriesOf = (source: SourceDocument): readonly Entry[] => {
  const { data } = source
  if (!isObject(data) || !('targets' in data)) return [{ source, prefix: [], written: data }]
  const list = Array.isArray(data.targets) ? data.targets : []
  return list.map((written, index) => ({ source, prefix: ['targets', index], written }))
}

/** What is wrong with a list of targets as a list. */
const listMistakes = (source: SourceDocument): readonly string[] => {
  const { data } = source
  if (!isObject(data) || !('targets' in data)) return []
  const problems: Problem[] = Object.keys(data)
    .filter((key) => key !== 'targets' && key !== '$schema' && !key.startsWith('x-'))
    .map((key) => ({ path: [key], at: 'key', says: 'has no place beside targets: move it into an entry of the list' }))
  if (!Array.isArray(data.targets) || data.targets.length === 0) {
    problems.push({ path: ['targets'], at: 'value', says: 'is not a list of one or more targets' })
  }
  return sentencesFor(problems, source, undefined)
}

const loadEntry = async (entry: Entry, folder: string, env: Environment, names: Set<string>) => {
  const { source, prefix, written } = entry
  const { parsed, data, secrets, problems } = validate(targetSchema, written, env)
  const all = [...problems, ...repeatedName(data, names), ...(await checkMeaning(data, folder))]
  const sentences = sentencesFor(all, source, targetSchema, prefix)
  const preset = valueAt(data, ['interface', 'preset'])
  const readable = !all.some(({ path }) => pathName(path) === 'interface.preset')
  const loaded =
    readable && typeof preset === 'string' && isPresetFile(preset)
      ? await loadPreset(resolve(folder, preset), env)
      : undefined
  const waivers = valueAt(data, ['waivers'])
  const named = typeof waivers === 'string' && !all.some(({ path }) => pathName(path) === 'waivers')
  const waived = named ? await loadWaivers(resolve(folder, waivers), env) : undefined
  sentences.push(...(loaded?.sentences ?? []), ...(waived?.sentences ?? []))
  if (!parsed || sentences.length > 0) return { sentences }
  const digest = createHash('sha256').update(JSON.stringify(written, unlessSecret)).digest('hex')
  const config = resolveTarget(absolute(parsed, folder), {
    folder,
    digest,
    presetFile: loaded?.settings,
    secrets: [...secrets, ...(loaded?.secrets ?? [])],
    waivers: waived?.waivers,
  })
  sentences.push(...sentencesFor(checkInterface(config.interface, data), source, targetSchema, prefix))
  return { sentences, config }
}

/** Passwords, and what a login fills in, leave no trace in the digest. */
const unlessSecret = (key: string, value: unknown): unknown => (['password', 'value'].includes(key) ? undefined : value)

/** Names become names of folders, so they have to differ in more than letter case and punctuation. Adds the name to `names`. */
const repeatedName = (data: unknown, names: Set<string>): Problem[] => {
  const name = valueAt(data, ['target', 'name'])
  if (typeof name !== 'string') return []
  const says = `is ${JSON.stringify(name)}, which another target has already, letter case and punctuation apart`
  const problems: Problem[] = names.has(slug(name))
    ? [{ path: ['target', 'name'], at: 'value', says, example: false }]
    : []
  names.add(slug(name))
  return problems
}
