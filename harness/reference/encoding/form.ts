/** Values of each form parameter, in order. */
export type Parameters = ReadonlyMap<string, readonly string[]>

/** Decodes `application/x-www-form-urlencoded` text. */
export function decodeForm(text: string): Parameters {
  const parameters = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    const values = parameters.get(name)
    if (values) values.push(value)
    else parameters.set(name, [value])
  }
  return parameters
}

/** Reads the parts of `multipart/form-data` text (RFC 7578), each with its name. */
export const partsOf = (text: string): readonly (readonly [name: string, value: string])[] =>
  text.split(text.slice(0, Math.max(0, text.indexOf('\r\n')))).flatMap((part) => {
    const [, name, value] = /name="([^"]*)"\r\n\r\n(.*)\r\n$/s.exec(part) ?? []
    return name === undefined || value === undefined ? [] : [[name, value] as const]
  })

/** Reads the members of one JSON object; none where the text is no such thing. */
export function membersOf(text: string): readonly (readonly [name: string, value: string])[] {
  try {
    return Object.entries(JSON.parse(text) as Record<string, unknown>).map(([name, value]) => [name, String(value)])
  } catch {
    return []
  }
}
