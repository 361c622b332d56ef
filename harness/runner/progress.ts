/** Shows how far a run is, with counts. */
export interface Progress {
  step(status: string): void
  end(): void
}

/** Checks after which the time left is worth a word, and least milliseconds. */
const soonest = { checks: 10, milliseconds: 3000 }

/**
 * Progress: on a terminal a line that is rewritten, with the time left; elsewhere a line every hundred checks.
 * @param now Milliseconds since any moment.
 */
export function progress(
  total: number,
  out: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stdout,
  now: () => number = Date.now,
): Progress {
  const live = out.isTTY === true
  const started = now()
  let done = 0
  let failing = 0
  const line = () => `  ${done} of ${total} checks, ${failing} failed or undecided`
  const left = (): string => {
    const elapsed = now() - started
    if (done < soonest.checks || elapsed < soonest.milliseconds || done >= total) return ''
    return `, about ${spoken((elapsed / done) * (total - done))} left`
  }
  return {
    step(status) {
      done += 1
      if (status !== 'passed' && status !== 'skipped') failing += 1
      if (live) out.write(`\r\u001b[2K${line()}${left()}`)
      else if (done % 100 === 0 && done < total) out.write(`${line()}\n`)
    },
    end() {
      out.write(live ? `\r\u001b[2K${line()}\n` : `${line()}\n`)
    },
  }
}

function spoken(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
