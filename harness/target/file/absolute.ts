import { resolve } from 'node:path'
import type { ParsedTarget } from '../../contracts/target-file/schema.js'

/** The same target with every file name absolute. */
export const absolute = (parsed: ParsedTarget, folder: string): ParsedTarget => {
  const full = <T extends string | undefined>(name: T) => (name === undefined ? name : resolve(folder, name)) as T
  const { tls, ...target } = parsed.target
  return {
    ...parsed,
    target: { ...target, ...(tls && { tls: { ...tls, ca: full(tls.ca) } }) },
    ...(parsed.watch && { watch: { paths: parsed.watch.paths.map(full) } }),
    ...(parsed.waivers && { waivers: full(parsed.waivers) }),
    ...(parsed.trust && { trust: { roots: parsed.trust.roots.map(full) } }),
    ...(parsed.participants && {
      participants: parsed.participants.map((one) => ({ ...one, key: full(one.key), chain: full(one.chain) })),
    }),
    ...(parsed.documents && {
      // An absolute file name looks like a path of the target.
      documents: parsed.documents.map((one) =>
        one.path.startsWith('/') ? one : { ...one, path: full(one.path), served: false },
      ),
    }),
  }
}
