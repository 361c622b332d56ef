import type { World } from '../../check/world.js'
import type { SettingLine } from '../../contracts/errors.js'
import type { LedgerEntry } from '../../contracts/lab-protocol.js'
import { presets } from '../../target/presets.js'

/** Longest address that is named, in characters. */
const longest = 120

/** A sentence that names it, and the settings that fit. */
export interface Astray {
  readonly sentence: string
  readonly settings: readonly SettingLine[]
}

/**
 * What the target asked the lab for at a place where nothing lives, or by a parameter that no look-up has. `undefined`
 * where it did no such thing.
 * @param since Milliseconds since epoch.
 */
export async function whatCameAstray({ lab, registry, settings }: World, since: number): Promise<Astray | undefined> {
  const entries = await lab.ledger({ kinds: ['other', 'party-lookup'], since })
  const [lost] = entries.filter(({ kind, status }) => kind === 'other' && status === 404)
  if (lost) {
    const below = new URL(registry.baseUrl).pathname
    const path = pathOf(lost)
    const came = `${lost.method} ${path.slice(0, longest)} came to the lab, where nothing lives`
    if (path.startsWith(`${below}/`)) return fitting(came, path.slice(below.length))
    const sentence = isKnown(path, settings.registry.tokenPath, settings.registry.partiesPath)
      ? `${came}: it came to the root of the address, while the kit has the registry at ${registry.baseUrl}; does it append the path to that?`
      : `${came}: do the addresses of its kit and interface.registry fit?`
    return { sentence, settings: [] }
  }
  const unnamed = entries.find(({ kind, subject }) => kind === 'party-lookup' && subject === '')
  const [parameter] = unnamed ? [...new URL(unnamed.target, 'http://lab').searchParams.keys()] : []
  if (parameter === undefined) return undefined
  const name = parameter.slice(0, longest)
  const found = named(({ partyIdParameter }) => partyIdParameter === parameter)
  const says = `It looked a client up by the parameter ${name}, not by ${settings.registry.partyIdParameter}`
  return found
    ? { sentence: `${says}: ${found.sentence}`, settings: found.settings }
    : {
        sentence: `${says}: set interface.registry.partyIdParameter: ${name}.`,
        settings: [['interface.registry.partyIdParameter', name]],
      }
}

const pathOf = ({ target }: LedgerEntry): string => new URL(target, 'http://lab').pathname

const isKnown = (path: string, ...own: readonly string[]): boolean =>
  [
    ...own,
    ...Object.values(presets).flatMap(({ settings: { registry } }) => [registry.tokenPath, registry.partiesPath]),
  ].some((known) => path === known || path.startsWith(`${known}/`))

function fitting(came: string, path: string): Astray {
  const found = named(({ tokenPath, partiesPath, trustedList }) =>
    [tokenPath, partiesPath, trustedList?.path].includes(path),
  )
  const sentence = found?.sentence ?? 'set interface.registry.tokenPath, partiesPath and partyPath to what it calls.'
  return { sentence: `${came}: ${sentence}`, settings: found?.settings ?? [] }
}

/** The preset whose registry is so. */
function named(isSo: (registry: (typeof presets.default.settings)['registry']) => boolean): Astray | undefined {
  const [name] = Object.entries(presets).find(([, { settings }]) => isSo(settings.registry)) ?? []
  if (name === undefined) return undefined
  return {
    sentence: `so it is in the preset ${name}; set interface.preset: ${name}, or interface.registry.`,
    settings: [['interface.preset', name]],
  }
}
