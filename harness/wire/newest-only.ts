/** What was found out for the newest keys. */
export interface NewestOnly<Key, Value> {
  /** What is kept for a key, found out where nothing is. */
  get(key: Key, find: () => Value): Value
}

/** Keeps what is found out for so many keys; the oldest makes room. */
export function newestOnly<Key, Value>(most: number): NewestOnly<Key, Value> {
  const kept = new Map<Key, Value>()
  return {
    get(key, find) {
      if (kept.has(key)) return kept.get(key) as Value
      const value = find()
      const oldest = kept.size === most ? kept.keys().next() : undefined
      if (oldest && !oldest.done) kept.delete(oldest.value)
      kept.set(key, value)
      return value
    },
  }
}
