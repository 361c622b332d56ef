import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allureFolder, compareFiles, isView } from '../evidence/files.js'

/** Makes every view of a report folder anew, by its name there. */
export type MakeViews = (folder: string) => ReadonlyMap<string, string>

/** Compares the views of a report with what this Assay makes of its results and evidence. @returns every difference, in words. */
export function unlikeViews(folder: string, attested: readonly string[], make: MakeViews): readonly string[] {
  const views = made(folder, make)
  if (!views) return ['no page can be made of the results']
  return attested
    .filter(isView)
    .filter((name) => !isSame(join(folder, name), views.get(name)))
    .map((name) => `${name} is not what Assay makes of the results`)
}

/** What of a report follows from more than its results: the earlier run of a comparison, and a reporter of others. */
export function unmade(attested: readonly string[]): string | undefined {
  const names = compareFiles.filter((name) => attested.includes(name)) as string[]
  if (attested.some((name) => name.startsWith(`${allureFolder}/`))) names.push(`${allureFolder}/`)
  if (names.length === 0) return undefined
  return `not made of the results alone: that ${names.join(', ')} ${names.length === 1 ? 'says' : 'say'} what the results say was not verified`
}

/** Results that nobody would write may be beyond what a page can be made of. */
function made(folder: string, make: MakeViews): ReturnType<MakeViews> | undefined {
  try {
    return make(folder)
  } catch {
    return undefined
  }
}

const isSame = (file: string, text: string | undefined): boolean =>
  text !== undefined && readFileSync(file).equals(Buffer.from(text))
