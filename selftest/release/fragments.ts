import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { ConfigError } from '../../harness/contracts/errors.js'

const sentences = z.array(z.string().trim().min(1)).default([])

/** What one change says to the readers of the next release; `stricter` and `looser` are ids of checks that there were before. */
const schema = z.strictObject({
  added: sentences,
  changed: sentences,
  fixed: sentences,
  stricter: sentences,
  looser: sentences,
})

/** All that the fragments say together. */
export type Fragments = z.output<typeof schema>

/** Folder of the fragments, in the clone. */
export const fragmentFolder = 'changelog'

/** Paths of the fragments, in the order of their names. */
export const fragmentFiles = (root: string): readonly string[] =>
  existsSync(join(root, fragmentFolder))
    ? readdirSync(join(root, fragmentFolder))
        .filter((name) => name.endsWith('.yaml'))
        .sort()
        .map((name) => `${fragmentFolder}/${name}`)
    : []

/**
 * Reads all fragments as one.
 * @throws ConfigError where one cannot be read: it names the file, and what would be right.
 */
export function readFragments(root: string): Fragments {
  const all = fragmentFiles(root).map((file) => readFragment(root, file))
  const joined = (key: keyof Fragments): string[] => all.flatMap((one) => one[key])
  return {
    added: joined('added'),
    changed: joined('changed'),
    fixed: joined('fixed'),
    stricter: joined('stricter'),
    looser: joined('looser'),
  }
}

function readFragment(root: string, file: string): Fragments {
  const { data, error } = schema.safeParse(documentIn(root, file) ?? {})
  if (data) return data
  const [issue] = error.issues
  const where = issue && issue.path.length > 0 ? ` at ${issue.path.join('.')}` : ''
  throw new ConfigError(
    `${file}${where}: ${issue?.message}. A fragment has lists of sentences under added, changed, fixed, and of ids of checks under stricter, looser.`,
  )
}

function documentIn(root: string, file: string): unknown {
  try {
    return parse(readFileSync(join(root, file), 'utf8'))
  } catch (error) {
    const [line] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new ConfigError(`${file} is no YAML: ${line}`)
  }
}
