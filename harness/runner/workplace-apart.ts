import { type ChildProcess, fork } from 'node:child_process'
import { packageFile } from '../run/version.js'
import { lifeMs, type Order, type Word } from './messages.js'
import type { Lane, Workplace } from './types.js'

/** Signs of life that may be missed before a process counts as dead: a check must not hold up all others for ever. */
const patience = 60

/** How long a process may take to end, milliseconds. */
const graceMs = 3_000

/** Processes that may die before no more is started: what ends them that often ends the next one, too. */
const mostDeaths = 5

/**
 * A process of lanes beside this one. It loads its checks at once, and waits for the run to be set up. If it dies, the
 * checks that it was carrying out have that problem, and another process takes its place.
 * @param files Files of checks, below `suites`.
 */
export function workplaceApart(files: readonly string[]): Workplace {
  let member = startMember(files)
  let deaths = 0
  let opened = 0
  const alive = (): Member | string => {
    const { died } = member
    if (died === undefined) return member
    deaths += 1
    if (deaths >= mostDeaths) return `The process of the checks ended ${deaths} times (${died}).`
    process.stderr.write(`assay: a process of checks ended before its time (${died}); another one goes on.\n`)
    member = startMember(files)
    return member
  }
  return {
    openLane(): Lane {
      const lane = opened
      opened += 1
      return {
        async carryOut(planned) {
          const at = alive()
          const problem = typeof at === 'string' ? at : await at.carryOut(lane, { kind: 'carry-out', lane, planned })
          return problem === undefined ? undefined : new Error(problem)
        },
        interrupt: () => member.send({ kind: 'interrupt', lane }),
        close: async () => undefined,
      }
    },
    close: () => member.close(),
  }
}

/** One process of lanes. */
interface Member {
  /** What ended it. */
  readonly died: string | undefined
  send(order: Order): void
  /** @returns the problem of the check, if there is one. */
  carryOut(lane: number, order: Order): Promise<string | undefined>
  close(): Promise<void>
}

function startMember(files: readonly string[]): Member {
  // A group of its own: an interrupt from the terminal reaches checks through this process, in good order.
  const child = fork(packageFile('harness/runner/workplace-main.js'), { detached: true })
  const waiting = new Map<number, (problem: string | undefined) => void>()
  let died: string | undefined
  let silence = 0
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const end = (why: string): void => {
    if (died !== undefined) return
    died = why
    clearInterval(watch)
    child.kill('SIGKILL')
    for (const answer of waiting.values()) answer(`The process of the checks ended during this one (${why}).`)
    waiting.clear()
  }
  const watch = setInterval(() => {
    silence += 1
    if (silence > patience) end(`it gave no sign of life for ${(patience * lifeMs) / 1000} s`)
  }, lifeMs)
  watch.unref()
  child.on('message', (word: Word) => {
    silence = 0
    if (word.kind === 'over') {
      waiting.get(word.lane)?.(word.problem)
      waiting.delete(word.lane)
    } else if (word.kind === 'failed') end(word.reason)
  })
  child.once('error', ({ message }) => end(message))
  child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`))
  const send = (order: Order): void => {
    if (died !== undefined || !child.connected) return
    // Nobody reads it where the process is gone, of which its end says more, and comes at once.
    child.send(order, (error) => error && setTimeout(() => end(error.message), graceMs).unref())
  }
  send({ kind: 'load', files })
  return {
    get died() {
      return died
    },
    send,
    carryOut: (lane, order) =>
      new Promise((resolve) => {
        waiting.set(lane, resolve)
        send(order)
      }),
    close: () => endInGoodOrder(child, gone, send),
  }
}

async function endInGoodOrder(child: ChildProcess, gone: Promise<void>, send: (order: Order) => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  send({ kind: 'close' })
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await gone
  clearTimeout(timer)
}
