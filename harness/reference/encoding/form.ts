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
