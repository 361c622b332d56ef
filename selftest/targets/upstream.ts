import { spawn } from 'node:child_process'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../harness/target/process/base-url.js'

/** An answer of the conforming target. */
export interface Answer {
  readonly status: number
  readonly headers: readonly string[]
  readonly body: Buffer
}

/** A request as it came, to be passed on. */
export interface Passed {
  readonly head: IncomingMessage
  readonly body: Buffer
}

/**
 * Starts the reference participant of a role behind us, on our kit, and returns a function that asks it. It belongs to our
 * process group and ends with it.
 * @param more Variables of its environment beside our own.
 */
export async function startUpstream(
  role = 'ServiceProvider',
  more: Readonly<Record<string, string>> = {},
): Promise<(passed: Passed) => Promise<Answer>> {
  const port = await freePort()
  const main = fileURLToPath(new URL('../../harness/reference/main.js', import.meta.url))
  const env = { ...process.env, ...more, ASSAY_BASE_URL: `http://127.0.0.1:${port}` }
  const child = spawn(process.execPath, [main, role], { env, stdio: 'inherit' })
  child.once('exit', () => process.exit(1))
  const ask = ({ head, body }: Passed): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { method = 'GET', url: path = '/', rawHeaders } = head
      const passedOn = request(
        { host: '127.0.0.1', port, method, path, headers: withoutFraming(rawHeaders), setHost: false },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.once('error', reject)
          answer.once('end', () =>
            resolve({
              status: answer.statusCode ?? 502,
              headers: withoutFraming(answer.rawHeaders),
              body: Buffer.concat(chunks),
            }),
          )
        },
      )
      passedOn.once('error', reject)
      passedOn.end(body)
    })
  while (!(await answers(port))) await sleep(25)
  return ask
}

/** Header lines without those about the connection, which are each side's own. */
const withoutFraming = (raw: readonly string[]): string[] =>
  raw.filter((_, index) => !/^(connection|keep-alive|transfer-encoding|expect)$/i.test(raw[index - (index % 2)] ?? ''))

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    request({ host: '127.0.0.1', port }, (answer) => {
      answer.resume()
      resolve(true)
    })
      .once('error', () => resolve(false))
      .end()
  })
