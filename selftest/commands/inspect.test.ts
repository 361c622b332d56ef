import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { it } from 'node:test'
import { WebSocket } from 'undici'
import { compiled, sandbox } from '../stage/assay-command.js'

/** Sends commands of the Chrome DevTools Protocol, and waits for its events. */
function inspector(socket: WebSocket) {
  const waiting = new Map<string, (value: Record<string, unknown>) => void>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, method, result, params } = JSON.parse(String(data)) as Record<string, Record<string, unknown>>
    waiting.get(String(id ?? method))?.((result ?? params) as Record<string, unknown>)
  })
  const next = (name: string): Promise<Record<string, unknown>> => new Promise((resolve) => waiting.set(name, resolve))
  return {
    next,
    send: (method: string, params: object = {}) => {
      last += 1
      const answer = next(String(last))
      socket.send(JSON.stringify({ id: last, method, params }))
      return answer
    },
  }
}

interface Place {
  readonly scriptId: string
  readonly lineNumber: number
}

/** The file in which the body of the check stands, and the line of its compiled code that calls the judge, from 0. */
const suite = 'suites/audience/audience.spec.js'
const lineOf = (text: string): number =>
  readFileSync(compiled(suite), 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(text))

it('a debugger stops in the body of a check, whose file names its TypeScript source', async () => {
  const box = sandbox()
  const args = ['certify', '--reference', 'ServiceProvider', '--only', 'audience.near-miss', '--profile', 'quick']
  const child = spawn(process.execPath, ['--inspect-brk=127.0.0.1:0', compiled('harness/cli/main.js'), ...args], {
    cwd: box.folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  try {
    const address = await new Promise<string>((resolve) => {
      createInterface({ input: child.stderr }).on('line', (line) => {
        const found = /ws:\S+/.exec(line)
        if (found) resolve(found[0])
      })
    })
    const socket = new WebSocket(address)
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    const { send, next } = inspector(socket)
    await send('Debugger.enable')
    const lineNumber = lineOf('client.prepare(...mutations)')
    assert.ok(lineNumber > 0)
    await send('Debugger.setBreakpointByUrl', { urlRegex: `${suite}$`, lineNumber })
    // The first stop is that of --inspect-brk.
    const first = next('Debugger.paused')
    await send('Runtime.runIfWaitingForDebugger')
    await first
    const resolved = next('Debugger.breakpointResolved')
    const paused = next('Debugger.paused')
    await send('Debugger.resume')
    const { location } = (await resolved) as { location: Place }
    const { callFrames } = (await paused) as { callFrames: readonly { readonly location: Place }[] }
    assert.deepEqual(
      [callFrames[0]?.location.scriptId, callFrames[0]?.location.lineNumber],
      [location.scriptId, lineNumber],
    )
    assert.match(readFileSync(compiled(suite), 'utf8'), /sourceMappingURL=audience\.spec\.js\.map/)
    socket.close()
  } finally {
    child.kill('SIGKILL')
    box.remove()
  }
})
