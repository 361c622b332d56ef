import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { inPlainWords } from './private-file.js'

/** Where a state keeps the PKI of a target, and where its kit is. */
export interface WorldPlace {
  readonly labFolder: string
  /** Name of the target's folders. */
  readonly place: string
  readonly kit: string
}

/** The name of a target's world in its lab, and of the folder of its PKI. Beside these lies that of the key pool. */
export const worldName = (place: string): string => `target-${place}`

/**
 * Takes over a PKI that an older version kept under the place of the target among those of its file, too. Of several,
 * since targets were added or put into another order, the one whose registry the kit names.
 */
export function takeOverWorld({ labFolder, place, kit }: WorldPlace): void {
  const own = join(labFolder, worldName(place))
  if (existsSync(own)) return
  const folders = namesIn(labFolder)
    .filter((name) => new RegExp(`^\\d+-${place}$`).test(name))
    .map((name) => join(labFolder, name))
  const registry = registryOf(kit)
  const taken = folders.find((folder) => registry !== undefined && textOf(folder, 'registry.json').includes(registry))
  const from = taken ?? folders.at(0)
  if (from === undefined) return
  try {
    renameSync(from, own)
  } catch (error) {
    throw inPlainWords(own, error)
  }
}

const namesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder).sort() : [])

function registryOf(kit: string): string | undefined {
  try {
    const { participantRegistry } = JSON.parse(textOf(kit, 'kit.json')) as {
      participantRegistry?: { partyId?: string }
    }
    return participantRegistry?.partyId
  } catch {
    return undefined // There is no kit yet.
  }
}

function textOf(folder: string, name: string): string {
  try {
    return readFileSync(join(folder, name), 'utf8')
  } catch {
    return ''
  }
}
