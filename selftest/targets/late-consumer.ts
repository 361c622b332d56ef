import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** Milliseconds from the answer to its trigger until it calls. */
const lateMs = 400
const consumer = process.argv[2] ?? ''

/** A ServiceConsumer that answers its trigger first and calls the provider afterwards; the calling is the example's. */
const server = createServer((request, response) => {
  void text(request).then((body) => {
    response.writeHead(202).end()
    if (request.method !== 'POST') return
    const told = JSON.parse(body) as Record<string, string>
    const env = { ...process.env, ...told, NODE_EXTRA_CA_CERTS: `${process.env.ASSAY_KIT}/trust/tls-root.pem` }
    setTimeout(() => spawn(process.execPath, [consumer], { env, stdio: 'inherit' }), lateMs)
  })
})
const { hostname, port } = new URL(process.env.ASSAY_BASE_URL ?? fileURLToPath(import.meta.url))
server.listen(Number(port), hostname)
process.once('SIGTERM', () => process.exit(0))
