/** Whether it is one of every so many of that name; each call counts. Only faults are wrong at times. */
export function atTimes(every = 15): (name: string) => boolean {
  const counts = new Map<string, number>()
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count % every === 0
  }
}
