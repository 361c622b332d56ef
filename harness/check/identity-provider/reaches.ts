/** Parts of an address as they are written. */
const partsOf = (
  url: string,
): { readonly base: string; readonly query: readonly string[]; readonly fragment: string } => {
  const [, base = '', query = '', fragment = ''] = /^([^?#]*)\??([^#]*)#?(.*)$/s.exec(url) ?? []
  return { base, query: query.split('&').filter((pair) => pair !== ''), fragment }
}

/** Whether a redirect leads to an address, with whatever stood in its query and fragment; further parameters may be there (RFC 6749 §3.1.2). */
export function reaches(redirect: string, address: string): boolean {
  const [at, wanted] = [partsOf(redirect), partsOf(address)]
  return (
    plain(at.base) === plain(wanted.base) &&
    wanted.query.every((pair) => at.query.includes(pair)) &&
    at.fragment.includes(wanted.fragment)
  )
}

/** Servers write some addresses in another way. */
const plain = (base: string): string => (URL.canParse(base) ? new URL(base).href : base)
