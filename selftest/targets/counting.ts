import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startUpstream } from './upstream.js'

// A conforming ServiceProvider that writes down each request, with its size and how many were open: node counting.js FILE.

const [, , file = ''] = process.argv
const ask = await startUpstream()
const { port } = new URL(process.env.ASSAY_BASE_URL ?? '')
let open = 0
createServer(async (head, response) => {
  open += 1
  const line = { at: Date.now(), open, request: `${head.method} ${head.url}` }
  let over = false
  const end = (): void => {
    if (!over) open -= 1
    over = true
  }
  // One that breaks off ends, too.
  response.once('finish', end).once('close', end)
  const body = await buffer(head).catch(() => undefined)
  if (!body) return
  const bytes = body.length + head.rawHeaders.join('').length + (head.url ?? '').length
  appendFileSync(file, `${JSON.stringify({ ...line, bytes })}\n`)
  const answer = await ask({ head, body })
  response.writeHead(answer.status, [...answer.headers]).end(answer.body)
}).listen(Number(port), '127.0.0.1')
