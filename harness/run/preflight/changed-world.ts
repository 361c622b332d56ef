import type { World } from '../../check/world.js'
import type { SettingLine } from '../../contracts/errors.js'
import { type InterfaceOverrides, override } from '../../contracts/interface.js'
import { nested } from './setting-lines.js'

/** The world in which every message is as these settings say. */
export function changed(world: World, lines: readonly SettingLine[]): World {
  const { interface: own = {}, certificates } = nested(lines) as {
    readonly interface?: InterfaceOverrides
    readonly certificates?: { readonly keyUsage: readonly string[] }
  }
  const settings = override(world.settings, own)
  const tokenUrl = `${world.target.baseUrl}${settings.token.path}`
  const parties = certificates && world.otherParties?.(certificates.keyUsage)
  return { ...world, settings, target: { ...world.target, tokenUrl }, ...(parties && { parties }) }
}

/** The world in which a plea for patience ends a search. */
export const hurried = (world: World): World => ({
  ...world,
  patience: { ...world.patience, asTold: () => Promise.resolve(false) },
})
