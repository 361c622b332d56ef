/** So often may a text be percent-encoded over and over. */
const mostLayers = 3

/**
 * Whether a request target, or a part of one, holds one of these texts: in whatever letter case, and percent-encoded
 * not at all, in part, or over and over.
 */
export function mentions(target: string, texts: readonly string[]): boolean {
  const sought = texts.map((text) => text.toLowerCase())
  let form = target
  for (let layer = 0; layer <= mostLayers; layer++) {
    const read = [form, form.replaceAll('+', ' ')].map((one) => one.toLowerCase())
    if (read.some((one) => sought.some((text) => one.includes(text)))) return true
    const next = form.replace(/(?:%[0-9a-f]{2})+/gi, decoded)
    if (next === form) return false
    form = next
  }
  return false
}

const decoded = (octets: string): string => {
  try {
    return decodeURIComponent(octets)
  } catch {
    return octets
  }
}
