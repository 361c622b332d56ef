import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ConfigError, HarnessError } from '../errors.js'

/** Does for workers what only the owner of the launched targets can do: restart one. Loopback only, guarded by a token. */
export interface Steward {
  readonly address: StewardAddress
  close(): void
}

/** Where the steward listens. */
export interface StewardAddress {
  readonly url: string
  readonly token: string
}

/** @param restart Ends and starts the target of that name; resolves when it answers again. */
export async function startSteward(restart: (target: string) => Promise<void>): Promise<Steward> {
  const token = randomBytes(24).toString('base64url')
  const server = createServer((request, response) => {
    const answer = (status: number, text: string) =>
      response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
    if (request.headers.authorization !== `Bearer ${token}`) return void answer(401, '')
    const target = new URL(request.url ?? '/', 'http://steward').searchParams.get('restart') ?? ''
    restart(target).then(
      () => answer(200, ''),
      (error: unknown) => answer(500, error instanceof Error ? error.message : String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: { url: `http://127.0.0.1:${port}`, token },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Asks the steward to restart a target. @throws HarnessError if that did not work. */
export async function askForRestart(steward: StewardAddress, target: string): Promise<void> {
  const response = await fetch(`${steward.url}/?restart=${encodeURIComponent(target)}`, {
    headers: { authorization: `Bearer ${steward.token}` },
  })
  if (!response.ok) throw new HarnessError(`The target could not be restarted: ${await response.text()}`)
}

/** What to say when a target that cannot be restarted is asked to. */
export const notRestartable = (target: string): ConfigError =>
  new ConfigError(`"${target}" cannot be restarted: give it \`launch\` or \`restart\` in the target file.`)
