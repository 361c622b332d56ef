import { z } from 'zod'
import { ConfigError } from '../../contracts/errors.js'
import type { Waiver } from '../../contracts/target.js'
import { group, text } from '../../contracts/target-file/fields.js'
import { type Problem, pathName, sentencesFor, show } from './problems.js'
import { type KeyPath, readSource, type SourceDocument } from './source.js'
import { validate } from './validate.js'

const isDay = (day: string): boolean => {
  const at = Date.parse(`${day}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}

const isLink = (link: string): boolean => {
  const url = URL.canParse(link) ? new URL(link) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && `${url.username}${url.password}` === ''
}

const waiverSchema = group('A check that may fail for a while.', {
  id: text('Id of the check.', 'replay.parallel'),
  reason: text('Why it may fail.', 'Mended in 2.4, which is rolled out in January.'),
  owner: text('Who sees to it.', 'platform team'),
  link: z
    .string()
    .refine(isLink, 'must be an http or https address without a user')
    .meta({ description: 'Where the work is tracked.', examples: ['https://issues.example/41'] }),
  expires: z
    .string()
    .refine(isDay, 'must be a day: year, month and day')
    .meta({ description: 'Last day on which it holds, UTC.', examples: ['2027-01-31'] }),
})

/** Reads waivers, a list or one under `waivers:`. Returns mistakes as sentences, to stand beside those of the target file. */
export const loadWaivers = async (
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly sentences: readonly string[]; readonly waivers: readonly Waiver[] }> => {
  const sentences: string[] = []
  const waivers = new Map<string, Waiver>()
  try {
    for (const source of await readSource(file, 'a list of waivers')) {
      const { list, prefix } = listOf(source)
      if (!list) sentences.push(...sentencesFor([noList(prefix)], source, undefined))
      for (const [index, written] of (list ?? []).entries()) {
        const path = [...prefix, index]
        const { parsed, problems } = validate(waiverSchema, written, env)
        const twice = parsed && waivers.has(parsed.id) ? [repeated(parsed.id)] : []
        sentences.push(...sentencesFor([...problems, ...twice], source, waiverSchema, path))
        if (parsed) waivers.set(parsed.id, { ...parsed, place: placeOf(source, [...path, 'id']) })
      }
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    sentences.push(error.message)
  }
  return { sentences, waivers: [...waivers.values()] }
}

function listOf({ data }: SourceDocument): { readonly list: readonly unknown[] | undefined; readonly prefix: KeyPath } {
  if (Array.isArray(data)) return { list: data, prefix: [] }
  const { waivers } = (data ?? {}) as { readonly waivers?: unknown }
  return { list: Array.isArray(waivers) ? waivers : undefined, prefix: ['waivers'] }
}

const noList = (path: KeyPath): Problem => ({ path, at: 'value', says: 'is no list of waivers' })

const repeated = (id: string): Problem => ({
  path: ['id'],
  at: 'value',
  says: `is ${show(id, [])}, which is waived already`,
  example: false,
})

function placeOf(source: SourceDocument, path: KeyPath): string {
  const place = source.locate(path, 'value')
  return `${source.file}${place ? `:${place.line}:${place.column}` : ''}: ${pathName(path)}`
}
