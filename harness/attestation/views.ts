import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Results } from '../contracts/results.js'
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

/** What of a report follows from more than lies there: an earlier run, and a reporter of others. In words. */
export function beyond({ baseline }: Results, attested: readonly string[]): readonly string[] {
  const names = compareFiles.filter((name) => attested.includes(name)) as string[]
  if (attested.some((name) => name.startsWith(`${allureFolder}/`))) names.push(`${allureFolder}/`)
  const says = names.length === 1 ? 'says' : 'say'
  return [
    ...(baseline
      ? [`the gate compares with the run ${baseline.run}, which is not here: what came of it was not verified`]
      : []),
    ...(names.length > 0
      ? [`not made of the results alone: that ${names.join(', ')} ${says} what the results say was not verified`]
      : []),
  ]
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
