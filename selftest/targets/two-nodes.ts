import { mkdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { startUpstream } from './upstream.js'

// Plays a ServiceProvider of two nodes: node two-nodes.js HOW PORT listens at ASSAY_BASE_URL and at PORT. Both remember
// what either was sent where HOW is `together`, and each its own where it is `apart`.

const [how, second] = process.argv.slice(2)
const ASSAY_STATE = join(process.env.ASSAY_KIT ?? '', 'second')
mkdirSync(ASSAY_STATE, { recursive: true })
const first = await startUpstream()
const other = how === 'together' ? first : await startUpstream('ServiceProvider', { ASSAY_STATE })

const serve = (ask: typeof first, port: number): void => {
  const answer = async (head: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, headers, body } = await ask({ head, body: await buffer(head) })
    response.writeHead(status, [...headers]).end(body)
  }
  createServer((head, response) => void answer(head, response)).listen(port, '127.0.0.1')
}

serve(other, Number(second))
serve(first, Number(new URL(process.env.ASSAY_BASE_URL ?? '').port))
