import { readFileSync } from 'node:fs'
import type { Standing } from '../../contracts/outage.js'
import { slug, writeWhole } from '../../evidence/store.js'

/** There is none while the target has never been gone: then a check learns it from the missing file, at no cost. */
const fileOf = (folder: string, target: string): string => `${folder}/standing-${slug(target)}.json`

/** Keeps for every process of a run what became of a target. */
export const keepStanding = (folder: string, target: string, standing: Standing): void =>
  writeWhole(fileOf(folder, target), JSON.stringify(standing))

/** What became of a target; nothing where it was never gone. */
export function readStanding(folder: string, target: string): Standing | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(folder, target), 'utf8')) as Standing
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
