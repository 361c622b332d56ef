/** How often it happens of what is counted. */
const every = 15

/** Whether it is one of every fifteen of that name; each call counts. Only faults are wrong at times. */
export function atTimes(): (name: string) => boolean {
  const counts = new Map<string, number>()
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count % every === 0
  }
}
