import type { World } from '../../check/world.js'
import type { LedgerEntry } from '../../contracts/lab-protocol.js'
import { presets } from '../../target/presets.js'

/** Longest address that is named, in characters. */
const longest = 120

/**
 * What the target asked the lab for at a place where nothing lives, or by a parameter that no look-up has: a sentence that
 * names it, with the setting that fits. `undefined` where it did no such thing.
 * @param since Milliseconds since epoch.
 */
export async function whatCameAstray({ lab, registry, settings }: World, since: number): Promise<string | undefined> {
  const entries = await lab.ledger({ kinds: ['other', 'party-lookup'], since })
  const [lost] = entries.filter(({ kind, status }) => kind === 'other' && status === 404)
  if (lost) {
    const below = new URL(registry.baseUrl).pathname
    const path = pathOf(lost)
    const came = `${lost.method} ${path.slice(0, longest)} came to the lab, where nothing lives`
    if (path.startsWith(`${below}/`)) return `${came}: ${fits(path.slice(below.length))}`
    if (isKnown(path, settings.registry.tokenPath, settings.registry.partiesPath))
      return `${came}: it came to the root of the address, while the kit has the registry at ${registry.baseUrl}; does it append the path to that?`
    return `${came}: do the addresses of its kit and interface.registry fit?`
  }
  const unnamed = entries.find(({ kind, subject }) => kind === 'party-lookup' && subject === '')
  const [parameter] = unnamed ? [...new URL(unnamed.target, 'http://lab').searchParams.keys()] : []
  return parameter === undefined
    ? undefined
    : `It looked a client up by the parameter ${parameter.slice(0, longest)}, not by ${settings.registry.partyIdParameter}: ${named(({ partyIdParameter }) => partyIdParameter === parameter) ?? `set interface.registry.partyIdParameter: ${parameter.slice(0, longest)}.`}`
}

const pathOf = ({ target }: LedgerEntry): string => new URL(target, 'http://lab').pathname

const isKnown = (path: string, ...own: readonly string[]): boolean =>
  [
    ...own,
    ...Object.values(presets).flatMap(({ settings: { registry } }) => [registry.tokenPath, registry.partiesPath]),
  ].some((known) => path === known || path.startsWith(`${known}/`))

const fits = (path: string): string =>
  named(({ tokenPath, partiesPath }) => path === tokenPath || path === partiesPath) ??
  'set interface.registry.tokenPath, partiesPath and partyPath to what it calls.'

/** The preset whose registry is so. */
function named(isSo: (registry: (typeof presets.default.settings)['registry']) => boolean): string | undefined {
  const found = Object.entries(presets).find(([, { settings }]) => isSo(settings.registry))
  return found && `so it is in the preset ${found[0]}; set interface.preset: ${found[0]}, or interface.registry.`
}
