// Commands that the set-up starts; an interrupt of the set-up ends them too, so that none works on in a folder that the next set-up takes.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const atWork = new Set()

/**
 * Runs a command to its end: its exit code, or the error by which it did not start, and all that it said.
 * @param isEnough Whether a line ends it early.
 */
export const command = (name, args, options, isEnough = () => false) =>
  new Promise((done) => {
    const child = spawn(name, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
    const said = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk))
    createInterface({ input: child.stderr }).on('line', (line) => isEnough(line) && child.kill('SIGKILL'))
    const end = (code, error) => {
      atWork.delete(child)
      done({ code, error, output: Buffer.concat(said).toString('utf8') })
    }
    atWork.add(child)
    child.once('error', (error) => end(undefined, error))
    child.once('close', (code) => end(code))
  })

const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

/** Ends what runs, tidies up and exits when this process is interrupted; what it gives back takes that off again. */
export function onInterrupt(tidy) {
  const handlers = Object.entries(signals).map(([signal, code]) => {
    const handler = async () => {
      const ends = [...atWork].map((child) => new Promise((done) => child.once('close', done)))
      for (const child of atWork) child.kill('SIGKILL')
      await Promise.all(ends)
      tidy()
      process.stderr.write('\nInterrupted; the next command starts the set-up again.\n')
      process.exit(code)
    }
    process.once(signal, handler)
    return [signal, handler]
  })
  return () => {
    for (const [signal, handler] of handlers) process.removeListener(signal, handler)
  }
}
