import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** Milliseconds from the answer to its trigger until it calls. */
const lateMs = 400
const consumer = process.argv[2] ?? ''
/** After so many calls in a row that came to nothing it calls nobody for a while, milliseconds, where its command says so. */
const mostFailures = process.argv[3] === 'breaking' ? 3 : Number.POSITIVE_INFINITY
const breakMs = 7000

let failures = 0
let silentUntil = 0
const count = (code: number | null): void => {
  failures = code === 0 ? 0 : failures + 1
  if (failures < mostFailures) return
  failures = 0
  silentUntil = Date.now() + breakMs
}

/** A ServiceConsumer that answers its trigger first and calls the provider afterwards; the calling is the example's. */
const server = createServer((request, response) => {
  void text(request).then((body) => {
    response.writeHead(202).end()
    if (request.method !== 'POST') return
    const told = JSON.parse(body) as Record<string, string>
    const env = { ...process.env, ...told, NODE_EXTRA_CA_CERTS: `${process.env.ASSAY_KIT}/trust/tls-root.pem` }
    if (Date.now() < silentUntil) return
    setTimeout(() => spawn(process.execPath, [consumer], { env, stdio: 'inherit' }).once('exit', count), lateMs)
  })
})
const { hostname, port } = new URL(process.env.ASSAY_BASE_URL ?? fileURLToPath(import.meta.url))
server.listen(Number(port), hostname)
process.once('SIGTERM', () => process.exit(0))
