import { defects } from './defects/index.js'
import { PkiError } from './errors.js'
import type { Kind } from './kind.js'
import { profiles } from './profiles.js'

/** Name of a row in `profiles.ts` or `defects/`. */
export type CertificateKind = (typeof profiles)[number]['name'] | (typeof defects)[number]['name']

const kinds: ReadonlyMap<string, Kind> = new Map([...profiles, ...defects].map((kind: Kind) => [kind.name, kind]))

/** All names that a `LeafRequest` may carry as `kind`. */
export const certificateKinds = [...kinds.keys()] as readonly CertificateKind[]

/** The row of that name. Throws `PkiError` for an unknown one. */
export const kindNamed = (name: string): Kind => {
  const kind = kinds.get(name)
  if (kind === undefined) throw new PkiError(`Unknown kind of certificate: ${name}.`)
  return kind
}
