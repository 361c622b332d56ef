/** Shows how far a run is, with counts. */
export interface Progress {
  step(status: string): void
  end(): void
}

/** A line that is rewritten on a terminal, and every hundred checks a line elsewhere. */
export function progress(total: number, out: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stdout): Progress {
  const live = out.isTTY === true
  let done = 0
  let failing = 0
  const line = () => `  ${done} of ${total} checks, ${failing} not passed`
  return {
    step(status) {
      done += 1
      if (status !== 'passed' && status !== 'skipped') failing += 1
      if (live) out.write(`\r\u001b[2K${line()}`)
      else if (done % 100 === 0 && done < total) out.write(`${line()}\n`)
    },
    end() {
      out.write(live ? `\r\u001b[2K${line()}\n` : `${line()}\n`)
    },
  }
}
