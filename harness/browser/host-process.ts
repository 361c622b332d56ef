import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { NotTestable } from '../contracts/errors.js'
import { within } from './bounds.js'
import type { FromHost, Order, Reply, ToHost } from './protocol.js'

/** The process that keeps a browser, as its worker sees it. It ends with the worker, however that ends. */
export interface HostProcess {
  readonly alive: boolean
  /** @param until Asked about addresses while the order is carried out. */
  ask(order: Order, until?: (url: string) => boolean): Promise<Reply>
  end(): Promise<void>
}

/** Longest time that Chromium may take to start, milliseconds; it takes 0.3 s. */
const startMs = 30_000
const endMs = 5_000
const gone: Reply = { problem: { message: 'The browser ended in the middle of it.' } }

interface Pending {
  readonly settle: (reply: Reply) => void
  readonly until: ((url: string) => boolean) | undefined
}

/** Starts Chromium in a process of its own. Throws `NotTestable` where it does not start. */
export async function startHost(executable: string): Promise<HostProcess> {
  const child = fork(fileURLToPath(new URL('./host.js', import.meta.url)), [executable], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    // Flags of a worker (a debugger, a loader) are none of its business.
    execArgv: [],
  })
  const pending = new Map<number, Pending>()
  let count = 0
  child.on('message', (message: FromHost) => hear(message))
  child.once('exit', () => {
    for (const { settle } of pending.values()) settle(gone)
    pending.clear()
  })
  const why = await whyNot(child)
  if (why !== undefined) {
    await ended(child)
    throw new NotTestable(`${executable} does not start as a browser: ${why}`)
  }
  rest()

  function hear(message: FromHost): void {
    if (!('id' in message)) return
    const order = pending.get(message.id)
    if ('question' in message)
      return void send({ question: message.question, yes: order?.until?.(message.url) ?? true })
    pending.delete(message.id)
    rest()
    order?.settle(message)
  }
  /** A browser that nobody waits for keeps no process alive. */
  function rest(): void {
    if (pending.size > 0) return
    child.unref()
    child.channel?.unref()
  }
  function send(message: ToHost): void {
    if (child.connected) child.send(message, () => undefined)
  }

  return {
    get alive() {
      return child.connected
    },
    ask: (order, until) =>
      new Promise((settle) => {
        if (!child.connected) return settle(gone)
        count += 1
        pending.set(count, { settle, until })
        child.ref()
        child.channel?.ref()
        send({ id: count, order })
      }),
    end: async () => {
      child.ref()
      if (child.connected) child.disconnect()
      await ended(child)
    },
  }
}

/** Waits until it has cleared up and gone. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit').then(() => true)
  if (!(await within(endMs, exit, false))) child.kill('SIGKILL')
}

/** Waits until the browser runs; why it does not, in a sentence. */
async function whyNot(child: ChildProcess): Promise<string | undefined> {
  const told = new Promise<string | undefined>((resolve) => {
    child.once('message', (message: FromHost) => {
      if ('ready' in message) resolve(message.ready ? undefined : firstLine(message.why))
    })
    child.once('error', (error) => resolve(firstLine(error.message)))
    child.once('exit', (code, signal) => resolve(`its process ended (${signal ?? `exit code ${code}`}).`))
  })
  return within(startMs, told, `it took longer than ${startMs / 1000} s.`)
}

const firstLine = (text: string): string => `${(text.split('\n')[0] as string).slice(0, 300).replace(/[.:\s]*$/, '')}.`
