const most = 60

/** A value within a sentence: short, and on one line. */
export function show(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value) ?? 'missing'
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}
