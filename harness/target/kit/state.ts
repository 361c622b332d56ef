import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ConfigError } from '../../contracts/errors.js'
import { usualPartyForm } from '../../contracts/party-form.js'
import type { TargetConfig } from '../../contracts/target.js'
import { formerSlug, slug } from '../../evidence/store.js'
import { freePort } from '../process/base-url.js'
import { takeOverWorld, worldName } from './former-world.js'
import { readKept } from './kept-file.js'
import { newPartyId } from './material.js'
import { makePrivateFolder, writePrivate } from './private-file.js'

/** What a state folder remembers of one target, so that it is configured once. */
interface Remembered {
  readonly partyId: string
  /** The form that it was drawn in. */
  readonly form?: string
  readonly ports: TargetConfig['lab']['ports']
}

/** A folder that keeps the lab's identity between runs (`assay kit --state FOLDER`). */
export interface State {
  /** For `LabSettings.folder`: key pool and PKI. */
  readonly labFolder: string
  /** Name of the target's world in the lab, whatever its place among others; its PKI lies below `labFolder`. */
  readonly worldName: (target: TargetConfig) => string
  /** For `writeKit`. */
  readonly kitFolder: (target: TargetConfig) => string
  /** For `KitOptions.keep`. */
  readonly keepFolder: (target: TargetConfig) => string
  /** The target with the Party Identifier and the ports that it had before; those of its file win, missing ones are chosen and remembered. */
  readonly settle: (target: TargetConfig) => Promise<TargetConfig>
}

/** Opens a state folder, making it (0700) where there is none. Throws `ConfigError` when it cannot be written or holds something else. */
export const openState = async (folder: string): Promise<State> => {
  await makePrivateFolder(folder)
  const file = join(folder, 'state.json')
  const targets = remembered(file)
  const former = formerPlaces(folder, Object.keys(targets))
  const placeOf = ({ name }: TargetConfig): string => former.get(name) ?? slug(name)
  const of = (target: TargetConfig, what: string): string => resolve(folder, 'targets', placeOf(target), what)
  const labFolder = resolve(folder, 'lab')
  return {
    labFolder,
    worldName(target) {
      const place = placeOf(target)
      takeOverWorld({ labFolder, place, kit: of(target, 'kit') })
      return worldName(place)
    },
    kitFolder: (target) => of(target, 'kit'),
    keepFolder: (target) => of(target, 'keep'),
    settle: async (target) => {
      const before = targets[target.name]
      const { https, http } = target.lab.ports
      const ports = {
        https: https || before?.ports.https || (await freePort()),
        http: http || before?.ports.http || (await freePort()),
      }
      const { form } = target.interface.partyId
      const kept = (before?.form ?? usualPartyForm) === form ? before?.partyId : undefined
      const partyId = target.partyId ?? kept ?? newPartyId(target.interface)
      targets[target.name] = { partyId, form, ports }
      await writePrivate(file, `${JSON.stringify({ version: 1, targets }, null, 2)}\n`)
      return { ...target, partyId, lab: { ...target.lab, ports } }
    },
  }
}

/**
 * Targets whose folder an older version named otherwise: their servers know it by that name. Where two had one folder,
 * the first keeps it.
 */
function formerPlaces(folder: string, names: readonly string[]): ReadonlyMap<string, string> {
  const isThere = (place: string): boolean => existsSync(join(folder, 'targets', place))
  const found = new Map<string, string>()
  const taken = new Set(names.map(slug))
  for (const name of names) {
    const place = formerSlug(name)
    if (taken.has(place) || isThere(slug(name)) || !isThere(place)) continue
    taken.add(place)
    found.set(name, place)
  }
  return found
}

const remembered = (file: string): Record<string, Remembered> => {
  const kept = readKept(file)
  if (kept === undefined) return {}
  const state = kept as { version?: unknown; targets?: Record<string, Remembered> } | null
  if (state?.version === 1 && state.targets) return { ...state.targets }
  throw new ConfigError(
    `${file} is not a state file of this version of Assay: name another folder with --state, or remove it.`,
  )
}
