import type { Socket } from 'node:net'
import { bounded, type RawOptions, serialize, write } from './raw.js'
import { openSocket, readAnswer } from './socket.js'
import type { Exchange, HttpRequest } from './types.js'

/** Bytes that stay behind until every socket of a race is ready. */
const heldBack = 8

/**
 * How long runners that are ready wait for the next one, milliseconds. A server may have fewer workers than there are
 * runners: each one that waits for the rest of a request is lost to the TLS handshakes of the others.
 */
const nextMs = 1_500

/** Sends every request on a socket of its own: all are opened and written but for their last bytes, which then go out together. Those that are opened later go out whole. */
export const race = async (requests: readonly HttpRequest[], options: RawOptions): Promise<readonly Exchange[]> => {
  const { come, start } = gathering(requests.length)
  return Promise.all(
    requests.map((request) =>
      bounded(request, options, async (signal, opened) => {
        const bytes = serialize(request)
        let socket: Socket
        try {
          socket = opened(await openSocket(request.url, options, signal))
          await write(socket, bytes.subarray(0, -heldBack))
        } finally {
          // A runner that fell before the start must not keep the others waiting.
          come()
        }
        await start
        const answer = readAnswer(socket, request, options.maxBodyBytes, signal)
        socket.write(bytes.subarray(-heldBack))
        return answer
      }),
    ),
  )
}

/** A start that comes once all have, or once nobody has come for a while. */
function gathering(count: number): { readonly come: () => void; readonly start: Promise<void> } {
  let missing = count
  let timer: NodeJS.Timeout | undefined
  let open: () => void = () => undefined
  const start = new Promise<void>((resolve) => {
    open = resolve
  })
  const come = (): void => {
    missing -= 1
    clearTimeout(timer)
    if (missing === 0) open()
    else timer = setTimeout(open, nextMs)
  }
  return { come, start }
}
